-- The pages of a learner look for the resources of a section by this index and need nothing but their ids: with them in it
-- the rows are left alone, and the league page no longer reads the resources of all other leagues.
ALTER TABLE "resources" DROP CONSTRAINT "resources_section_order_key";--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_section_order_key" UNIQUE ("section_id", "order") INCLUDE ("id") DEFERRABLE INITIALLY IMMEDIATE;
