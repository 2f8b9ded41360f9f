DROP INDEX "learner_stats_ranking_idx";--> statement-breakpoint
CREATE INDEX "users_name_words_idx" ON "users" USING gin (to_tsvector('simple', "name"));--> statement-breakpoint
CREATE INDEX "progress_events_occurred_idx" ON "progress_events" USING btree ("occurred_at","user_id","league_id");--> statement-breakpoint
CREATE INDEX "submissions_waiting_idx" ON "submissions" USING btree ("submitted_at","assignment_id") WHERE "submissions"."status" in ('SUBMITTED','UNDER_REVIEW');--> statement-breakpoint
CREATE INDEX "audit_log_league_idx" ON "audit_log" USING btree (("metadata"::jsonb ->> 'leagueId'),"created_at" DESC NULLS FIRST) WHERE "audit_log"."metadata" like '%"leagueId":%';--> statement-breakpoint
CREATE INDEX "learner_stats_ranking_idx" ON "learner_stats" USING btree ("completed_resources" DESC NULLS FIRST,"last_completed_at" DESC NULLS LAST,"user_id","badges_earned","last_completed_resource_id") WHERE "learner_stats"."is_ranked";