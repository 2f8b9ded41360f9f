CREATE TABLE "revision_cards" (
	"user_id" text NOT NULL,
	"resource_id" text NOT NULL,
	"marked_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"stability" double precision DEFAULT 0 NOT NULL,
	"difficulty" double precision DEFAULT 0 NOT NULL,
	"state" integer DEFAULT 0 NOT NULL,
	"repetitions" integer DEFAULT 0 NOT NULL,
	"lapses" integer DEFAULT 0 NOT NULL,
	"scheduled_days" integer DEFAULT 0 NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	CONSTRAINT "revision_cards_user_id_resource_id_pk" PRIMARY KEY("user_id","resource_id"),
	CONSTRAINT "revision_cards_state_known" CHECK ("revision_cards"."state" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "revision_pauses" (
	"user_id" text PRIMARY KEY NOT NULL,
	"paused_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revision_reviews" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"resource_id" text NOT NULL,
	"rating" text NOT NULL,
	"card_before" text,
	"reviewed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "revision_reviews_rating_known" CHECK ("revision_reviews"."rating" in ('REMEMBERED','KEEP'))
);
--> statement-breakpoint
ALTER TABLE "progress_events" DROP CONSTRAINT "progress_events_kind_known";--> statement-breakpoint
ALTER TABLE "progress_events" ALTER COLUMN "resource_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "progress_events" ADD COLUMN "restored_completed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "progress_events" ADD COLUMN "restored_marked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "progress_events" ADD COLUMN "undoes_id" bigint;--> statement-breakpoint
ALTER TABLE "revision_cards" ADD CONSTRAINT "revision_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_cards" ADD CONSTRAINT "revision_cards_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_pauses" ADD CONSTRAINT "revision_pauses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_reviews" ADD CONSTRAINT "revision_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_reviews" ADD CONSTRAINT "revision_reviews_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "revision_cards_resource_id_idx" ON "revision_cards" USING btree ("resource_id");--> statement-breakpoint
CREATE INDEX "revision_reviews_user_resource_idx" ON "revision_reviews" USING btree ("user_id","resource_id","id");--> statement-breakpoint
CREATE INDEX "revision_reviews_resource_id_idx" ON "revision_reviews" USING btree ("resource_id");--> statement-breakpoint
ALTER TABLE "progress_events" ADD CONSTRAINT "progress_events_undoes_id_progress_events_id_fk" FOREIGN KEY ("undoes_id") REFERENCES "public"."progress_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "progress_events_undoes_key" ON "progress_events" USING btree ("undoes_id") WHERE "progress_events"."undoes_id" is not null;--> statement-breakpoint
ALTER TABLE "progress_events" ADD CONSTRAINT "progress_events_about_resource_or_section" CHECK (("progress_events"."resource_id" is null) = ("progress_events"."kind" in ('SECTION_NOTED','SECTION_MARKED','SECTION_UNMARKED')));--> statement-breakpoint
ALTER TABLE "progress_events" ADD CONSTRAINT "progress_events_restored_by_undo" CHECK (num_nonnulls("progress_events"."restored_completed_at", "progress_events"."restored_marked_at") = 0 or "progress_events"."undoes_id" is not null);--> statement-breakpoint
ALTER TABLE "progress_events" ADD CONSTRAINT "progress_events_kind_known" CHECK ("progress_events"."kind" in ('COMPLETED','MARKED_FOR_REVISION','NOTED','RESET','UNMARKED','RESTORED',
        'SECTION_NOTED','SECTION_MARKED','SECTION_UNMARKED'));--> statement-breakpoint
-- The words kept about sections until now become their first events, so that whatever replaces them can be undone.
INSERT INTO "progress_events" ("user_id", "section_id", "league_id", "kind", "personal_note", "occurred_at")
SELECT p.user_id, p.section_id, w.league_id, 'SECTION_NOTED', p.personal_note, p.updated_at
FROM "section_progress" p JOIN "sections" s ON s.id = p.section_id JOIN "weeks" w ON w.id = s.week_id
WHERE p.personal_note IS NOT NULL;
--> statement-breakpoint
INSERT INTO "progress_events" ("user_id", "section_id", "league_id", "kind", "occurred_at")
SELECT p.user_id, p.section_id, w.league_id, 'SECTION_MARKED', p.marked_for_revision_at
FROM "section_progress" p JOIN "sections" s ON s.id = p.section_id JOIN "weeks" w ON w.id = s.week_id
WHERE p.marked_for_revision_at IS NOT NULL;
