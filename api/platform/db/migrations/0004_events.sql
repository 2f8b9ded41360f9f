CREATE TABLE "event_registrations" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"user_id" text,
	"guest_name" text,
	"guest_email" text,
	"state" text NOT NULL,
	"arrival" bigint NOT NULL,
	"door_code" text NOT NULL,
	"checked_in_at" timestamp (3) with time zone,
	"checked_in_by_id" text,
	"mailed_sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_registrations_state_known" CHECK ("event_registrations"."state" in ('CONFIRMED','WAITING','CANCELLED')),
	CONSTRAINT "event_registrations_person" CHECK (num_nonnulls("event_registrations"."user_id", "event_registrations"."guest_email") = 1
        and ("event_registrations"."guest_email" is null) = ("event_registrations"."guest_name" is null)),
	CONSTRAINT "event_registrations_guest_name_length" CHECK (length("event_registrations"."guest_name") between 1 and 120),
	CONSTRAINT "event_registrations_guest_email_length" CHECK (length("event_registrations"."guest_email") <= 254),
	CONSTRAINT "event_registrations_door_code_length" CHECK (length("event_registrations"."door_code") = 6),
	CONSTRAINT "event_registrations_checked_in" CHECK ("event_registrations"."checked_in_at" is null or "event_registrations"."state" = 'CONFIRMED')
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"place" text NOT NULL,
	"opens_at" timestamp (3) with time zone NOT NULL,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"places" integer NOT NULL,
	"audience" text NOT NULL,
	"league_id" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_title_length" CHECK (length("events"."title") between 1 and 120),
	CONSTRAINT "events_place_length" CHECK (length("events"."place") between 1 and 120),
	CONSTRAINT "events_opens_first" CHECK ("events"."opens_at" < "events"."closes_at"),
	CONSTRAINT "events_starts_first" CHECK ("events"."starts_at" < "events"."ends_at"),
	CONSTRAINT "events_closes_before_end" CHECK ("events"."closes_at" <= "events"."ends_at"),
	CONSTRAINT "events_places_range" CHECK ("events"."places" between 1 and 10000),
	CONSTRAINT "events_audience_known" CHECK ("events"."audience" in ('EVERYONE','MEMBERS','LEAGUE')),
	CONSTRAINT "events_league_of_audience" CHECK (("events"."audience" = 'LEAGUE') = ("events"."league_id" is not null)),
	CONSTRAINT "events_sequence_range" CHECK ("events"."sequence" >= 0)
);
--> statement-breakpoint
ALTER TABLE "one_time_codes" DROP CONSTRAINT "one_time_codes_kind_known";--> statement-breakpoint
ALTER TABLE "news_choices" DROP CONSTRAINT "news_choices_kind_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_checked_in_by_id_users_id_fk" FOREIGN KEY ("checked_in_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_user_unique" ON "event_registrations" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_guest_unique" ON "event_registrations" USING btree ("event_id","guest_email");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_door_code_unique" ON "event_registrations" USING btree ("event_id","door_code");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_arrival_unique" ON "event_registrations" USING btree ("event_id","arrival");--> statement-breakpoint
CREATE INDEX "event_registrations_state_idx" ON "event_registrations" USING btree ("event_id","state","arrival");--> statement-breakpoint
CREATE INDEX "event_registrations_user_id_idx" ON "event_registrations" USING btree ("user_id") WHERE "event_registrations"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "event_registrations_checked_in_by_id_idx" ON "event_registrations" USING btree ("checked_in_by_id") WHERE "event_registrations"."checked_in_by_id" is not null;--> statement-breakpoint
CREATE INDEX "events_starts_at_idx" ON "events" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "events_league_id_idx" ON "events" USING btree ("league_id") WHERE "events"."league_id" is not null;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_kind_known" CHECK ("one_time_codes"."kind" in ('EMAIL_VERIFICATION','PASSWORD_RESET','EMAIL_CHANGE','EVENT_GUEST'));--> statement-breakpoint
ALTER TABLE "news_choices" ADD CONSTRAINT "news_choices_kind_known" CHECK ("news_choices"."kind" in ('ANNOUNCEMENT','NEW_RESOURCES','ASSIGNMENT_DUE','SUBMISSION_REVIEWED','BADGE_EARNED','CERTIFICATE_ISSUED',
        'STREAK_ENDS','SUBMISSIONS_TO_REVIEW','ACCOUNT_APPROVED','NEW_DEVICE','EVENT'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('SUBMISSION_REVIEWED','ACCOUNT_APPROVED','BADGE_EARNED','CERTIFICATE_ISSUED','NEW_DEVICE','STREAK_ENDS','EVENT'));