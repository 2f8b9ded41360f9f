CREATE TABLE "left_addresses" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"session_began_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "left_addresses" ADD CONSTRAINT "left_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "left_addresses_user_id_idx" ON "left_addresses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "left_addresses_email_idx" ON "left_addresses" USING btree ("email");