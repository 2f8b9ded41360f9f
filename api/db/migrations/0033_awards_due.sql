CREATE TABLE "awards_due" (
	"user_id" text NOT NULL,
	"league_id" text NOT NULL,
	"noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "awards_due_user_id_league_id_pk" PRIMARY KEY("user_id","league_id")
);
--> statement-breakpoint
ALTER TABLE "awards_due" ADD CONSTRAINT "awards_due_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards_due" ADD CONSTRAINT "awards_due_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "awards_due_league_id_idx" ON "awards_due" USING btree ("league_id");