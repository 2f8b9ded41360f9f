DROP INDEX "enrollments_league_id_idx";--> statement-breakpoint
DROP INDEX "audit_log_created_at_idx";--> statement-breakpoint
DROP INDEX "audit_log_actor_idx";--> statement-breakpoint
DROP INDEX "audit_log_target_idx";--> statement-breakpoint
DROP INDEX "audit_log_action_idx";--> statement-breakpoint
DROP INDEX "audit_log_league_idx";--> statement-breakpoint
CREATE INDEX "users_email_order_idx" ON "users" USING btree ("email" collate "C");--> statement-breakpoint
CREATE INDEX "enrollments_league_id_idx" ON "enrollments" USING btree ("league_id","enrolled_at" DESC NULLS FIRST,"cohort_id");--> statement-breakpoint
CREATE INDEX "audit_log_created_at_idx" ON "audit_log" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_target_idx" ON "audit_log" USING btree ("target_user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_league_idx" ON "audit_log" USING btree ((coalesce("metadata", "evidence")::jsonb ->> 'leagueId'),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE coalesce("audit_log"."metadata", "audit_log"."evidence") like '%"leagueId":%';