-- Which three letters stand in a row in a text. What is shorter is found by prefix: the end of each line, which is
-- chr(10), stands in for the letters that are missing.
CREATE FUNCTION search_grams(content text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_tsvector(ARRAY(SELECT substr(content, i, 3) FROM generate_series(1, length(content) - 1) i))
$$;
--> statement-breakpoint
-- What must be among them where a text holds a term. Forty narrow it as far as more would.
CREATE FUNCTION search_query(term text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(
    '''' || replace(replace(substr(term, i, 3), '\', '\\'), '''', '''''') || '''' || CASE WHEN length(term) < 3 THEN ':*' ELSE '' END,
    ' & ')::tsquery
  FROM generate_series(1, least(greatest(length(term) - 2, 1), 40)) i
$$;
--> statement-breakpoint
DROP INDEX "users_created_at_idx";--> statement-breakpoint
CREATE INDEX "users_created_order_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id","role");--> statement-breakpoint
CREATE INDEX "users_status_role_idx" ON "users" USING btree ("status","role");--> statement-breakpoint
CREATE INDEX "users_name_order_idx" ON "users" USING btree ("name" collate "und-x-icu","id","role");--> statement-breakpoint
CREATE INDEX "users_name_folded_idx" ON "users" USING btree (lower("name") collate "C");--> statement-breakpoint
CREATE INDEX "users_olid_order_idx" ON "users" USING btree ("olid" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_role_idx" ON "users" USING btree ("role","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "users_migrated_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id","role") WHERE "users"."migrated_to_v2_at" is not null;--> statement-breakpoint
CREATE INDEX "users_not_migrated_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id","role") WHERE "users"."migrated_to_v2_at" is null;--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin (search_grams(lower("name" || chr(10) || "email" || chr(10) || coalesce("olid", '') || chr(10) || coalesce("twitter_handle", '') || chr(10) || coalesce("linkedin_url", '') || chr(10) || coalesce("github_username", '') || chr(10) || coalesce("kaggle_username", '') || chr(10) || coalesce("discord_username", '') || chr(10) || coalesce("portfolio_url", '') || chr(10)))) WITH (fastupdate=false);