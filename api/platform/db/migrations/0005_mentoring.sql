CREATE TABLE "mentor_notes" (
	"session_id" text NOT NULL,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mentor_notes_session_id_author_id_pk" PRIMARY KEY("session_id","author_id"),
	CONSTRAINT "mentor_notes_text_length" CHECK (length("mentor_notes"."text") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "mentor_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"slot_id" text NOT NULL,
	"learner_id" text,
	"question" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mentor_sessions_question_length" CHECK (length("mentor_sessions"."question") between 1 and 500),
	CONSTRAINT "mentor_sessions_sequence_range" CHECK ("mentor_sessions"."sequence" >= 0)
);
--> statement-breakpoint
CREATE TABLE "mentor_slots" (
	"id" text PRIMARY KEY NOT NULL,
	"mentor_id" text,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"topics" text NOT NULL,
	"place" text NOT NULL,
	"notice_hours" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mentor_slots_starts_first" CHECK ("mentor_slots"."starts_at" < "mentor_slots"."ends_at"),
	CONSTRAINT "mentor_slots_topics_length" CHECK (length("mentor_slots"."topics") between 1 and 120),
	CONSTRAINT "mentor_slots_place_length" CHECK (length("mentor_slots"."place") between 1 and 500),
	CONSTRAINT "mentor_slots_notice_range" CHECK ("mentor_slots"."notice_hours" between 0 and 168)
);
--> statement-breakpoint
CREATE TABLE "mentors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"named_by_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "news_choices" DROP CONSTRAINT "news_choices_kind_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "calendar_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mentor_notes" ADD CONSTRAINT "mentor_notes_session_id_mentor_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."mentor_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentor_notes" ADD CONSTRAINT "mentor_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentor_sessions" ADD CONSTRAINT "mentor_sessions_slot_id_mentor_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."mentor_slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentor_sessions" ADD CONSTRAINT "mentor_sessions_learner_id_users_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentor_slots" ADD CONSTRAINT "mentor_slots_mentor_id_users_id_fk" FOREIGN KEY ("mentor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentors" ADD CONSTRAINT "mentors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentors" ADD CONSTRAINT "mentors_named_by_id_users_id_fk" FOREIGN KEY ("named_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mentor_notes_author_id_idx" ON "mentor_notes" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mentor_sessions_slot_unique" ON "mentor_sessions" USING btree ("slot_id");--> statement-breakpoint
CREATE INDEX "mentor_sessions_learner_id_idx" ON "mentor_sessions" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "mentor_slots_mentor_id_idx" ON "mentor_slots" USING btree ("mentor_id","starts_at");--> statement-breakpoint
CREATE INDEX "mentor_slots_starts_at_idx" ON "mentor_slots" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "mentors_named_by_id_idx" ON "mentors" USING btree ("named_by_id") WHERE "mentors"."named_by_id" is not null;--> statement-breakpoint
ALTER TABLE "news_choices" ADD CONSTRAINT "news_choices_kind_known" CHECK ("news_choices"."kind" in ('ANNOUNCEMENT','NEW_RESOURCES','ASSIGNMENT_DUE','SUBMISSION_REVIEWED','BADGE_EARNED','CERTIFICATE_ISSUED',
        'STREAK_ENDS','SUBMISSIONS_TO_REVIEW','ACCOUNT_APPROVED','NEW_DEVICE','EVENT','SESSION'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('SUBMISSION_REVIEWED','ACCOUNT_APPROVED','BADGE_EARNED','CERTIFICATE_ISSUED','NEW_DEVICE','STREAK_ENDS','EVENT','SESSION'));