CREATE TABLE "credential_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"award_id" text NOT NULL,
	"status_index" integer NOT NULL,
	"salt" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credentials_kind_known" CHECK ("credentials"."kind" in ('badge','certificate','specialization')),
	CONSTRAINT "credentials_status_index_range" CHECK ("credentials"."status_index" between 0 and 1048575)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_award_key" ON "credentials" USING btree ("kind","award_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_status_index_key" ON "credentials" USING btree ("status_index");