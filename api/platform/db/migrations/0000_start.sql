-- The whole schema: functions that tables use, tables, keys and indexes, then functions and triggers.

-- Twelve signs of Crockford base32, five bits each from a random UUID; bytes 6 and 8 carry its version and variant,
-- of the latter the low six bits are random.
CREATE FUNCTION new_certificate_code() RETURNS text LANGUAGE sql VOLATILE
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(drawn.bytes, place) & 31) + 1, 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes OFFSET 0) drawn,
    unnest(ARRAY[0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]) AS place
$$;

CREATE TABLE "access_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "demo_accounts" (
	"user_id" text PRIMARY KEY NOT NULL
);

CREATE TABLE "known_origins" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"origin_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_origins_user_id_kind_origin_hash_pk" PRIMARY KEY("user_id","kind","origin_hash"),
	CONSTRAINT "known_origins_kind_known" CHECK ("known_origins"."kind" in ('NETWORK','DEVICE'))
);

CREATE TABLE "former_addresses" (
	"user_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "olid_sequences" (
	"year" integer PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL
);

CREATE TABLE "one_time_codes" (
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"user_id" text,
	"code_hash" text NOT NULL,
	"new_email" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"link_hash" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_time_codes_kind_email_pk" PRIMARY KEY("kind","email"),
	CONSTRAINT "one_time_codes_kind_known" CHECK ("one_time_codes"."kind" in ('EMAIL_VERIFICATION','PASSWORD_RESET','EMAIL_CHANGE')),
	CONSTRAINT "one_time_codes_new_email" CHECK (("one_time_codes"."kind" = 'EMAIL_CHANGE') = ("one_time_codes"."new_email" is not null)),
	CONSTRAINT "one_time_codes_attempts_range" CHECK ("one_time_codes"."attempts" between 0 and 5)
);

CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"is_synced" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_name_present" CHECK (length("passkeys"."name") between 1 and 120)
);

CREATE TABLE "pathfinder_scopes" (
	"id" text PRIMARY KEY NOT NULL,
	"pathfinder_id" text NOT NULL,
	"league_id" text NOT NULL,
	"can_manage_users" boolean DEFAULT false NOT NULL,
	"can_view_analytics" boolean DEFAULT true NOT NULL,
	"can_create_content" boolean DEFAULT false NOT NULL,
	"assigned_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"assigned_by_id" text
);

CREATE TABLE "recovery_codes" (
	"user_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);

CREATE TABLE "report_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"session_began_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"refresh_token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"proven_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"passkey_proven_at" timestamp (3) with time zone,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "used_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT 'PIONEER' NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"institute" text,
	"department" text,
	"graduation_year" integer,
	"phone_number" text,
	"student_id" text,
	"olid" text,
	"migrated_to_v2_at" timestamp (3) with time zone,
	"email_verified_at" timestamp (3) with time zone,
	"mailbox_proven_at" timestamp (3) with time zone,
	"discord_username" text,
	"portfolio_url" text,
	"twitter_handle" text,
	"linkedin_url" text,
	"github_username" text,
	"kaggle_username" text,
	"current_cohort_id" text,
	"closed_at" timestamp (3) with time zone,
	"approved_at" timestamp (3) with time zone,
	"approved_by_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS ((case when octet_length((coalesce("name", '') || chr(10) || coalesce("email", '') || chr(10) || coalesce("olid", '') || chr(10) || coalesce("student_id", '') || chr(10) || coalesce("phone_number", '') || chr(10) || coalesce("twitter_handle", '') || chr(10) || coalesce("linkedin_url", '') || chr(10) || coalesce("github_username", '') || chr(10) || coalesce("kaggle_username", '') || chr(10) || coalesce("discord_username", '') || chr(10) || coalesce("portfolio_url", '') || chr(10) || regexp_replace(coalesce("phone_number", ''), '[^0-9]', '', 'g'))) = char_length((coalesce("name", '') || chr(10) || coalesce("email", '') || chr(10) || coalesce("olid", '') || chr(10) || coalesce("student_id", '') || chr(10) || coalesce("phone_number", '') || chr(10) || coalesce("twitter_handle", '') || chr(10) || coalesce("linkedin_url", '') || chr(10) || coalesce("github_username", '') || chr(10) || coalesce("kaggle_username", '') || chr(10) || coalesce("discord_username", '') || chr(10) || coalesce("portfolio_url", '') || chr(10) || regexp_replace(coalesce("phone_number", ''), '[^0-9]', '', 'g'))) then lower((coalesce("name", '') || chr(10) || coalesce("email", '') || chr(10) || coalesce("olid", '') || chr(10) || coalesce("student_id", '') || chr(10) || coalesce("phone_number", '') || chr(10) || coalesce("twitter_handle", '') || chr(10) || coalesce("linkedin_url", '') || chr(10) || coalesce("github_username", '') || chr(10) || coalesce("kaggle_username", '') || chr(10) || coalesce("discord_username", '') || chr(10) || coalesce("portfolio_url", '') || chr(10) || regexp_replace(coalesce("phone_number", ''), '[^0-9]', '', 'g')) collate "C") else lower(regexp_replace(normalize((coalesce("name", '') || chr(10) || coalesce("email", '') || chr(10) || coalesce("olid", '') || chr(10) || coalesce("student_id", '') || chr(10) || coalesce("phone_number", '') || chr(10) || coalesce("twitter_handle", '') || chr(10) || coalesce("linkedin_url", '') || chr(10) || coalesce("github_username", '') || chr(10) || coalesce("kaggle_username", '') || chr(10) || coalesce("discord_username", '') || chr(10) || coalesce("portfolio_url", '') || chr(10) || regexp_replace(coalesce("phone_number", ''), '[^0-9]', '', 'g')), NFD), '[̀-ͯ‌‍]', '', 'g')) end)) STORED,
	CONSTRAINT "users_closed_suspended" CHECK ("users"."closed_at" is null or "users"."status" = 'SUSPENDED'),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('PIONEER','LUMINARY','PATHFINDER','CHIEF_PATHFINDER','GRAND_PATHFINDER','ADMIN')),
	CONSTRAINT "users_status_known" CHECK ("users"."status" in ('PENDING','ACTIVE','SUSPENDED','INACTIVE')),
	CONSTRAINT "users_name_present" CHECK (length("users"."name") between 1 and 120),
	CONSTRAINT "users_graduation_year_range" CHECK ("users"."graduation_year" between 2000 and 2200),
	CONSTRAINT "users_twitter_handle_at" CHECK ("users"."twitter_handle" like '@%')
);

