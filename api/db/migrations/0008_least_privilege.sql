ALTER TABLE "progress_events" DROP CONSTRAINT "progress_events_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "progress_events" ADD CONSTRAINT "progress_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- The role that serves may add to the audit log and read it, nothing more. Both functions run with their owner's rights
-- and take words away only where the account they are about is gone.
CREATE FUNCTION blank_audit_log(erased text) RETURNS text LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT set_config('app.erase_history', 'on', true);
  UPDATE audit_log SET
    description = CASE WHEN target_user_id = erased THEN NULL ELSE description END,
    metadata = CASE WHEN target_user_id = erased THEN NULL ELSE metadata END,
    ip_address = CASE WHEN actor_id = erased OR actor_id IS NULL THEN NULL ELSE ip_address END
  WHERE (target_user_id = erased OR actor_id = erased)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = erased);
  SELECT set_config('app.erase_history', 'off', true);
$$;
--> statement-breakpoint
CREATE FUNCTION blank_late_audit_entries() RETURNS text LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT set_config('app.erase_history', 'on', true);
  UPDATE audit_log a SET description = NULL, metadata = NULL,
    ip_address = CASE WHEN a.actor_id IS NULL OR a.actor_id = a.target_user_id THEN NULL ELSE a.ip_address END
  WHERE a.created_at > now() - interval '1 day' AND a.target_user_id IS NOT NULL
    AND (a.description IS NOT NULL OR a.metadata IS NOT NULL
      OR (a.ip_address IS NOT NULL AND (a.actor_id IS NULL OR a.actor_id = a.target_user_id)))
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = a.target_user_id);
  SELECT set_config('app.erase_history', 'off', true);
$$;
