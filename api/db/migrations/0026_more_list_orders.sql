DROP INDEX "certificates_league_id_idx";--> statement-breakpoint
DROP INDEX "user_badges_badge_id_idx";--> statement-breakpoint
CREATE INDEX "certificates_withdrawn_idx" ON "certificates" USING btree ("issued_at" DESC NULLS FIRST,"id","league_id") WHERE "certificates"."revoked_at" is not null or "certificates"."erased_at" is not null;--> statement-breakpoint
CREATE INDEX "certificates_search_idx" ON "certificates" USING gin (search_grams(lower(coalesce("holder_name", '') || chr(10) || "title" || chr(10) || "code" || chr(10)))) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "submissions_submitted_idx" ON "submissions" USING btree ("submitted_at","id");--> statement-breakpoint
CREATE INDEX "certificates_league_id_idx" ON "certificates" USING btree ("league_id","issued_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "user_badges_badge_id_idx" ON "user_badges" USING btree ("badge_id","earned_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);