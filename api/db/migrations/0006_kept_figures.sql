CREATE TABLE "activity_counts" (
	"time_zone" text NOT NULL,
	"league_id" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"learners" integer NOT NULL,
	CONSTRAINT "activity_counts_time_zone_league_id_first_day_last_day_pk" PRIMARY KEY("time_zone","league_id","first_day","last_day"),
	CONSTRAINT "activity_counts_range" CHECK ("activity_counts"."learners" >= 0 and "activity_counts"."first_day" <= "activity_counts"."last_day")
);
--> statement-breakpoint
CREATE TABLE "rank_snapshots" (
	"week_start" date NOT NULL,
	"user_id" text NOT NULL,
	"rank" integer NOT NULL,
	CONSTRAINT "rank_snapshots_week_start_user_id_pk" PRIMARY KEY("week_start","user_id"),
	CONSTRAINT "rank_snapshots_rank_positive" CHECK ("rank_snapshots"."rank" >= 1)
);
--> statement-breakpoint
CREATE TABLE "rank_weeks" (
	"week_start" date PRIMARY KEY NOT NULL,
	"taken_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "progress_events_league_occurred_idx" ON "progress_events" USING btree ("league_id","occurred_at","user_id");--> statement-breakpoint
-- A statement that empties a table passes by the triggers that look at rows.
CREATE TRIGGER progress_events_never_emptied BEFORE TRUNCATE ON "progress_events"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
