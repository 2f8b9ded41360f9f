CREATE TABLE "announcement_dismissals" (
	"user_id" text NOT NULL,
	"announcement_id" text NOT NULL,
	"dismissed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcement_dismissals_user_id_announcement_id_pk" PRIMARY KEY("user_id","announcement_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" text PRIMARY KEY NOT NULL,
	"author_id" text,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"cohort_id" text,
	"league_id" text,
	"publish_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"pinned_until" timestamp (3) with time zone,
	"is_mailed" boolean DEFAULT false NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	"taken_back_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_title_length" CHECK (length("announcements"."title") between 1 and 120),
	CONSTRAINT "announcements_body_length" CHECK (length("announcements"."body") between 1 and 5000),
	CONSTRAINT "announcements_one_audience" CHECK (num_nonnulls("announcements"."cohort_id", "announcements"."league_id") <= 1),
	CONSTRAINT "announcements_pinned_later" CHECK ("announcements"."pinned_until" > "announcements"."publish_at")
);
--> statement-breakpoint
CREATE TABLE "news_choices" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"is_shown" boolean NOT NULL,
	"is_mailed" boolean NOT NULL,
	CONSTRAINT "news_choices_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "news_choices_kind_known" CHECK ("news_choices"."kind" in ('ANNOUNCEMENT','NEW_RESOURCES','ASSIGNMENT_DUE','SUBMISSION_REVIEWED','BADGE_EARNED','CERTIFICATE_ISSUED',
        'STREAK_ENDS','SUBMISSIONS_TO_REVIEW','ACCOUNT_APPROVED','NEW_DEVICE'))
);
--> statement-breakpoint
CREATE TABLE "news_readers" (
	"user_id" text PRIMARY KEY NOT NULL,
	"read_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"mail_rhythm" text DEFAULT 'DAILY' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "news_readers_rhythm_known" CHECK ("news_readers"."mail_rhythm" in ('DAILY','WEEKLY','NEVER'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"facts" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('SUBMISSION_REVIEWED','ACCOUNT_APPROVED','BADGE_EARNED','CERTIFICATE_ISSUED','NEW_DEVICE','STREAK_ENDS'))
);
--> statement-breakpoint
ALTER TABLE "announcement_dismissals" ADD CONSTRAINT "announcement_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_dismissals" ADD CONSTRAINT "announcement_dismissals_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_choices" ADD CONSTRAINT "news_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_readers" ADD CONSTRAINT "news_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_dismissals_announcement_id_idx" ON "announcement_dismissals" USING btree ("announcement_id");--> statement-breakpoint
CREATE INDEX "announcements_publish_at_idx" ON "announcements" USING btree ("publish_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "announcements_cohort_id_idx" ON "announcements" USING btree ("cohort_id") WHERE "announcements"."cohort_id" is not null;--> statement-breakpoint
CREATE INDEX "announcements_league_id_idx" ON "announcements" USING btree ("league_id") WHERE "announcements"."league_id" is not null;--> statement-breakpoint
CREATE INDEX "announcements_author_id_idx" ON "announcements" USING btree ("author_id") WHERE "announcements"."author_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_user_id_idx" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_created_at_idx" ON "notifications" USING btree ("created_at");