-- The own profile is kept by the version of its learner as well (docs/decisions/0052): everything of an account moves it,
-- and so do its scopes. It names who approved the account and who gave a scope: a new name of such a person moves the
-- version of everybody. Whoever approves or gives a scope holds the lock of their own account meanwhile, so that none of
-- them is missed here.
CREATE OR REPLACE FUNCTION note_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_learner(NEW.id);
  IF NEW.name <> OLD.name AND (
    EXISTS (SELECT 1 FROM users WHERE approved_by_id = NEW.id)
    OR EXISTS (SELECT 1 FROM pathfinder_scopes WHERE assigned_by_id = NEW.id)
  ) THEN
    INSERT INTO curriculum_changes (amount) VALUES (1 + floor(random() * 1000000000));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_scope_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_learner(CASE WHEN TG_OP = 'DELETE' THEN OLD.pathfinder_id ELSE NEW.pathfinder_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER users_change_noted ON "users";
--> statement-breakpoint
CREATE TRIGGER users_change_noted AFTER UPDATE ON "users"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_account_change();
--> statement-breakpoint
CREATE TRIGGER pathfinder_scopes_change_noted AFTER INSERT OR UPDATE ON "pathfinder_scopes"
  FOR EACH ROW EXECUTE FUNCTION note_scope_change();
--> statement-breakpoint
CREATE TRIGGER pathfinder_scopes_end_noted AFTER DELETE ON "pathfinder_scopes"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_scope_change();
