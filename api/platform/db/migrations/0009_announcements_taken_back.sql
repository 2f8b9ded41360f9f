DELETE FROM "announcements" WHERE "taken_back_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" DROP COLUMN "taken_back_at";
