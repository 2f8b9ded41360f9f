CREATE TABLE "badge_holder_counts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"badge_id" text NOT NULL,
	"amount" integer NOT NULL
) WITH (fillfactor = 50);
--> statement-breakpoint
CREATE TABLE "submission_counts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"assignment_id" text NOT NULL,
	"amount" integer NOT NULL
) WITH (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "badge_holder_counts" ADD CONSTRAINT "badge_holder_counts_badge_id_badges_id_fk" FOREIGN KEY ("badge_id") REFERENCES "public"."badges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_counts" ADD CONSTRAINT "submission_counts_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "badge_holder_counts_badge_id_idx" ON "badge_holder_counts" USING btree ("badge_id");--> statement-breakpoint
CREATE INDEX "submission_counts_assignment_id_idx" ON "submission_counts" USING btree ("assignment_id");--> statement-breakpoint
-- Adds to the sum of a badge (docs/decisions/0047). A row that somebody else holds is left alone and another one used or
-- added, so that nobody waits and no two lock each other out.
CREATE FUNCTION add_badge_holders(of_badge text, more integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE badge_holder_counts SET amount = amount + more WHERE id = (
    SELECT id FROM badge_holder_counts WHERE badge_id = of_badge ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    -- A badge that is being deleted takes its sum along.
    INSERT INTO badge_holder_counts (badge_id, amount) SELECT id, more FROM badges WHERE id = of_badge;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_badge_holders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_LEVEL = 'ROW' THEN
    PERFORM add_badge_holders(OLD.badge_id, -1), add_badge_holders(NEW.badge_id, 1);
  ELSE
    PERFORM add_badge_holders(badge_id, (CASE WHEN TG_OP = 'DELETE' THEN -amount ELSE amount END)::integer)
      FROM (SELECT badge_id, count(*) AS amount FROM changed GROUP BY badge_id) counted;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION add_submissions(of_assignment text, more integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submission_counts SET amount = amount + more WHERE id = (
    SELECT id FROM submission_counts WHERE assignment_id = of_assignment ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO submission_counts (assignment_id, amount) SELECT id, more FROM assignments WHERE id = of_assignment;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_LEVEL = 'ROW' THEN
    PERFORM add_submissions(OLD.assignment_id, -1), add_submissions(NEW.assignment_id, 1);
  ELSE
    PERFORM add_submissions(assignment_id, (CASE WHEN TG_OP = 'DELETE' THEN -amount ELSE amount END)::integer)
      FROM (SELECT assignment_id, count(*) AS amount FROM changed GROUP BY assignment_id) counted;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_badges_added_counted AFTER INSERT ON "user_badges"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_badge_holders();
--> statement-breakpoint
CREATE TRIGGER user_badges_removed_counted AFTER DELETE ON "user_badges"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_badge_holders();
--> statement-breakpoint
CREATE TRIGGER user_badges_moved_counted AFTER UPDATE OF badge_id ON "user_badges"
  FOR EACH ROW WHEN (OLD.badge_id <> NEW.badge_id) EXECUTE FUNCTION count_badge_holders();
--> statement-breakpoint
CREATE TRIGGER submissions_added_counted AFTER INSERT ON "submissions"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_submissions();
--> statement-breakpoint
CREATE TRIGGER submissions_removed_counted AFTER DELETE ON "submissions"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_submissions();
--> statement-breakpoint
CREATE TRIGGER submissions_moved_counted AFTER UPDATE OF assignment_id ON "submissions"
  FOR EACH ROW WHEN (OLD.assignment_id <> NEW.assignment_id) EXECUTE FUNCTION count_submissions();
--> statement-breakpoint
-- Nobody writes to either table until this is over: a new trigger waits for who writes, and lets nobody in.
INSERT INTO "badge_holder_counts" ("badge_id", "amount") SELECT "badge_id", count(*) FROM "user_badges" GROUP BY "badge_id";
--> statement-breakpoint
INSERT INTO "submission_counts" ("assignment_id", "amount") SELECT "assignment_id", count(*) FROM "submissions" GROUP BY "assignment_id";
