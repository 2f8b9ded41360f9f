CREATE TABLE "known_origins" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"origin_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_origins_user_id_kind_origin_hash_pk" PRIMARY KEY("user_id","kind","origin_hash"),
	CONSTRAINT "known_origins_kind_known" CHECK ("known_origins"."kind" in ('NETWORK','DEVICE'))
);
--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "asked_from" text;--> statement-breakpoint
ALTER TABLE "known_origins" ADD CONSTRAINT "known_origins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_origins_origin_hash_idx" ON "known_origins" USING btree ("origin_hash");--> statement-breakpoint
CREATE INDEX "known_origins_last_used_at_idx" ON "known_origins" USING btree ("last_used_at");