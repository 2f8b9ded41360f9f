DROP INDEX "user_badges_badge_id_idx";--> statement-breakpoint
DROP INDEX "submissions_queue_idx";--> statement-breakpoint
CREATE INDEX "user_badges_badge_id_idx" ON "user_badges" USING btree ("badge_id","earned_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"user_id");--> statement-breakpoint
CREATE INDEX "submissions_queue_idx" ON "submissions" USING btree (("status" <> 'SUBMITTED'),"submitted_at","id","user_id","status");