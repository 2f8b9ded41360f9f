ALTER TABLE "users" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_closed_at_idx" ON "users" USING btree ("closed_at") WHERE "users"."closed_at" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_closed_suspended" CHECK ("users"."closed_at" is null or "users"."status" = 'SUSPENDED');