CREATE TABLE "badge_pictures" (
	"badge_id" text PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"png" text NOT NULL,
	CONSTRAINT "badge_pictures_digest" CHECK ("badge_pictures"."digest" ~ '^[0-9a-f]{16}$'),
	CONSTRAINT "badge_pictures_size" CHECK (octet_length(decode("badge_pictures"."png", 'base64')) between 1 and 102400)
);

CREATE TABLE "badges" (
	"id" text PRIMARY KEY NOT NULL,
	"league_id" text,
	"key" text,
	"name" text NOT NULL,
	"description" text,
	"image_url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

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
	"renaming_reason" text,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by_id" text,
	"revocation_reason" text,
	"erased_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS ((case when octet_length((coalesce("holder_name", '') || chr(10) || "title" || chr(10) || "code")) = char_length((coalesce("holder_name", '') || chr(10) || "title" || chr(10) || "code")) then lower((coalesce("holder_name", '') || chr(10) || "title" || chr(10) || "code") collate "C") else lower(regexp_replace(normalize((coalesce("holder_name", '') || chr(10) || "title" || chr(10) || "code"), NFD), '[̀-ͯ‌‍]', '', 'g')) end)) STORED,
	CONSTRAINT "certificates_code_form" CHECK ("certificates"."code" ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
	CONSTRAINT "certificates_kind_known" CHECK ("certificates"."kind" in ('LEAGUE','SPECIALIZATION')),
	CONSTRAINT "certificates_one_subject" CHECK (case "certificates"."kind" when 'LEAGUE' then "certificates"."specialization_id" else "certificates"."league_id" end is null),
	CONSTRAINT "certificates_holder" CHECK (("certificates"."user_id" is null) = ("certificates"."holder_name" is null)),
	CONSTRAINT "certificates_erased" CHECK (("certificates"."user_id" is null) = ("certificates"."erased_at" is not null)),
	CONSTRAINT "certificates_title_present" CHECK (length("certificates"."title") > 0),
	CONSTRAINT "certificates_revocation" CHECK (("certificates"."revoked_at" is null) = ("certificates"."revocation_reason" is null) or "certificates"."erased_at" is not null),
	CONSTRAINT "certificates_renaming" CHECK (("certificates"."renamed_at" is null) = ("certificates"."renaming_reason" is null) or "certificates"."erased_at" is not null),
	CONSTRAINT "certificates_renaming_reason_length" CHECK (length("certificates"."renaming_reason") between 3 and 500),
	CONSTRAINT "certificates_reason_length" CHECK (length("certificates"."revocation_reason") between 3 and 500)
);

CREATE TABLE "user_badges" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"badge_id" text NOT NULL,
	"earned_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"awarded_by_id" text,
	"reason" text
);

CREATE TABLE "user_specializations" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"specialization_id" text NOT NULL,
	"completed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "assignments" (
	"id" text PRIMARY KEY NOT NULL,
	"league_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "cohorts" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"auto_approve" boolean DEFAULT false NOT NULL,
	"max_enrollments" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cohorts_name_present" CHECK (length("cohorts"."name") > 0),
	CONSTRAINT "cohorts_max_enrollments_positive" CHECK ("cohorts"."max_enrollments" > 0)
);

CREATE TABLE "curriculum_version" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"number" bigint NOT NULL,
	CONSTRAINT "curriculum_version_one" CHECK ("curriculum_version"."id" = 1)
);

CREATE TABLE "leagues" (
	"id" text PRIMARY KEY NOT NULL,
	"cohort_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"expires_at" timestamp (3) with time zone,
	"weeks_count" integer DEFAULT 0 NOT NULL,
	"sections_count" integer DEFAULT 0 NOT NULL,
	"resources_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leagues_name_present" CHECK (length("leagues"."name") > 0),
	CONSTRAINT "leagues_counts_range" CHECK ("leagues"."weeks_count" >= 0 and "leagues"."sections_count" >= 0 and "leagues"."resources_count" >= 0)
);

