DROP INDEX "league_progress_league_id_idx";--> statement-breakpoint
ALTER TABLE "league_progress" ADD COLUMN "last_completed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "league_progress" ADD COLUMN "last_completed_resource_id" text;--> statement-breakpoint
UPDATE "league_progress" lp SET "last_completed_at" = last.completed_at, "last_completed_resource_id" = last.resource_id
FROM (
  SELECT DISTINCT ON (rp.user_id, w.league_id) rp.user_id, w.league_id, rp.completed_at, rp.resource_id
  FROM "resource_progress" rp
  JOIN "resources" r ON r.id = rp.resource_id
  JOIN "sections" s ON s.id = r.section_id
  JOIN "weeks" w ON w.id = s.week_id
  WHERE rp.completed_at IS NOT NULL
  ORDER BY rp.user_id, w.league_id, rp.completed_at DESC, rp.resource_id DESC
) last
WHERE last.user_id = lp.user_id AND last.league_id = lp.league_id;--> statement-breakpoint
CREATE INDEX "league_progress_ranking_idx" ON "league_progress" USING btree ("league_id","completed_resources" DESC NULLS FIRST,"last_completed_at" DESC NULLS LAST,"user_id");