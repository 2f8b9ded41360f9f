CREATE TABLE "demo_accounts" (
	"user_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "demo_accounts" ADD CONSTRAINT "demo_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Databases that were loaded with the demo before: nobody can have mail at its addresses, so who has one came with it.
INSERT INTO "demo_accounts" SELECT "id" FROM "users" u WHERE "email" LIKE '%@demo.openleague.test'
  AND NOT EXISTS (SELECT 1 FROM "audit_log" a WHERE a."target_user_id" = u."id" AND a."action" = 'USER_MADE_ADMINISTRATOR');
