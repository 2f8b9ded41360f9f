DROP INDEX "enrollments_league_id_idx";--> statement-breakpoint
DROP INDEX "enrollments_cohort_id_idx";--> statement-breakpoint
CREATE INDEX "enrollments_enrolled_idx" ON "enrollments" USING btree ("enrolled_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "enrollments_league_id_idx" ON "enrollments" USING btree ("league_id","enrolled_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "enrollments_cohort_id_idx" ON "enrollments" USING btree ("cohort_id","enrolled_at" DESC NULLS FIRST);