import { sql } from 'drizzle-orm';
import { type Database, queryRows } from './client.ts';

export const CLOCK_ADVICE = 'Set the clock right (timedatectl set-ntp true), then start the server again.';

/** Codes live ten minutes by the database clock; their mails, cookies and certificates use other clocks. */
export const CLOCK_WRONG_MS = 60_000;

const LATER_MS = 3_600_000;
const QUIET_DAYS = 180;
const DAY_MS = 86_400_000;

/** Positive when this machine is ahead of the database. */
export async function readClockOffset(db: Database): Promise<number> {
  const asked = Date.now();
  const [row] = await queryRows<{ at: string }>(
    db,
    sql`select extract(epoch from clock_timestamp()) * 1000 as at`,
  );
  return (asked + Date.now()) / 2 - Number(row?.at);
}

/**
 * Tells the operator why the clock looks wrong, judging by the newest entries; null when it looks right. Needs the
 * schema.
 */
export async function findClockProblem(db: Database): Promise<string | null> {
  const [row] = await queryRows<{ at: string; entered: string | null; migrated: string | null }>(
    db,
    sql`select extract(epoch from clock_timestamp()) * 1000 as at,
      extract(epoch from (select created_at from audit_log order by id desc limit 1)) * 1000 as entered,
      extract(epoch from (select max(applied_at) from schema_migrations)) * 1000 as migrated`,
  );
  return describeClockProblem(Number(row?.at), Number(row?.entered ?? 0), Number(row?.migrated ?? 0));
}

function describeClockProblem(at: number, entered: number, migrated: number): string | null {
  const newest = Math.max(entered, migrated);
  const says = `The clock says ${toMoment(at)}, and the newest entry is of ${toMoment(newest)}`;
  if (newest - at > LATER_MS) return `${says}, later than that: it is behind, or was ahead then`;
  // A migration of this start says nothing about earlier times.
  if (entered === 0 || at - entered < QUIET_DAYS * DAY_MS) return null;
  const quiet = `The clock says ${toMoment(at)}, and the newest entry is of ${toMoment(entered)}`;
  return `${quiet}: it is ahead, unless nobody was here for ${Math.floor((at - entered) / DAY_MS)} days`;
}

const toMoment = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
