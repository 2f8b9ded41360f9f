CREATE TABLE "public_profile_projects" (
	"user_id" text NOT NULL,
	"submission_id" text NOT NULL,
	CONSTRAINT "public_profile_projects_user_id_submission_id_pk" PRIMARY KEY("user_id","submission_id")
);
--> statement-breakpoint
CREATE TABLE "public_profiles" (
	"user_id" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"about" text,
	"is_public" boolean DEFAULT false NOT NULL,
	"is_indexed" boolean DEFAULT false NOT NULL,
	"shows_name" boolean DEFAULT false NOT NULL,
	"shows_leagues" boolean DEFAULT false NOT NULL,
	"shows_badges" boolean DEFAULT false NOT NULL,
	"shows_certificates" boolean DEFAULT false NOT NULL,
	"shows_events" boolean DEFAULT false NOT NULL,
	"shows_links" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "public_profiles_address_form" CHECK ("public_profiles"."address" ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
	CONSTRAINT "public_profiles_about_length" CHECK (length("public_profiles"."about") between 1 and 280)
);
--> statement-breakpoint
ALTER TABLE "public_profile_projects" ADD CONSTRAINT "public_profile_projects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_profile_projects" ADD CONSTRAINT "public_profile_projects_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_profiles" ADD CONSTRAINT "public_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "public_profile_projects_submission_id_idx" ON "public_profile_projects" USING btree ("submission_id");--> statement-breakpoint
CREATE UNIQUE INDEX "public_profiles_address_key" ON "public_profiles" USING btree ("address");