import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { curriculumVersion } from './curriculum-version.ts';

/**
 * The version of what a learner's own pages show, as this statement sees it: of the curriculum, and of the rows about
 * the learner (`learner_changes`). Two statements with the same one see the same rows of the curriculum's tables; the
 * account itself, and the names of who approved it and gave it scopes; of this learner in `pathfinder_scopes`,
 * `enrollments`, `progress_events`, `resource_progress`, `section_progress`, `league_progress`, `submissions` with
 * their attempts, `revision_cards`, `revision_pauses`, `user_badges`, `user_specializations` and `certificates`.
 */
export const learnerVersion = (userId: SQL | PgColumn): SQL<string> => sql<string>`(
  ${curriculumVersion} || ' ' || (
    select coalesce(sum(lc.amount), 0)::text from learner_changes lc where lc.user_id = ${userId}))`;

/** A moment in milliseconds, to the microsecond. */
export const toEpochMs = (moment: SQL): SQL<number> =>
  sql<number>`(extract(epoch from ${moment}) * 1000)::double precision`;

/** What a call for an own page reads with the session: the version of the learner's pages, and when it was read. */
export interface SeenLearner {
  version: string;
  atMs: number;
}

export const seenLearner = (userId: SQL | PgColumn): SQL<SeenLearner> =>
  sql<SeenLearner>`json_build_object('version', ${learnerVersion(userId)}, 'atMs', ${toEpochMs(sql`now()`)})`;
