import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from './client.ts';

/**
 * How far the log of the server that writes is, with its timeline, such as `00000001 0/3A1F28`: everything that the
 * statement around it can see was written before. Null on a server that only follows another one.
 *
 * A commit is on the disk before anybody sees it, unless synchronous_commit is off: then it may only be in memory yet.
 * The timeline counts how often a standby took over: a copy that followed a lost server can be further than its
 * successor, in a log that the successor does not have.
 */
export const logPosition: SQL<string | null> = sql<string | null>`(case when not pg_is_in_recovery() then (
  select left(pg_walfile_name(at), 8) || ' ' || at from (
    select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end as at) log) end)`;

/** True when the standby behind `db` has everything up to a position, of that timeline. */
export async function hasReached(db: Database, position: string): Promise<boolean> {
  const { timeline, place } = splitPosition(position);
  const [row] = await queryRows<{ reached: boolean | null }>(
    db,
    sql`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${place}::pg_lsn
      and (select timeline_id from pg_control_checkpoint()) = ${timeline}::int as reached`,
  );
  return row?.reached === true;
}

/** The parts of a position: the number of its timeline, and its place in the log as PostgreSQL writes it. */
export function splitPosition(position: string): { timeline: number; place: string } {
  const [timeline = '', place = ''] = position.split(' ');
  return { timeline: Number.parseInt(timeline, 16), place };
}

/** A place in the log, `0/3A1F28`, as a number of bytes. */
export function toBytes(place: string): bigint {
  const [high = '0', low = '0'] = place.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Eight minutes of looks; a copy that is so far behind is not asked anyway. */
const MARKS_MAX = 2400;

/** How long a copy of the log is behind, from looks at both ends: the age of the oldest place it has not reached. */
export class LagMeter {
  private marks: { bytes: bigint; atMs: number }[] = [];

  /** Notes where the log was at `nowMs` (null: not known) and how far the copy had come; answers with its lag in ms. */
  note(log: bigint | null, copy: bigint, nowMs: number): number {
    if (log !== null && this.marks.length < MARKS_MAX) this.marks.push({ bytes: log, atMs: nowMs });
    const next = this.marks.findIndex(({ bytes }) => bytes > copy);
    this.marks.splice(0, next === -1 ? this.marks.length : next);
    const [oldest] = this.marks;
    return oldest ? nowMs - oldest.atMs : 0;
  }
}