CREATE TABLE "resources" (
	"id" text PRIMARY KEY NOT NULL,
	"section_id" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"type" text NOT NULL,
	"minutes" integer,
	"order" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resources_section_order_key" UNIQUE("section_id","order") INCLUDE ("id") DEFERRABLE,
	CONSTRAINT "resources_minutes_range" CHECK ("resources"."minutes" between 1 and 1440),
	CONSTRAINT "resources_order_positive" CHECK ("resources"."order" >= 1),
	CONSTRAINT "resources_title_length" CHECK (length("resources"."title") between 1 and 200),
	CONSTRAINT "resources_type_known" CHECK ("resources"."type" in ('VIDEO','ARTICLE','EXTERNAL_LINK','BLOG')),
	CONSTRAINT "resources_url_http" CHECK ("resources"."url" ~* '^https?://')
);

CREATE TABLE "sections" (
	"id" text PRIMARY KEY NOT NULL,
	"week_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"order" integer NOT NULL,
	"resources_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sections_week_order_key" UNIQUE("week_id","order") DEFERRABLE,
	CONSTRAINT "sections_order_positive" CHECK ("sections"."order" >= 1),
	CONSTRAINT "sections_name_length" CHECK (length("sections"."name") between 1 and 100)
);

CREATE TABLE "specialization_leagues" (
	"id" text PRIMARY KEY NOT NULL,
	"specialization_id" text NOT NULL,
	"league_id" text NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "specialization_leagues_order_positive" CHECK ("specialization_leagues"."order" >= 1)
);

CREATE TABLE "specializations" (
	"id" text PRIMARY KEY NOT NULL,
	"cohort_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "specializations_name_present" CHECK (length("specializations"."name") > 0)
);

CREATE TABLE "weeks" (
	"id" text PRIMARY KEY NOT NULL,
	"league_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"order" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "weeks_league_order_key" UNIQUE("league_id","order") DEFERRABLE,
	CONSTRAINT "weeks_order_positive" CHECK ("weeks"."order" >= 1),
	CONSTRAINT "weeks_name_present" CHECK (length("weeks"."name") > 0)
);

CREATE TABLE "rank_snapshots" (
	"week_start" date NOT NULL,
	"user_id" text NOT NULL,
	"rank" integer NOT NULL,
	CONSTRAINT "rank_snapshots_user_id_week_start_pk" PRIMARY KEY("user_id","week_start"),
	CONSTRAINT "rank_snapshots_rank_positive" CHECK ("rank_snapshots"."rank" >= 1)
);

CREATE TABLE "rank_weeks" (
	"week_start" date PRIMARY KEY NOT NULL,
	"taken_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "enrollments" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"cohort_id" text NOT NULL,
	"league_id" text NOT NULL,
	"enrolled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "league_progress" (
	"user_id" text NOT NULL,
	"league_id" text NOT NULL,
	"completed_resources" integer DEFAULT 0 NOT NULL,
	"completed_sections" integer DEFAULT 0 NOT NULL,
	"completed_weeks" integer DEFAULT 0 NOT NULL,
	"last_completed_at" timestamp (3) with time zone,
	"last_completed_resource_id" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "league_progress_user_id_league_id_pk" PRIMARY KEY("user_id","league_id"),
	CONSTRAINT "league_progress_counts_range" CHECK ("league_progress"."completed_resources" >= 0 and "league_progress"."completed_sections" >= 0 and "league_progress"."completed_weeks" >= 0)
);

CREATE TABLE "learner_stats" (
	"user_id" text PRIMARY KEY NOT NULL,
	"completed_resources" integer DEFAULT 0 NOT NULL,
	"badges_earned" integer DEFAULT 0 NOT NULL,
	"last_completed_at" timestamp (3) with time zone,
	"last_completed_resource_id" text,
	"is_ranked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "learner_stats_counts_range" CHECK ("learner_stats"."completed_resources" >= 0 and "learner_stats"."badges_earned" >= 0)
);

CREATE TABLE "progress_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"resource_id" text,
	"section_id" text NOT NULL,
	"league_id" text NOT NULL,
	"kind" text NOT NULL,
	"personal_note" text,
	"time_spent_seconds" integer,
	"restored_completed_at" timestamp (3) with time zone,
	"restored_marked_at" timestamp (3) with time zone,
	"undoes_id" bigint,
	"idempotency_key" text,
	"occurred_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "progress_events_kind_known" CHECK ("progress_events"."kind" in ('COMPLETED','MARKED_FOR_REVISION','NOTED','RESET','UNMARKED','RESTORED',
        'SECTION_NOTED','SECTION_MARKED','SECTION_UNMARKED')),
	CONSTRAINT "progress_events_about_resource_or_section" CHECK (("progress_events"."resource_id" is null) = ("progress_events"."kind" in ('SECTION_NOTED','SECTION_MARKED','SECTION_UNMARKED'))),
	CONSTRAINT "progress_events_restored_by_undo" CHECK (num_nonnulls("progress_events"."restored_completed_at", "progress_events"."restored_marked_at") = 0 or "progress_events"."undoes_id" is not null)
);

