CREATE TABLE "curriculum_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
-- Once a transaction: a setting that ends with the transaction, or with the savepoint that is rolled back, tells that
-- it is noted. The amount is random, so that two histories (a restored backup, a failover) do not have the same sums.
CREATE FUNCTION note_curriculum_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('curriculum.change', true), '') <> 'noted' THEN
    WITH gone AS (
      DELETE FROM curriculum_changes WHERE id IN (
        SELECT id FROM curriculum_changes ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED)
      RETURNING amount
    )
    INSERT INTO curriculum_changes (amount)
      SELECT coalesce(sum(amount), 0) + 1 + floor(random() * 1000000000) FROM gone;
    PERFORM set_config('curriculum.change', 'noted', true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER cohorts_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "cohorts"
  FOR EACH STATEMENT EXECUTE FUNCTION note_curriculum_change();
--> statement-breakpoint
CREATE TRIGGER leagues_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "leagues"
  FOR EACH STATEMENT EXECUTE FUNCTION note_curriculum_change();
--> statement-breakpoint
CREATE TRIGGER weeks_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "weeks"
  FOR EACH STATEMENT EXECUTE FUNCTION note_curriculum_change();
--> statement-breakpoint
CREATE TRIGGER sections_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sections"
  FOR EACH STATEMENT EXECUTE FUNCTION note_curriculum_change();
--> statement-breakpoint
CREATE TRIGGER resources_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "resources"
  FOR EACH STATEMENT EXECUTE FUNCTION note_curriculum_change();
--> statement-breakpoint
CREATE TRIGGER assignments_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "assignments"
  FOR EACH STATEMENT EXECUTE FUNCTION note_curriculum_change();
--> statement-breakpoint
CREATE TRIGGER badges_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "badges"
  FOR EACH STATEMENT EXECUTE FUNCTION note_curriculum_change();
--> statement-breakpoint
CREATE TRIGGER specializations_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "specializations"
  FOR EACH STATEMENT EXECUTE FUNCTION note_curriculum_change();
--> statement-breakpoint
CREATE TRIGGER specialization_leagues_change_noted AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "specialization_leagues"
  FOR EACH STATEMENT EXECUTE FUNCTION note_curriculum_change();
