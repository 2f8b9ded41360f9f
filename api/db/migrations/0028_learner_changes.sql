CREATE TABLE "learner_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"amount" bigint NOT NULL
) WITH (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "learner_changes" ADD CONSTRAINT "learner_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "learner_changes_user_id_idx" ON "learner_changes" USING btree ("user_id");
--> statement-breakpoint
-- Notes that something of a learner has changed (docs/decisions/0052): once a transaction and learner, as long as it
-- writes about one after the other. Settings end with the transaction, or with the savepoint that is rolled back.
-- A row that somebody else holds is left alone and another one added, so that nobody waits and no two lock each other
-- out. The amount is random, so that two histories (a restored backup, a failover) do not have the same sums.
-- Who writes about more than a hundred learners moves the version of everybody instead, which is the curriculum's.
CREATE FUNCTION note_learner(learner text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  more bigint := 1 + floor(random() * 1000000000);
  noted text := coalesce(current_setting('learner.change', true), '');
  -- Empty, not null, once a transaction that set it is over.
  count integer := coalesce(nullif(current_setting('learner.count', true), ''), '0')::integer + 1;
BEGIN
  IF learner IS NULL OR noted = learner OR noted = '*' THEN
    RETURN;
  END IF;
  IF count > 100 THEN
    INSERT INTO curriculum_changes (amount) VALUES (more);
    PERFORM set_config('learner.change', '*', true);
    RETURN;
  END IF;
  UPDATE learner_changes SET amount = amount + more WHERE id = (
    SELECT id FROM learner_changes WHERE user_id = learner ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO learner_changes (user_id, amount) SELECT id, more FROM users WHERE id = learner;
  END IF;
  PERFORM set_config('learner.change', learner, true), set_config('learner.count', count::text, true);
END $$;
--> statement-breakpoint
CREATE FUNCTION note_learner_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_learner(CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_learner(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_attempt_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_learner((SELECT user_id FROM submissions
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.submission_id ELSE NEW.submission_id END));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_change_noted AFTER UPDATE OF name, email, role, created_at ON "users"
  FOR EACH ROW WHEN ((OLD.name, OLD.email, OLD.role, OLD.created_at) IS DISTINCT FROM (NEW.name, NEW.email, NEW.role, NEW.created_at))
  EXECUTE FUNCTION note_account_change();
--> statement-breakpoint
CREATE TRIGGER submission_attempts_change_noted AFTER INSERT OR UPDATE ON "submission_attempts"
  FOR EACH ROW EXECUTE FUNCTION note_attempt_change();
--> statement-breakpoint
-- What goes with a row that other tables refer to (a depth above 0) is told by the trigger of that row: of the
-- curriculum, of a submission; an account that is gone has no pages.
CREATE TRIGGER submission_attempts_end_noted AFTER DELETE ON "submission_attempts"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_attempt_change();
--> statement-breakpoint
CREATE TRIGGER certificates_change_noted AFTER INSERT OR UPDATE ON "certificates"
  FOR EACH ROW WHEN (current_setting('learner.change', true) IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER certificates_end_noted AFTER DELETE ON "certificates"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER enrollments_change_noted AFTER INSERT OR UPDATE ON "enrollments"
  FOR EACH ROW WHEN (current_setting('learner.change', true) IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER enrollments_end_noted AFTER DELETE ON "enrollments"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER league_progress_change_noted AFTER INSERT OR UPDATE ON "league_progress"
  FOR EACH ROW WHEN (current_setting('learner.change', true) IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER league_progress_end_noted AFTER DELETE ON "league_progress"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER progress_events_change_noted AFTER INSERT OR UPDATE ON "progress_events"
  FOR EACH ROW WHEN (current_setting('learner.change', true) IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER progress_events_end_noted AFTER DELETE ON "progress_events"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER resource_progress_change_noted AFTER INSERT OR UPDATE ON "resource_progress"
  FOR EACH ROW WHEN (current_setting('learner.change', true) IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER resource_progress_end_noted AFTER DELETE ON "resource_progress"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER revision_cards_change_noted AFTER INSERT OR UPDATE ON "revision_cards"
  FOR EACH ROW WHEN (current_setting('learner.change', true) IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER revision_cards_end_noted AFTER DELETE ON "revision_cards"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER revision_pauses_change_noted AFTER INSERT OR UPDATE ON "revision_pauses"
  FOR EACH ROW WHEN (current_setting('learner.change', true) IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER revision_pauses_end_noted AFTER DELETE ON "revision_pauses"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER section_progress_change_noted AFTER INSERT OR UPDATE ON "section_progress"
  FOR EACH ROW WHEN (current_setting('learner.change', true) IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER section_progress_end_noted AFTER DELETE ON "section_progress"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER submissions_change_noted AFTER INSERT OR UPDATE ON "submissions"
  FOR EACH ROW WHEN (current_setting('learner.change', true) IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER submissions_end_noted AFTER DELETE ON "submissions"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER user_badges_change_noted AFTER INSERT OR UPDATE ON "user_badges"
  FOR EACH ROW WHEN (current_setting('learner.change', true) IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER user_badges_end_noted AFTER DELETE ON "user_badges"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER user_specializations_change_noted AFTER INSERT OR UPDATE ON "user_specializations"
  FOR EACH ROW WHEN (current_setting('learner.change', true) IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION note_learner_change();
--> statement-breakpoint
CREATE TRIGGER user_specializations_end_noted AFTER DELETE ON "user_specializations"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_learner_change();
