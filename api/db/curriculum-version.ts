import { type SQL, sql } from 'drizzle-orm';

/**
 * The version of everything that the tables of the curriculum hold, as this statement sees it (`curriculum_changes`).
 * Two statements with the same one see the same rows of `cohorts`, `leagues`, `weeks`, `sections`, `resources`,
 * `assignments`, `badges` and the specializations.
 */
export const curriculumVersion: SQL<string> = sql<string>`(
  select coalesce(sum(amount), 0)::text from curriculum_changes)`;