CREATE TABLE "resource_progress" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"resource_id" text NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"marked_for_revision_at" timestamp (3) with time zone,
	"personal_note" text,
	"time_spent_seconds" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resource_progress_note_length" CHECK (length("resource_progress"."personal_note") between 1 and 1000),
	CONSTRAINT "resource_progress_time_range" CHECK ("resource_progress"."time_spent_seconds" between 0 and 86400)
);

CREATE TABLE "revision_cards" (
	"user_id" text NOT NULL,
	"resource_id" text NOT NULL,
	"marked_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"stability" double precision DEFAULT 0 NOT NULL,
	"difficulty" double precision DEFAULT 0 NOT NULL,
	"state" integer DEFAULT 0 NOT NULL,
	"repetitions" integer DEFAULT 0 NOT NULL,
	"lapses" integer DEFAULT 0 NOT NULL,
	"scheduled_days" integer DEFAULT 0 NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	CONSTRAINT "revision_cards_user_id_resource_id_pk" PRIMARY KEY("user_id","resource_id"),
	CONSTRAINT "revision_cards_state_known" CHECK ("revision_cards"."state" between 0 and 3)
);

CREATE TABLE "revision_pauses" (
	"user_id" text PRIMARY KEY NOT NULL,
	"paused_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "revision_reviews" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"resource_id" text NOT NULL,
	"rating" text NOT NULL,
	"card_before" text,
	"reviewed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "revision_reviews_rating_known" CHECK ("revision_reviews"."rating" in ('REMEMBERED','KEEP'))
);

CREATE TABLE "section_progress" (
	"user_id" text NOT NULL,
	"section_id" text NOT NULL,
	"completed_resources" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"marked_for_revision_at" timestamp (3) with time zone,
	"personal_note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "section_progress_user_id_section_id_pk" PRIMARY KEY("user_id","section_id"),
	CONSTRAINT "section_progress_count_range" CHECK ("section_progress"."completed_resources" >= 0),
	CONSTRAINT "section_progress_note_length" CHECK (length("section_progress"."personal_note") between 1 and 1000)
);

CREATE TABLE "submission_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"submission_id" text NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'SUBMITTED' NOT NULL,
	"content" text,
	"file_url" text,
	"github_url" text,
	"live_url" text,
	"submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"feedback" text,
	"reviewed_by_id" text,
	"reviewed_at" timestamp (3) with time zone,
	CONSTRAINT "submission_attempts_number_positive" CHECK ("submission_attempts"."number" >= 1),
	CONSTRAINT "submission_attempts_status_known" CHECK ("submission_attempts"."status" in ('SUBMITTED','UNDER_REVIEW','APPROVED','NEEDS_REVISION')),
	CONSTRAINT "submission_attempts_one_answer" CHECK (num_nonnulls("submission_attempts"."content", "submission_attempts"."file_url", "submission_attempts"."github_url", "submission_attempts"."live_url") = 1)
);

CREATE TABLE "submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"assignment_id" text NOT NULL,
	"user_id" text NOT NULL,
	"status" text DEFAULT 'SUBMITTED' NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"content" text,
	"file_url" text,
	"github_url" text,
	"live_url" text,
	"submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"feedback" text,
	"reviewed_by_id" text,
	"reviewed_at" timestamp (3) with time zone,
	"claimed_by_id" text,
	"claimed_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "submissions_claim_ends" CHECK ("submissions"."claimed_by_id" is null or "submissions"."claimed_until" is not null),
	CONSTRAINT "submissions_status_known" CHECK ("submissions"."status" in ('SUBMITTED','UNDER_REVIEW','APPROVED','NEEDS_REVISION')),
	CONSTRAINT "submissions_one_answer" CHECK (num_nonnulls("submissions"."content", "submissions"."file_url", "submissions"."github_url", "submissions"."live_url") = 1)
);

CREATE TABLE "answered_requests" (
	"user_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"reply" text,
	"answered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answered_requests_user_id_idempotency_key_pk" PRIMARY KEY("user_id","idempotency_key")
);

CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"actor_id" text,
	"target_user_id" text,
	"action" text NOT NULL,
	"description" text,
	"metadata" text,
	"evidence" text,
	"ip_address" text,
	"request_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"words_salt" uuid DEFAULT gen_random_uuid(),
	"words_digest" text,
	"address_salt" uuid DEFAULT gen_random_uuid(),
	"address_digest" text
);

CREATE TABLE "audit_seals" (
	"number" bigint PRIMARY KEY NOT NULL,
	"ids" "int8multirange" NOT NULL,
	"entries" integer NOT NULL,
	"previous" text NOT NULL,
	"digest" text NOT NULL,
	"open_from" timestamp (3) with time zone NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "outbox_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"sealed_content" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"last_error" text,
	"dedupe_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_messages_attempts_range" CHECK ("outbox_messages"."attempts" >= 0)
);

CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "demo_accounts" ADD CONSTRAINT "demo_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "known_origins" ADD CONSTRAINT "known_origins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "pathfinder_scopes" ADD CONSTRAINT "pathfinder_scopes_pathfinder_id_users_id_fk" FOREIGN KEY ("pathfinder_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "pathfinder_scopes" ADD CONSTRAINT "pathfinder_scopes_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "pathfinder_scopes" ADD CONSTRAINT "pathfinder_scopes_assigned_by_id_users_id_fk" FOREIGN KEY ("assigned_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_links" ADD CONSTRAINT "report_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "users" ADD CONSTRAINT "users_current_cohort_id_cohorts_id_fk" FOREIGN KEY ("current_cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "users" ADD CONSTRAINT "users_approved_by_id_users_id_fk" FOREIGN KEY ("approved_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "badge_pictures" ADD CONSTRAINT "badge_pictures_badge_id_badges_id_fk" FOREIGN KEY ("badge_id") REFERENCES "public"."badges"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "badges" ADD CONSTRAINT "badges_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_revoked_by_id_users_id_fk" FOREIGN KEY ("revoked_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "user_badges" ADD CONSTRAINT "user_badges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_badges" ADD CONSTRAINT "user_badges_badge_id_badges_id_fk" FOREIGN KEY ("badge_id") REFERENCES "public"."badges"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_badges" ADD CONSTRAINT "user_badges_awarded_by_id_users_id_fk" FOREIGN KEY ("awarded_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "user_specializations" ADD CONSTRAINT "user_specializations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_specializations" ADD CONSTRAINT "user_specializations_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "leagues" ADD CONSTRAINT "leagues_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "resources" ADD CONSTRAINT "resources_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sections" ADD CONSTRAINT "sections_week_id_weeks_id_fk" FOREIGN KEY ("week_id") REFERENCES "public"."weeks"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "specialization_leagues" ADD CONSTRAINT "specialization_leagues_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "specialization_leagues" ADD CONSTRAINT "specialization_leagues_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "specializations" ADD CONSTRAINT "specializations_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "weeks" ADD CONSTRAINT "weeks_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_cohort_id_cohorts_id_fk" FOREIGN KEY ("cohort_id") REFERENCES "public"."cohorts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "league_progress" ADD CONSTRAINT "league_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "league_progress" ADD CONSTRAINT "league_progress_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "learner_stats" ADD CONSTRAINT "learner_stats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "progress_events" ADD CONSTRAINT "progress_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "progress_events" ADD CONSTRAINT "progress_events_undoes_id_progress_events_id_fk" FOREIGN KEY ("undoes_id") REFERENCES "public"."progress_events"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "resource_progress" ADD CONSTRAINT "resource_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "resource_progress" ADD CONSTRAINT "resource_progress_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "revision_cards" ADD CONSTRAINT "revision_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "revision_cards" ADD CONSTRAINT "revision_cards_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "revision_pauses" ADD CONSTRAINT "revision_pauses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "revision_reviews" ADD CONSTRAINT "revision_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "revision_reviews" ADD CONSTRAINT "revision_reviews_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "section_progress" ADD CONSTRAINT "section_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "section_progress" ADD CONSTRAINT "section_progress_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "submission_attempts" ADD CONSTRAINT "submission_attempts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "submission_attempts" ADD CONSTRAINT "submission_attempts_reviewed_by_id_users_id_fk" FOREIGN KEY ("reviewed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_reviewed_by_id_users_id_fk" FOREIGN KEY ("reviewed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_claimed_by_id_users_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "answered_requests" ADD CONSTRAINT "answered_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "rank_snapshots" ADD CONSTRAINT "rank_snapshots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "access_tokens_session_id_idx" ON "access_tokens" USING btree ("session_id");
CREATE INDEX "access_tokens_expires_at_idx" ON "access_tokens" USING btree ("expires_at");
CREATE INDEX "known_origins_origin_hash_idx" ON "known_origins" USING btree ("origin_hash");
CREATE INDEX "known_origins_last_used_at_idx" ON "known_origins" USING btree ("last_used_at");
CREATE INDEX "former_addresses_email_idx" ON "former_addresses" USING btree ("email");
CREATE INDEX "one_time_codes_user_id_idx" ON "one_time_codes" USING btree ("user_id");
CREATE INDEX "one_time_codes_expires_at_idx" ON "one_time_codes" USING btree ("expires_at");
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys" USING btree ("credential_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys" USING btree ("user_id","created_at");
CREATE UNIQUE INDEX "pathfinder_scopes_pathfinder_league_key" ON "pathfinder_scopes" USING btree ("pathfinder_id","league_id");
CREATE INDEX "pathfinder_scopes_league_id_idx" ON "pathfinder_scopes" USING btree ("league_id");
CREATE INDEX "pathfinder_scopes_assigned_by_id_idx" ON "pathfinder_scopes" USING btree ("assigned_by_id") WHERE "pathfinder_scopes"."assigned_by_id" is not null;
CREATE INDEX "report_links_user_id_idx" ON "report_links" USING btree ("user_id");
CREATE UNIQUE INDEX "sessions_refresh_token_hash_key" ON "sessions" USING btree ("refresh_token_hash");
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");
CREATE INDEX "used_challenges_expires_at_idx" ON "used_challenges" USING btree ("expires_at");
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");
CREATE UNIQUE INDEX "users_olid_key" ON "users" USING btree ("olid");
CREATE INDEX "users_status_idx" ON "users" USING btree ("status","created_at" DESC NULLS FIRST);
CREATE INDEX "users_created_order_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id","role");
CREATE INDEX "users_figures_idx" ON "users" USING btree ("status","role","migrated_to_v2_at");
CREATE INDEX "users_name_order_idx" ON "users" USING btree ("name" collate "und-x-icu","id","role");
CREATE INDEX "users_olid_order_idx" ON "users" USING btree ("olid" DESC NULLS LAST,"id" DESC NULLS FIRST);
CREATE INDEX "users_role_idx" ON "users" USING btree ("role","created_at" DESC NULLS FIRST,"id");
CREATE INDEX "users_name_words_idx" ON "users" USING gin (to_tsvector('simple', (case when octet_length("name") = char_length("name") then lower("name" collate "C") else lower(regexp_replace(normalize("name", NFD), '[̀-ͯ‌‍]', '', 'g')) end)));
CREATE INDEX "users_approved_by_id_idx" ON "users" USING btree ("approved_by_id") WHERE "users"."approved_by_id" is not null;
CREATE INDEX "users_closed_at_idx" ON "users" USING btree ("closed_at") WHERE "users"."closed_at" is not null;
CREATE INDEX "users_earlier_password_idx" ON "users" USING btree (substr("password_hash", 5, 2)) WHERE "users"."password_hash" like '$2%';
CREATE UNIQUE INDEX "badges_league_id_key" ON "badges" USING btree ("league_id");
CREATE UNIQUE INDEX "badges_key_key" ON "badges" USING btree ("key");
CREATE UNIQUE INDEX "certificates_code_key" ON "certificates" USING btree ("code");
CREATE UNIQUE INDEX "certificates_user_league_key" ON "certificates" USING btree ("user_id","league_id");
CREATE UNIQUE INDEX "certificates_user_specialization_key" ON "certificates" USING btree ("user_id","specialization_id");
CREATE INDEX "certificates_issued_at_idx" ON "certificates" USING btree ("issued_at" DESC NULLS FIRST,"id");
CREATE INDEX "certificates_league_id_idx" ON "certificates" USING btree ("league_id","issued_at" DESC NULLS FIRST,"id");
CREATE INDEX "certificates_withdrawn_idx" ON "certificates" USING btree ("issued_at" DESC NULLS FIRST,"id","league_id") WHERE "certificates"."revoked_at" is not null or "certificates"."erased_at" is not null;
CREATE INDEX "certificates_specialization_id_idx" ON "certificates" USING btree ("specialization_id");
CREATE INDEX "certificates_revoked_by_id_idx" ON "certificates" USING btree ("revoked_by_id") WHERE "certificates"."revoked_by_id" is not null;
CREATE UNIQUE INDEX "user_badges_user_badge_key" ON "user_badges" USING btree ("user_id","badge_id");
CREATE INDEX "user_badges_badge_id_idx" ON "user_badges" USING btree ("badge_id","earned_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"user_id");
CREATE INDEX "user_badges_awarded_by_id_idx" ON "user_badges" USING btree ("awarded_by_id") WHERE "user_badges"."awarded_by_id" is not null;
CREATE UNIQUE INDEX "user_specializations_pair_key" ON "user_specializations" USING btree ("user_id","specialization_id");
CREATE INDEX "user_specializations_specialization_id_idx" ON "user_specializations" USING btree ("specialization_id");
CREATE UNIQUE INDEX "assignments_league_id_key" ON "assignments" USING btree ("league_id");
CREATE UNIQUE INDEX "cohorts_name_key" ON "cohorts" USING btree (normalize("name", NFC));
CREATE UNIQUE INDEX "leagues_name_key" ON "leagues" USING btree (normalize("name", NFC));
CREATE INDEX "leagues_cohort_id_idx" ON "leagues" USING btree ("cohort_id");
CREATE UNIQUE INDEX "specialization_leagues_pair_key" ON "specialization_leagues" USING btree ("specialization_id","league_id");
CREATE INDEX "specialization_leagues_league_id_idx" ON "specialization_leagues" USING btree ("league_id");
CREATE UNIQUE INDEX "specializations_cohort_name_key" ON "specializations" USING btree ("cohort_id",normalize("name", NFC));
CREATE UNIQUE INDEX "enrollments_user_cohort_league_key" ON "enrollments" USING btree ("user_id","cohort_id","league_id");
CREATE INDEX "enrollments_user_league_idx" ON "enrollments" USING btree ("user_id","league_id");
CREATE INDEX "enrollments_enrolled_idx" ON "enrollments" USING btree ("enrolled_at" DESC NULLS FIRST);
CREATE INDEX "enrollments_league_id_idx" ON "enrollments" USING btree ("league_id","enrolled_at" DESC NULLS FIRST,"cohort_id");
CREATE INDEX "enrollments_cohort_id_idx" ON "enrollments" USING btree ("cohort_id","enrolled_at" DESC NULLS FIRST);
CREATE INDEX "league_progress_ranking_idx" ON "league_progress" USING btree ("league_id","completed_resources" DESC NULLS LAST,"last_completed_at" DESC NULLS LAST,"user_id");
CREATE INDEX "learner_stats_ranking_idx" ON "learner_stats" USING btree ("completed_resources" DESC NULLS LAST,"last_completed_at" DESC NULLS LAST,"user_id","badges_earned","last_completed_resource_id") WHERE "learner_stats"."is_ranked";
CREATE UNIQUE INDEX "progress_events_undoes_key" ON "progress_events" USING btree ("undoes_id") WHERE "progress_events"."undoes_id" is not null;
CREATE UNIQUE INDEX "progress_events_idempotency_key" ON "progress_events" USING btree ("user_id","idempotency_key");
CREATE INDEX "progress_events_user_resource_idx" ON "progress_events" USING btree ("user_id","resource_id","id");
CREATE INDEX "progress_events_user_occurred_idx" ON "progress_events" USING btree ("user_id","occurred_at");
CREATE INDEX "progress_events_occurred_idx" ON "progress_events" USING btree ("occurred_at","user_id","league_id");
CREATE INDEX "progress_events_league_occurred_idx" ON "progress_events" USING btree ("league_id","occurred_at","user_id");
CREATE UNIQUE INDEX "resource_progress_user_resource_key" ON "resource_progress" USING btree ("user_id","resource_id");
CREATE INDEX "resource_progress_resource_id_idx" ON "resource_progress" USING btree ("resource_id");
CREATE INDEX "resource_progress_user_completed_idx" ON "resource_progress" USING btree ("user_id","completed_at" DESC NULLS FIRST) WHERE "resource_progress"."completed_at" is not null;
CREATE INDEX "resource_progress_user_revision_idx" ON "resource_progress" USING btree ("user_id","updated_at" DESC NULLS FIRST) WHERE "resource_progress"."marked_for_revision_at" is not null;
CREATE INDEX "revision_cards_resource_id_idx" ON "revision_cards" USING btree ("resource_id");
CREATE INDEX "revision_reviews_user_resource_idx" ON "revision_reviews" USING btree ("user_id","resource_id","id");
CREATE INDEX "revision_reviews_resource_id_idx" ON "revision_reviews" USING btree ("resource_id");
CREATE INDEX "section_progress_section_id_idx" ON "section_progress" USING btree ("section_id");
CREATE UNIQUE INDEX "submission_attempts_number_key" ON "submission_attempts" USING btree ("submission_id","number");
CREATE INDEX "submission_attempts_reviewed_by_id_idx" ON "submission_attempts" USING btree ("reviewed_by_id") WHERE "submission_attempts"."reviewed_by_id" is not null;
CREATE UNIQUE INDEX "submissions_assignment_user_key" ON "submissions" USING btree ("assignment_id","user_id");
CREATE INDEX "submissions_user_id_idx" ON "submissions" USING btree ("user_id");
CREATE INDEX "submissions_waiting_idx" ON "submissions" USING btree ("submitted_at","id","assignment_id","status","user_id","claimed_by_id","claimed_until") WHERE "submissions"."status" in ('SUBMITTED','UNDER_REVIEW');
CREATE INDEX "submissions_submitted_idx" ON "submissions" USING btree ("submitted_at","id");
CREATE INDEX "submissions_queue_idx" ON "submissions" USING btree (("status" not in ('SUBMITTED','UNDER_REVIEW')),"submitted_at","id","user_id","status");
CREATE INDEX "submissions_reviewed_by_id_idx" ON "submissions" USING btree ("reviewed_by_id") WHERE "submissions"."reviewed_by_id" is not null;
CREATE INDEX "submissions_claimed_by_id_idx" ON "submissions" USING btree ("claimed_by_id") WHERE "submissions"."claimed_by_id" is not null;
CREATE INDEX "answered_requests_answered_at_idx" ON "answered_requests" USING btree ("answered_at");
CREATE INDEX "audit_log_created_at_idx" ON "audit_log" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
CREATE INDEX "audit_log_target_idx" ON "audit_log" USING btree ("target_user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
CREATE INDEX "audit_log_league_idx" ON "audit_log" USING btree ((coalesce("metadata", "evidence")::jsonb ->> 'leagueId'),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE coalesce("audit_log"."metadata", "audit_log"."evidence") like '%"leagueId":%';
CREATE INDEX "audit_seals_sealed_at_idx" ON "audit_seals" USING btree ("sealed_at");
CREATE UNIQUE INDEX "outbox_messages_dedupe_key" ON "outbox_messages" USING btree ("dedupe_key");
CREATE INDEX "outbox_messages_due_idx" ON "outbox_messages" USING btree ("next_attempt_at") WHERE "outbox_messages"."sent_at" is null and "outbox_messages"."failed_at" is null;
CREATE INDEX "outbox_messages_user_id_idx" ON "outbox_messages" USING btree ("user_id");
CREATE INDEX "outbox_messages_created_at_idx" ON "outbox_messages" USING btree ("created_at");
CREATE INDEX "rate_limits_window_ends_at_idx" ON "rate_limits" USING btree ("window_ends_at");

-- Reordering is one UPDATE: the order keys above are deferrable, so a swap is judged when the statement ends.
-- History is append-only: a row of these tables is never changed. Where it is erasable, it goes with a person's data
-- in a transaction that sets app.erase_history.
CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_ARGV[0] = 'erasable' AND current_setting('app.erase_history', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- The digest that stands in for words or an address, as ENTRY_DIGEST of api/platform/audit/digest.ts has it.
CREATE FUNCTION audit_digest(VARIADIC parts text[]) RETURNS text LANGUAGE sql IMMUTABLE
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT encode(sha256(convert_to(
    string_agg(coalesce(octet_length(part)::text || ':' || part, '-'), '' ORDER BY place), 'UTF8')), 'hex')
  FROM unnest(parts) WITH ORDINALITY AS listed (part, place)
$$;

-- An erasing transaction may put the true digest in the place of words or address, with their salt, and nothing else.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE blanked audit_log := OLD;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('app.erase_history', true) = 'on' THEN
    IF OLD.words_digest IS NULL AND NEW.words_digest IS NOT NULL THEN
      blanked.words_digest := audit_digest(OLD.words_salt::text, OLD.description, OLD.metadata);
      blanked.words_salt := NULL;
      blanked.description := NULL;
      blanked.metadata := NULL;
    END IF;
    IF OLD.address_digest IS NULL AND NEW.address_digest IS NOT NULL THEN
      blanked.address_digest := audit_digest(OLD.address_salt::text, OLD.ip_address);
      blanked.address_salt := NULL;
      blanked.ip_address := NULL;
    END IF;
    IF NEW IS NOT DISTINCT FROM blanked THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION blank_audit_log(erased text) RETURNS text LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT set_config('app.erase_history', 'on', true);
  UPDATE audit_log a SET words_digest = audit_digest(a.words_salt::text, a.description, a.metadata),
    words_salt = NULL, description = NULL, metadata = NULL
  WHERE a.target_user_id = erased AND (a.description IS NOT NULL OR a.metadata IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = erased);
  UPDATE audit_log a SET address_digest = audit_digest(a.address_salt::text, a.ip_address),
    address_salt = NULL, ip_address = NULL
  WHERE (a.actor_id = erased OR (a.actor_id IS NULL AND a.target_user_id = erased)) AND a.ip_address IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = erased);
  SELECT set_config('app.erase_history', 'off', true);
$$;

CREATE FUNCTION blank_late_audit_entries() RETURNS text LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT set_config('app.erase_history', 'on', true);
  UPDATE audit_log a SET words_digest = audit_digest(a.words_salt::text, a.description, a.metadata),
    words_salt = NULL, description = NULL, metadata = NULL
  WHERE a.created_at > now() - interval '1 day' AND a.target_user_id IS NOT NULL
    AND (a.description IS NOT NULL OR a.metadata IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = a.target_user_id);
  UPDATE audit_log a SET address_digest = audit_digest(a.address_salt::text, a.ip_address),
    address_salt = NULL, ip_address = NULL
  WHERE a.created_at > now() - interval '1 day' AND a.target_user_id IS NOT NULL
    AND a.ip_address IS NOT NULL AND (a.actor_id IS NULL OR a.actor_id = a.target_user_id)
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = a.target_user_id);
  SELECT set_config('app.erase_history', 'off', true);
$$;

-- However an account goes, its certificates lose the name and the words about its holder in the same statement.
CREATE FUNCTION erase_certificate_holder() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.holder_name := NULL;
  NEW.renaming_reason := NULL;
  NEW.revocation_reason := NULL;
  NEW.erased_at := now();
  RETURN NEW;
END $$;

CREATE TRIGGER progress_events_append_only BEFORE UPDATE OR DELETE ON "progress_events"
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change('erasable');

CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER certificates_erase_holder BEFORE UPDATE OF user_id ON "certificates"
  FOR EACH ROW WHEN (OLD.user_id IS NOT NULL AND NEW.user_id IS NULL) EXECUTE FUNCTION erase_certificate_holder();

-- A statement that empties a table passes by the triggers that look at rows.
CREATE TRIGGER progress_events_never_emptied BEFORE TRUNCATE ON "progress_events"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();

CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();

-- A seal follows the last one, and names neither entries nor times to come: no seal ends the chain.
CREATE FUNCTION number_seal() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF isempty(NEW.ids) OR upper_inf(NEW.ids) OR lower_inf(NEW.ids) OR lower(NEW.ids) < 1
    OR upper(NEW.ids) > (SELECT coalesce(max(id), 0) + 1 FROM audit_log)
    OR NEW.open_from > NEW.sealed_at OR NEW.sealed_at > clock_timestamp() + interval '1 minute' THEN
    RAISE EXCEPTION 'A seal names past entries and times' USING ERRCODE = 'restrict_violation';
  END IF;
  NEW.number := (SELECT coalesce(max(number), 0) + 1 FROM audit_seals);
  RETURN NEW;
END $$;

CREATE TRIGGER audit_seals_numbered BEFORE INSERT ON "audit_seals"
  FOR EACH ROW EXECUTE FUNCTION number_seal();

CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE ON "audit_seals"
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();

CREATE TRIGGER audit_seals_never_emptied BEFORE TRUNCATE ON "audit_seals"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
