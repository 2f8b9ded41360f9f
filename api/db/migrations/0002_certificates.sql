-- Twelve signs of Crockford base32, five bits each from a random UUID; bytes 6 and 8 carry its version and variant,
-- of the latter the low six bits are random.
CREATE FUNCTION new_certificate_code() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(drawn.bytes, place) & 31) + 1, 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes OFFSET 0) drawn,
    unnest(ARRAY[0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]) AS place
$$;
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text DEFAULT new_certificate_code() NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"league_id" text,
	"specialization_id" text,
	"holder_name" text,
	"title" text NOT NULL,
	"issuer" text NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"renamed_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by_id" text,
	"revocation_reason" text,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "certificates_code_form" CHECK ("certificates"."code" ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
	CONSTRAINT "certificates_kind_known" CHECK ("certificates"."kind" in ('LEAGUE','SPECIALIZATION')),
	CONSTRAINT "certificates_one_subject" CHECK (case "certificates"."kind" when 'LEAGUE' then "certificates"."specialization_id" else "certificates"."league_id" end is null),
	CONSTRAINT "certificates_holder" CHECK (("certificates"."user_id" is null) = ("certificates"."holder_name" is null)),
	CONSTRAINT "certificates_erased" CHECK (("certificates"."user_id" is null) = ("certificates"."erased_at" is not null)),
	CONSTRAINT "certificates_title_present" CHECK (length("certificates"."title") > 0),
	CONSTRAINT "certificates_revocation" CHECK (("certificates"."revoked_at" is null) = ("certificates"."revocation_reason" is null) or "certificates"."erased_at" is not null),
	CONSTRAINT "certificates_reason_length" CHECK (length("certificates"."revocation_reason") between 3 and 500)
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_revoked_by_id_users_id_fk" FOREIGN KEY ("revoked_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_code_key" ON "certificates" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_user_league_key" ON "certificates" USING btree ("user_id","league_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_user_specialization_key" ON "certificates" USING btree ("user_id","specialization_id");--> statement-breakpoint
CREATE INDEX "certificates_issued_at_idx" ON "certificates" USING btree ("issued_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "certificates_league_id_idx" ON "certificates" USING btree ("league_id","issued_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "certificates_specialization_id_idx" ON "certificates" USING btree ("specialization_id");--> statement-breakpoint
CREATE INDEX "certificates_revoked_by_id_idx" ON "certificates" USING btree ("revoked_by_id") WHERE "certificates"."revoked_by_id" is not null;
--> statement-breakpoint
-- However an account goes, its certificates lose the name and the words about its holder in the same statement.
CREATE FUNCTION erase_certificate_holder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.holder_name := NULL;
  NEW.revocation_reason := NULL;
  NEW.erased_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER certificates_erase_holder BEFORE UPDATE OF user_id ON "certificates"
  FOR EACH ROW WHEN (OLD.user_id IS NOT NULL AND NEW.user_id IS NULL) EXECUTE FUNCTION erase_certificate_holder();
