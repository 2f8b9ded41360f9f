CREATE TABLE "study_breaks" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "study_breaks_name_length" CHECK (length("study_breaks"."name") between 1 and 80),
	CONSTRAINT "study_breaks_in_order" CHECK ("study_breaks"."starts_on" <= "study_breaks"."ends_on")
);
--> statement-breakpoint
CREATE TABLE "week_progress" (
	"user_id" text NOT NULL,
	"week_start" date NOT NULL,
	"completed_resources" integer NOT NULL,
	"last_completed_at" timestamp (3) with time zone,
	"last_completed_resource_id" text,
	CONSTRAINT "week_progress_user_id_week_start_pk" PRIMARY KEY("user_id","week_start"),
	CONSTRAINT "week_progress_count_range" CHECK ("week_progress"."completed_resources" >= 0)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "daily_goal" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_hidden_from_boards" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "week_progress" ADD CONSTRAINT "week_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "study_breaks_starts_on_idx" ON "study_breaks" USING btree ("starts_on");--> statement-breakpoint
CREATE INDEX "week_progress_ranking_idx" ON "week_progress" USING btree ("week_start","completed_resources" DESC NULLS LAST,"last_completed_at" DESC NULLS LAST,"user_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_daily_goal_known" CHECK ("users"."daily_goal" in (1, 3, 5));