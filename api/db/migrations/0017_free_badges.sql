CREATE TABLE "badge_pictures" (
	"badge_id" text PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"svg" text NOT NULL,
	CONSTRAINT "badge_pictures_digest" CHECK ("badge_pictures"."digest" ~ '^[0-9a-f]{16}$'),
	CONSTRAINT "badge_pictures_size" CHECK (octet_length("badge_pictures"."svg") between 1 and 65536)
);
--> statement-breakpoint
ALTER TABLE "badges" ALTER COLUMN "league_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "badge_pictures" ADD CONSTRAINT "badge_pictures_badge_id_badges_id_fk" FOREIGN KEY ("badge_id") REFERENCES "public"."badges"("id") ON DELETE cascade ON UPDATE no action;