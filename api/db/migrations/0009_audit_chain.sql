CREATE TABLE "audit_seals" (
	"number" integer PRIMARY KEY NOT NULL,
	"ids" "int8multirange" NOT NULL,
	"entries" integer NOT NULL,
	"previous" text NOT NULL,
	"digest" text NOT NULL,
	"open_from" timestamp (3) with time zone NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_log_league_idx";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "evidence" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "words_salt" uuid DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "words_digest" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "address_salt" uuid DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "address_digest" text;--> statement-breakpoint
CREATE INDEX "audit_seals_sealed_at_idx" ON "audit_seals" USING btree ("sealed_at");--> statement-breakpoint
CREATE INDEX "audit_log_league_idx" ON "audit_log" USING btree ((coalesce("metadata", "evidence")::jsonb ->> 'leagueId'),"created_at" DESC NULLS FIRST) WHERE coalesce("audit_log"."metadata", "audit_log"."evidence") like '%"leagueId":%';--> statement-breakpoint
-- What earlier entries keep for good: as toEvidence of api/audit/evidence.ts chooses it for new ones. They hold ids,
-- roles and states in these fields, and nothing else.
ALTER TABLE "audit_log" DISABLE TRIGGER "audit_log_append_only";
--> statement-breakpoint
UPDATE "audit_log" a SET "evidence" = (
  SELECT json_object_agg(key, value)::text FROM jsonb_each(a.metadata::jsonb)
  WHERE key IN ('role', 'status', 'from', 'to', 'permissions', 'scopesRemoved', 'leagueId', 'rows', 'names'))
WHERE a.metadata IS NOT NULL
  AND a.action ~ '^(USER_(CREATED|APPROVED|ROLE_CHANGED|STATUS_CHANGED|MADE_ADMINISTRATOR)|PATHFINDER_SCOPE_\w+|\w+_EXPORTED)$';
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER "audit_log_append_only";
--> statement-breakpoint
-- The digests that stand in for words and addresses, as ENTRY_DIGEST of api/audit/digest.ts has them.
CREATE FUNCTION audit_words_digest(entry audit_log) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(
    coalesce(octet_length(entry.words_salt::text)::text || ':' || entry.words_salt::text, '-')
    || coalesce(octet_length(entry.description)::text || ':' || entry.description, '-')
    || coalesce(octet_length(entry.metadata)::text || ':' || entry.metadata, '-'), 'UTF8')), 'hex')
$$;
--> statement-breakpoint
CREATE FUNCTION audit_address_digest(entry audit_log) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(
    coalesce(octet_length(entry.address_salt::text)::text || ':' || entry.address_salt::text, '-')
    || coalesce(octet_length(entry.ip_address)::text || ':' || entry.ip_address, '-'), 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- An erasing transaction may put the true digest in the place of words or address, with their salt, and nothing else.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE blanked audit_log := OLD;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('app.erase_history', true) = 'on' THEN
    IF OLD.words_digest IS NULL AND NEW.words_digest IS NOT NULL THEN
      blanked.words_digest := audit_words_digest(OLD);
      blanked.words_salt := NULL;
      blanked.description := NULL;
      blanked.metadata := NULL;
    END IF;
    IF OLD.address_digest IS NULL AND NEW.address_digest IS NOT NULL THEN
      blanked.address_digest := audit_address_digest(OLD);
      blanked.address_salt := NULL;
      blanked.ip_address := NULL;
    END IF;
    IF NEW IS NOT DISTINCT FROM blanked THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION blank_audit_log(erased text) RETURNS text LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT set_config('app.erase_history', 'on', true);
  UPDATE audit_log a SET words_digest = audit_words_digest(a), words_salt = NULL, description = NULL, metadata = NULL
  WHERE a.target_user_id = erased AND (a.description IS NOT NULL OR a.metadata IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = erased);
  UPDATE audit_log a SET address_digest = audit_address_digest(a), address_salt = NULL, ip_address = NULL
  WHERE (a.actor_id = erased OR (a.actor_id IS NULL AND a.target_user_id = erased)) AND a.ip_address IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = erased);
  SELECT set_config('app.erase_history', 'off', true);
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION blank_late_audit_entries() RETURNS text LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT set_config('app.erase_history', 'on', true);
  UPDATE audit_log a SET words_digest = audit_words_digest(a), words_salt = NULL, description = NULL, metadata = NULL
  WHERE a.created_at > now() - interval '1 day' AND a.target_user_id IS NOT NULL
    AND (a.description IS NOT NULL OR a.metadata IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = a.target_user_id);
  UPDATE audit_log a SET address_digest = audit_address_digest(a), address_salt = NULL, ip_address = NULL
  WHERE a.created_at > now() - interval '1 day' AND a.target_user_id IS NOT NULL
    AND a.ip_address IS NOT NULL AND (a.actor_id IS NULL OR a.actor_id = a.target_user_id)
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = a.target_user_id);
  SELECT set_config('app.erase_history', 'off', true);
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_seal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE ON "audit_seals"
  FOR EACH ROW EXECUTE FUNCTION refuse_seal_change();
--> statement-breakpoint
CREATE TRIGGER audit_seals_never_emptied BEFORE TRUNCATE ON "audit_seals"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_seal_change();
