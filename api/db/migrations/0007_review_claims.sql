ALTER TABLE "submissions" ADD COLUMN "claimed_by_id" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_claimed_by_id_users_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submissions_queue_idx" ON "submissions" USING btree (("status" <> 'SUBMITTED'),"submitted_at","id");--> statement-breakpoint
CREATE INDEX "submissions_claimed_by_id_idx" ON "submissions" USING btree ("claimed_by_id") WHERE "submissions"."claimed_by_id" is not null;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_claim_ends" CHECK ("submissions"."claimed_by_id" is null or "submissions"."claimed_until" is not null);