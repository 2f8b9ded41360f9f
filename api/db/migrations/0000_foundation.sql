CREATE TABLE "access_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "olid_sequences" (
	"year" integer PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"user_id" text,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_time_codes_kind_email_pk" PRIMARY KEY("kind","email"),
	CONSTRAINT "one_time_codes_kind_known" CHECK ("one_time_codes"."kind" in ('EMAIL_VERIFICATION','PASSWORD_RESET')),
	CONSTRAINT "one_time_codes_attempts_range" CHECK ("one_time_codes"."attempts" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "pathfinder_scopes" (
	"id" text PRIMARY KEY NOT NULL,
	"pathfinder_id" text NOT NULL,
	"league_id" text NOT NULL,
	"can_manage_users" boolean DEFAULT false NOT NULL,
	"can_view_analytics" boolean DEFAULT true NOT NULL,
	"can_create_content" boolean DEFAULT false NOT NULL,
	"assigned_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"assigned_by_id" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"refresh_token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT 'PIONEER' NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"institute" text,
	"department" text,
	"graduation_year" integer,
	"phone_number" text,
	"student_id" text,
	"olid" text,
	"migrated_to_v2_at" timestamp (3) with time zone,
	"email_verified_at" timestamp (3) with time zone,
	"discord_username" text,
	"portfolio_url" text,
	"twitter_handle" text,
	"linkedin_url" text,
	"github_username" text,
	"kaggle_username" text,
	"current_cohort_id" text,
	"approved_at" timestamp (3) with time zone,
	"approved_by_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('PIONEER','LUMINARY','PATHFINDER','CHIEF_PATHFINDER','GRAND_PATHFINDER','ADMIN')),
	CONSTRAINT "users_status_known" CHECK ("users"."status" in ('PENDING','ACTIVE','SUSPENDED','INACTIVE')),
	CONSTRAINT "users_name_present" CHECK (length("users"."name") between 1 and 120),
	CONSTRAINT "users_graduation_year_range" CHECK ("users"."graduation_year" between 2000 and 2200),
	CONSTRAINT "users_twitter_handle_at" CHECK ("users"."twitter_handle" like '@%')
);
--> statement-breakpoint
CREATE TABLE "badges" (
	"id" text PRIMARY KEY NOT NULL,
	"league_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"image_url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_badges" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"badge_id" text NOT NULL,
	"earned_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"awarded_by_id" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "user_specializations" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"specialization_id" text NOT NULL,
	"completed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" text PRIMARY KEY NOT NULL,
	"league_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cohorts" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"auto_approve" boolean DEFAULT false NOT NULL,
	"max_enrollments" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cohorts_name_present" CHECK (length("cohorts"."name") > 0),
	CONSTRAINT "cohorts_max_enrollments_positive" CHECK ("cohorts"."max_enrollments" > 0)
);
--> statement-breakpoint
CREATE TABLE "leagues" (
	"id" text PRIMARY KEY NOT NULL,
	"cohort_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"expires_at" timestamp (3) with time zone,
	"weeks_count" integer DEFAULT 0 NOT NULL,
	"sections_count" integer DEFAULT 0 NOT NULL,
	"resources_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leagues_name_present" CHECK (length("leagues"."name") > 0),
	CONSTRAINT "leagues_counts_range" CHECK ("leagues"."weeks_count" >= 0 and "leagues"."sections_count" >= 0 and "leagues"."resources_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "resources" (
	"id" text PRIMARY KEY NOT NULL,
	"section_id" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"type" text NOT NULL,
	"order" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resources_section_order_key" UNIQUE("section_id","order") DEFERRABLE INITIALLY IMMEDIATE,
	CONSTRAINT "resources_order_positive" CHECK ("resources"."order" >= 1),
	CONSTRAINT "resources_title_length" CHECK (length("resources"."title") between 1 and 200),
	CONSTRAINT "resources_type_known" CHECK ("resources"."type" in ('VIDEO','ARTICLE','EXTERNAL_LINK','BLOG')),
	CONSTRAINT "resources_url_http" CHECK ("resources"."url" ~* '^https?://')
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" text PRIMARY KEY NOT NULL,
	"week_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"order" integer NOT NULL,
	"resources_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sections_week_order_key" UNIQUE("week_id","order") DEFERRABLE INITIALLY IMMEDIATE,
	CONSTRAINT "sections_order_positive" CHECK ("sections"."order" >= 1),
	CONSTRAINT "sections_name_length" CHECK (length("sections"."name") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "specialization_leagues" (
	"id" text PRIMARY KEY NOT NULL,
	"specialization_id" text NOT NULL,
	"league_id" text NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "specialization_leagues_order_positive" CHECK ("specialization_leagues"."order" >= 1)
);
--> statement-breakpoint
CREATE TABLE "specializations" (
	"id" text PRIMARY KEY NOT NULL,
	"cohort_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "specializations_name_present" CHECK (length("specializations"."name") > 0)
);
--> statement-breakpoint
CREATE TABLE "weeks" (
	"id" text PRIMARY KEY NOT NULL,
	"league_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"order" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "weeks_league_order_key" UNIQUE("league_id","order") DEFERRABLE INITIALLY IMMEDIATE,
	CONSTRAINT "weeks_order_positive" CHECK ("weeks"."order" >= 1),
	CONSTRAINT "weeks_name_present" CHECK (length("weeks"."name") > 0)
);
--> statement-breakpoint
CREATE TABLE "enrollments" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"cohort_id" text NOT NULL,
	"league_id" text NOT NULL,
	"enrolled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "league_progress" (
	"user_id" text NOT NULL,
	"league_id" text NOT NULL,
	"completed_resources" integer DEFAULT 0 NOT NULL,
	"completed_sections" integer DEFAULT 0 NOT NULL,
	"completed_weeks" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "league_progress_user_id_league_id_pk" PRIMARY KEY("user_id","league_id"),
	CONSTRAINT "league_progress_counts_range" CHECK ("league_progress"."completed_resources" >= 0 and "league_progress"."completed_sections" >= 0 and "league_progress"."completed_weeks" >= 0)
);
--> statement-breakpoint
CREATE TABLE "learner_stats" (
	"user_id" text PRIMARY KEY NOT NULL,
	"completed_resources" integer DEFAULT 0 NOT NULL,
	"badges_earned" integer DEFAULT 0 NOT NULL,
	"last_completed_at" timestamp (3) with time zone,
	"last_completed_resource_id" text,
	"is_ranked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "learner_stats_counts_range" CHECK ("learner_stats"."completed_resources" >= 0 and "learner_stats"."badges_earned" >= 0)
);
--> statement-breakpoint
CREATE TABLE "progress_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"resource_id" text NOT NULL,
	"section_id" text NOT NULL,
	"league_id" text NOT NULL,
	"kind" text NOT NULL,
	"personal_note" text,
	"time_spent_seconds" integer,
	"idempotency_key" text,
	"occurred_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "progress_events_kind_known" CHECK ("progress_events"."kind" in ('COMPLETED','MARKED_FOR_REVISION','NOTED','RESET'))
);
--> statement-breakpoint
CREATE TABLE "resource_progress" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"resource_id" text NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"marked_for_revision_at" timestamp (3) with time zone,
	"personal_note" text,
	"time_spent_seconds" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resource_progress_note_length" CHECK (length("resource_progress"."personal_note") between 1 and 1000),
	CONSTRAINT "resource_progress_time_range" CHECK ("resource_progress"."time_spent_seconds" between 0 and 86400)
);
--> statement-breakpoint
CREATE TABLE "section_progress" (
	"user_id" text NOT NULL,
	"section_id" text NOT NULL,
	"completed_resources" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"marked_for_revision_at" timestamp (3) with time zone,
	"personal_note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "section_progress_user_id_section_id_pk" PRIMARY KEY("user_id","section_id"),
	CONSTRAINT "section_progress_count_range" CHECK ("section_progress"."completed_resources" >= 0),
	CONSTRAINT "section_progress_note_length" CHECK (length("section_progress"."personal_note") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "submission_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"submission_id" text NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'SUBMITTED' NOT NULL,
	"content" text,
	"file_url" text,
	"github_url" text,
	"live_url" text,
	"submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"feedback" text,
	"reviewed_by_id" text,
	"reviewed_at" timestamp (3) with time zone,
	CONSTRAINT "submission_attempts_number_positive" CHECK ("submission_attempts"."number" >= 1),
	CONSTRAINT "submission_attempts_status_known" CHECK ("submission_attempts"."status" in ('SUBMITTED','UNDER_REVIEW','APPROVED','NEEDS_REVISION')),
	CONSTRAINT "submission_attempts_one_answer" CHECK (num_nonnulls("submission_attempts"."content", "submission_attempts"."file_url", "submission_attempts"."github_url", "submission_attempts"."live_url") = 1)
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"assignment_id" text NOT NULL,
	"user_id" text NOT NULL,
	"status" text DEFAULT 'SUBMITTED' NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"content" text,
	"file_url" text,
	"github_url" text,
	"live_url" text,
	"submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"feedback" text,
	"reviewed_by_id" text,
	"reviewed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "submissions_status_known" CHECK ("submissions"."status" in ('SUBMITTED','UNDER_REVIEW','APPROVED','NEEDS_REVISION')),
	CONSTRAINT "submissions_one_answer" CHECK (num_nonnulls("submissions"."content", "submissions"."file_url", "submissions"."github_url", "submissions"."live_url") = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"actor_id" text,
	"target_user_id" text,
	"action" text NOT NULL,
	"description" text,
	"metadata" text,
	"ip_address" text,
	"request_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"sealed_content" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"last_error" text,
	"dedupe_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_messages_attempts_range" CHECK ("outbox_messages"."attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pathfinder_scopes" ADD CONSTRAINT "pathfinder_scopes_pathfinder_id_users_id_fk" FOREIGN KEY ("pathfinder_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pathfinder_scopes" ADD CONSTRAINT "pathfinder_scopes_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pathfinder_scopes" ADD CONSTRAINT "pathfinder_scopes_assigned_by_id_users_id_fk" FOREIGN KEY ("assigned_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_current_cohort_id_cohorts_id_fk" FOREIGN KEY ("current_cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_approved_by_id_users_id_fk" FOREIGN KEY ("approved_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "badges" ADD CONSTRAINT "badges_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_badges" ADD CONSTRAINT "user_badges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_badges" ADD CONSTRAINT "user_badges_badge_id_badges_id_fk" FOREIGN KEY ("badge_id") REFERENCES "public"."badges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_badges" ADD CONSTRAINT "user_badges_awarded_by_id_users_id_fk" FOREIGN KEY ("awarded_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_specializations" ADD CONSTRAINT "user_specializations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_specializations" ADD CONSTRAINT "user_specializations_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leagues" ADD CONSTRAINT "leagues_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_week_id_weeks_id_fk" FOREIGN KEY ("week_id") REFERENCES "public"."weeks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specialization_leagues" ADD CONSTRAINT "specialization_leagues_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specialization_leagues" ADD CONSTRAINT "specialization_leagues_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specializations" ADD CONSTRAINT "specializations_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weeks" ADD CONSTRAINT "weeks_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_progress" ADD CONSTRAINT "league_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_progress" ADD CONSTRAINT "league_progress_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learner_stats" ADD CONSTRAINT "learner_stats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress_events" ADD CONSTRAINT "progress_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_progress" ADD CONSTRAINT "resource_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_progress" ADD CONSTRAINT "resource_progress_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_progress" ADD CONSTRAINT "section_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_progress" ADD CONSTRAINT "section_progress_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_attempts" ADD CONSTRAINT "submission_attempts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_attempts" ADD CONSTRAINT "submission_attempts_reviewed_by_id_users_id_fk" FOREIGN KEY ("reviewed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_reviewed_by_id_users_id_fk" FOREIGN KEY ("reviewed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_session_id_idx" ON "access_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "access_tokens_expires_at_idx" ON "access_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "one_time_codes_user_id_idx" ON "one_time_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_codes_expires_at_idx" ON "one_time_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pathfinder_scopes_pathfinder_league_key" ON "pathfinder_scopes" USING btree ("pathfinder_id","league_id");--> statement-breakpoint
CREATE INDEX "pathfinder_scopes_league_id_idx" ON "pathfinder_scopes" USING btree ("league_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh_token_hash_key" ON "sessions" USING btree ("refresh_token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_olid_key" ON "users" USING btree ("olid");--> statement-breakpoint
CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "users_status_idx" ON "users" USING btree ("status","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "badges_league_id_key" ON "badges" USING btree ("league_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_badges_user_badge_key" ON "user_badges" USING btree ("user_id","badge_id");--> statement-breakpoint
CREATE INDEX "user_badges_badge_id_idx" ON "user_badges" USING btree ("badge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_specializations_pair_key" ON "user_specializations" USING btree ("user_id","specialization_id");--> statement-breakpoint
CREATE INDEX "user_specializations_specialization_id_idx" ON "user_specializations" USING btree ("specialization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assignments_league_id_key" ON "assignments" USING btree ("league_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cohorts_name_key" ON "cohorts" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "leagues_name_key" ON "leagues" USING btree ("name");--> statement-breakpoint
CREATE INDEX "leagues_cohort_id_idx" ON "leagues" USING btree ("cohort_id");--> statement-breakpoint
CREATE UNIQUE INDEX "specialization_leagues_pair_key" ON "specialization_leagues" USING btree ("specialization_id","league_id");--> statement-breakpoint
CREATE INDEX "specialization_leagues_league_id_idx" ON "specialization_leagues" USING btree ("league_id");--> statement-breakpoint
CREATE UNIQUE INDEX "specializations_cohort_name_key" ON "specializations" USING btree ("cohort_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "enrollments_user_cohort_league_key" ON "enrollments" USING btree ("user_id","cohort_id","league_id");--> statement-breakpoint
CREATE INDEX "enrollments_user_league_idx" ON "enrollments" USING btree ("user_id","league_id");--> statement-breakpoint
CREATE INDEX "enrollments_league_id_idx" ON "enrollments" USING btree ("league_id");--> statement-breakpoint
CREATE INDEX "enrollments_cohort_id_idx" ON "enrollments" USING btree ("cohort_id");--> statement-breakpoint
CREATE INDEX "league_progress_league_id_idx" ON "league_progress" USING btree ("league_id");--> statement-breakpoint
CREATE INDEX "learner_stats_ranking_idx" ON "learner_stats" USING btree ("completed_resources" DESC NULLS FIRST,"last_completed_at" DESC NULLS LAST,"user_id") WHERE "learner_stats"."is_ranked";--> statement-breakpoint
CREATE UNIQUE INDEX "progress_events_idempotency_key" ON "progress_events" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "progress_events_user_resource_idx" ON "progress_events" USING btree ("user_id","resource_id","id");--> statement-breakpoint
CREATE INDEX "progress_events_user_occurred_idx" ON "progress_events" USING btree ("user_id","occurred_at");--> statement-breakpoint
CREATE UNIQUE INDEX "resource_progress_user_resource_key" ON "resource_progress" USING btree ("user_id","resource_id");--> statement-breakpoint
CREATE INDEX "resource_progress_resource_id_idx" ON "resource_progress" USING btree ("resource_id");--> statement-breakpoint
CREATE INDEX "resource_progress_user_completed_idx" ON "resource_progress" USING btree ("user_id","completed_at" DESC NULLS FIRST) WHERE "resource_progress"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "resource_progress_user_revision_idx" ON "resource_progress" USING btree ("user_id","updated_at" DESC NULLS FIRST) WHERE "resource_progress"."marked_for_revision_at" is not null;--> statement-breakpoint
CREATE INDEX "section_progress_section_id_idx" ON "section_progress" USING btree ("section_id");--> statement-breakpoint
CREATE UNIQUE INDEX "submission_attempts_number_key" ON "submission_attempts" USING btree ("submission_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_assignment_user_key" ON "submissions" USING btree ("assignment_id","user_id");--> statement-breakpoint
CREATE INDEX "submissions_user_id_idx" ON "submissions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_created_at_idx" ON "audit_log" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_target_idx" ON "audit_log" USING btree ("target_user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_messages_dedupe_key" ON "outbox_messages" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "outbox_messages_due_idx" ON "outbox_messages" USING btree ("next_attempt_at") WHERE "outbox_messages"."sent_at" is null and "outbox_messages"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_messages_user_id_idx" ON "outbox_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outbox_messages_created_at_idx" ON "outbox_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_limits_window_ends_at_idx" ON "rate_limits" USING btree ("window_ends_at");
--> statement-breakpoint
-- Reordering is one UPDATE: the order keys above are deferrable, so a swap is judged when the statement ends.
-- History is append-only: a row of these tables is never changed. Removal is for erasing a person's data alone,
-- which names its intent for the length of its own transaction.
CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app.erase_history', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER progress_events_append_only BEFORE UPDATE OR DELETE ON "progress_events"
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
