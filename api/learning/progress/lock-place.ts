import { type SQL, sql } from 'drizzle-orm';
import { setRanked } from '../../leaderboard/set-ranked.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, prepareQuery } from '../../platform/db/client.ts';
import type { resourceProgress } from '../../platform/db/schema/learning.ts';
import {
  hasScope,
  isEnrolled,
  type LeagueAccess,
  notFound,
  requireTrackingAccess,
  type Tracked,
} from '../tracking.ts';

export type ProgressRecord = typeof resourceProgress.$inferSelect;

interface OwnResource {
  resourceId: string;
  title: string;
  record: ProgressRecord | null;
}

/** Locked: does not change before the transaction ends. */
export interface Place {
  sectionId: string;
  sectionName: string;
  leagueId: string;
  leagueName: string;
  resources: OwnResource[];
  /** Database clock after all locks, so that moments follow the order of events. */
  at: Date;
}

type Moment = Date | string;

interface Row extends LeagueAccess {
  sectionId: string;
  sectionName: string;
  leagueId: string;
  leagueName: string;
  at: Moment;
  resourceId: string | null;
  title: string;
  id: string | null;
  completedAt: Moment | null;
  markedForRevisionAt: Moment | null;
  personalNote: string | null;
  timeSpentSeconds: number | null;
  createdAt: Moment;
  updatedAt: Moment;
}

const userId = sql.placeholder('userId');

const toStatements = (found: SQL) => ({
  // Lock order everywhere: league before learner.
  lock: prepareQuery<{ leagueId: string }>(
    () => sql`
      select l.id as "leagueId" from leagues l, learner_stats ls
      where ls.user_id = ${userId} and l.id = (
        select w.league_id from weeks w join sections s on s.week_id = w.id
        left join resources r on r.section_id = s.id where ${found} limit 1)
      for share of l for update of ls`,
  ),
  read: prepareQuery<Row>(
    () => sql`
      select s.id as "sectionId", s.name as "sectionName", l.id as "leagueId", l.name as "leagueName",
        ${isEnrolled(userId)} as "isEnrolled", ${hasScope(userId)} as "hasScope",
        clock_timestamp()::timestamptz(3) as at, r.id as "resourceId", r.title, rp.id,
        rp.completed_at as "completedAt", rp.marked_for_revision_at as "markedForRevisionAt",
        rp.personal_note as "personalNote", rp.time_spent_seconds as "timeSpentSeconds",
        rp.created_at as "createdAt", rp.updated_at as "updatedAt"
      from sections s join weeks w on w.id = s.week_id join leagues l on l.id = w.league_id
      left join resources r on r.section_id = s.id
      left join resource_progress rp on rp.resource_id = r.id and rp.user_id = ${userId}
      where ${found} order by r."order", r.id`,
  ),
});
const OF_RESOURCE = toStatements(sql`r.id = ${sql.placeholder('resourceId')}`);
const OF_SECTION = toStatements(sql`s.id = ${sql.placeholder('sectionId')}`);

/**
 * Locks the league FOR SHARE against curriculum writes, then the learner's sums, and checks access again. Needs two
 * statements, because after waiting for a lock PostgreSQL reads other tables in their earlier state. Throws
 * RESOURCE_NOT_FOUND, SECTION_NOT_FOUND, ENROLLMENT_REQUIRED.
 */
export async function lockPlace(tx: Database, { id, role }: Actor, tracked: Tracked): Promise<Place> {
  const { lock, read } = 'resourceId' in tracked ? OF_RESOURCE : OF_SECTION;
  const values = { userId: id, ...tracked };
  // Pipelined, in this order.
  const ask = () => Promise.all([lock(tx, values), read(tx, values)]);
  let [[locked], rows] = await ask();
  if (!locked) {
    await setRanked(tx, id);
    [[locked], rows] = await ask();
  }
  const [first] = rows;
  if (!first) throw notFound(tracked);
  if (first.leagueId !== locked?.leagueId) throw new PlaceMoved();
  requireTrackingAccess(role, first);
  const { sectionId, sectionName, leagueId, leagueName, at } = first;
  return { sectionId, sectionName, leagueId, leagueName, at: new Date(at), resources: toResources(id, rows) };
}

// Moved to another league during the wait. Code 40001 makes `inTransaction` start over, in the right lock order.
class PlaceMoved extends Error {
  readonly code = '40001';
}

function toResources(learnerId: string, rows: readonly Row[]): OwnResource[] {
  const toDate = (moment: Moment | null) => (moment === null ? null : new Date(moment));
  return rows.flatMap(({ resourceId, title, id, personalNote, timeSpentSeconds, ...row }) => {
    if (resourceId === null) return [];
    const record = {
      completedAt: toDate(row.completedAt),
      markedForRevisionAt: toDate(row.markedForRevisionAt),
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
      ...{ personalNote, timeSpentSeconds, resourceId, userId: learnerId },
    };
    return [{ resourceId, title, record: id === null ? null : { ...record, id } }];
  });
}

const lockSums = prepareQuery(
  () => sql`select user_id from learner_stats where user_id = ${userId} for update`,
);

/** Locks only the sums, for writes without a league; creates a missing row. */
export async function lockLearner(tx: Database, learnerId: string): Promise<void> {
  const values = { userId: learnerId };
  if ((await lockSums(tx, values)).length > 0) return;
  await setRanked(tx, learnerId);
  await lockSums(tx, values);
}
