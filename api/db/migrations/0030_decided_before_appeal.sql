-- An appeal is against a refusal. Of a hold that nobody had decided the check was null, which lets a row through. No call
-- writes such a row; where somebody did by hand, what was wrong goes before the check comes: an answer to the appeal is
-- the only decision there was, and becomes it; without one the hold waits for its first decision. The words of the appeal
-- go, for there was nothing to appeal against; after a refusal the learner may appeal.
UPDATE "certificate_holds" SET
  "outcome" = "appeal_outcome",
  "decided_at" = CASE WHEN "appeal_outcome" IS NOT NULL THEN coalesce("appeal_decided_at", "appealed_at") END,
  "decided_by_id" = "appeal_decided_by_id",
  "decision_reason" = "appeal_reason",
  "appeal" = NULL,
  "appealed_at" = NULL,
  "appeal_outcome" = NULL,
  "appeal_decided_at" = NULL,
  "appeal_decided_by_id" = NULL,
  "appeal_reason" = NULL
WHERE "appeal" IS NOT NULL AND "outcome" IS NULL;--> statement-breakpoint
ALTER TABLE "certificate_holds" DROP CONSTRAINT "certificate_holds_appeal";--> statement-breakpoint
ALTER TABLE "certificate_holds" ADD CONSTRAINT "certificate_holds_appeal" CHECK ("certificate_holds"."appeal" is null or ("certificate_holds"."outcome" is not distinct from 'DECLINED' and "certificate_holds"."appealed_at" is not null));
