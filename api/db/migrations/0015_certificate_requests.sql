CREATE TABLE "certificate_holds" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"league_id" text NOT NULL,
	"resources" integer NOT NULL,
	"seconds" integer NOT NULL,
	"held_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by_id" text,
	"decision_reason" text,
	"appeal" text,
	"appealed_at" timestamp (3) with time zone,
	"appeal_outcome" text,
	"appeal_decided_at" timestamp (3) with time zone,
	"appeal_decided_by_id" text,
	"appeal_reason" text,
	CONSTRAINT "certificate_holds_outcome" CHECK ("certificate_holds"."outcome" in ('ISSUED','DECLINED')),
	CONSTRAINT "certificate_holds_appeal_outcome" CHECK ("certificate_holds"."appeal_outcome" in ('ISSUED','DECLINED')),
	CONSTRAINT "certificate_holds_decided" CHECK (("certificate_holds"."outcome" is null) = ("certificate_holds"."decided_at" is null)),
	CONSTRAINT "certificate_holds_appeal" CHECK ("certificate_holds"."appeal" is null or ("certificate_holds"."outcome" = 'DECLINED' and "certificate_holds"."appealed_at" is not null)),
	CONSTRAINT "certificate_holds_answer" CHECK ("certificate_holds"."appeal_outcome" is null or "certificate_holds"."appeal" is not null)
);
--> statement-breakpoint
CREATE TABLE "certificate_name_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"certificate_id" text NOT NULL,
	"user_id" text NOT NULL,
	"from_name" text NOT NULL,
	"to_name" text NOT NULL,
	"reason" text NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by_id" text,
	"decision_reason" text,
	CONSTRAINT "certificate_name_changes_outcome" CHECK ("certificate_name_changes"."outcome" in ('APPROVED','REFUSED')),
	CONSTRAINT "certificate_name_changes_decided" CHECK (("certificate_name_changes"."outcome" is null) = ("certificate_name_changes"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "certificate_holds" ADD CONSTRAINT "certificate_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_holds" ADD CONSTRAINT "certificate_holds_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_holds" ADD CONSTRAINT "certificate_holds_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_holds" ADD CONSTRAINT "certificate_holds_appeal_decided_by_id_users_id_fk" FOREIGN KEY ("appeal_decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_name_changes" ADD CONSTRAINT "certificate_name_changes_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_name_changes" ADD CONSTRAINT "certificate_name_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_name_changes" ADD CONSTRAINT "certificate_name_changes_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_holds_user_league_key" ON "certificate_holds" USING btree ("user_id","league_id");--> statement-breakpoint
CREATE INDEX "certificate_holds_league_id_idx" ON "certificate_holds" USING btree ("league_id");--> statement-breakpoint
CREATE INDEX "certificate_holds_waiting_idx" ON "certificate_holds" USING btree ("held_at") WHERE "certificate_holds"."outcome" is null or ("certificate_holds"."appeal" is not null and "certificate_holds"."appeal_outcome" is null);--> statement-breakpoint
CREATE INDEX "certificate_holds_decided_by_id_idx" ON "certificate_holds" USING btree ("decided_by_id") WHERE "certificate_holds"."decided_by_id" is not null;--> statement-breakpoint
CREATE INDEX "certificate_holds_appeal_decided_by_id_idx" ON "certificate_holds" USING btree ("appeal_decided_by_id") WHERE "certificate_holds"."appeal_decided_by_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_name_changes_open_key" ON "certificate_name_changes" USING btree ("certificate_id") WHERE "certificate_name_changes"."outcome" is null;--> statement-breakpoint
CREATE INDEX "certificate_name_changes_certificate_idx" ON "certificate_name_changes" USING btree ("certificate_id","requested_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "certificate_name_changes_user_id_idx" ON "certificate_name_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "certificate_name_changes_decided_by_id_idx" ON "certificate_name_changes" USING btree ("decided_by_id") WHERE "certificate_name_changes"."decided_by_id" is not null;