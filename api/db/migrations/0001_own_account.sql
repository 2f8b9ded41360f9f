ALTER TABLE "one_time_codes" DROP CONSTRAINT "one_time_codes_kind_known";--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "new_email" text;--> statement-breakpoint
CREATE INDEX "pathfinder_scopes_assigned_by_id_idx" ON "pathfinder_scopes" USING btree ("assigned_by_id") WHERE "pathfinder_scopes"."assigned_by_id" is not null;--> statement-breakpoint
CREATE INDEX "users_approved_by_id_idx" ON "users" USING btree ("approved_by_id") WHERE "users"."approved_by_id" is not null;--> statement-breakpoint
CREATE INDEX "user_badges_awarded_by_id_idx" ON "user_badges" USING btree ("awarded_by_id") WHERE "user_badges"."awarded_by_id" is not null;--> statement-breakpoint
CREATE INDEX "submission_attempts_reviewed_by_id_idx" ON "submission_attempts" USING btree ("reviewed_by_id") WHERE "submission_attempts"."reviewed_by_id" is not null;--> statement-breakpoint
CREATE INDEX "submissions_reviewed_by_id_idx" ON "submissions" USING btree ("reviewed_by_id") WHERE "submissions"."reviewed_by_id" is not null;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_new_email" CHECK (("one_time_codes"."kind" = 'EMAIL_CHANGE') = ("one_time_codes"."new_email" is not null));--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_kind_known" CHECK ("one_time_codes"."kind" in ('EMAIL_VERIFICATION','PASSWORD_RESET','EMAIL_CHANGE'));--> statement-breakpoint
-- The audit log outlives the people it names: erasing an account blanks the words, details and addresses of its
-- entries and nothing else. Ids, actions and moments stay; without the erasing transaction's intent no row changes.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('app.erase_history', true) = 'on'
    AND (NEW.description IS NULL OR NEW.description IS NOT DISTINCT FROM OLD.description)
    AND (NEW.ip_address IS NULL OR NEW.ip_address IS NOT DISTINCT FROM OLD.ip_address)
    AND (NEW.metadata IS NULL OR NEW.metadata IS NOT DISTINCT FROM OLD.metadata)
    AND to_jsonb(NEW) - 'description' - 'ip_address' - 'metadata'
      = to_jsonb(OLD) - 'description' - 'ip_address' - 'metadata' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER audit_log_append_only ON "audit_log";
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
