ALTER TABLE "sessions" ADD COLUMN "report_token_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_report_token_hash_key" ON "sessions" USING btree ("report_token_hash");