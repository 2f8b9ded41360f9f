import { sql } from 'drizzle-orm';
import { listReservedAddresses } from '../../../accounts/auth/report-links.ts';
import { type Database, queryRows } from '../../../platform/db/client.ts';

export interface Known {
  id: string;
  email: string;
  name: string;
  status: string;
  currentCohortId: string | null;
  leagueIds: ReadonlySet<string>;
}

interface ActiveCohort {
  id: string;
  /** Remaining places; null without a limit. */
  places: number | null;
}

interface OpenLeague {
  id: string;
  name: string;
  isExpired: boolean;
}

export interface Roster {
  known: ReadonlyMap<string, Known>;
  /** Addresses whose earlier owner may still take them back. */
  reserved: ReadonlySet<string>;
  cohorts: readonly ActiveCohort[];
  leagues: readonly OpenLeague[];
}

export async function readRoster(db: Database, emails: readonly string[]): Promise<Roster> {
  // Passes all addresses as one JSON parameter, because PostgreSQL allows 65,535 parameters.
  const accounts = await queryRows<Omit<Known, 'leagueIds'> & { leagueIds: string | null }>(
    db,
    sql`select u.id, u.email, u.name, u.status, u.current_cohort_id as "currentCohortId",
        (select json_agg(distinct e.league_id)::text from enrollments e where e.user_id = u.id) as "leagueIds"
      from json_array_elements_text(${JSON.stringify(emails)}::json) as asked(email)
      join users u on u.email = asked.email`,
  );
  const cohorts = await queryRows<{ id: string; max: number | null; taken: number | string }>(
    db,
    sql`select c.id, c.max_enrollments as max,
        case when c.max_enrollments is null then 0
          else (select count(*) from enrollments e where e.cohort_id = c.id) end as taken
      from cohorts c where c.is_active order by c.created_at desc, c.id`,
  );
  const leagues = await queryRows<OpenLeague>(
    db,
    sql`select id, name, expires_at is not null and expires_at <= now() as "isExpired" from leagues order by id`,
  );
  return {
    reserved: await listReservedAddresses(db, emails),
    known: new Map(
      accounts.map((row) => [
        row.email,
        { ...row, leagueIds: new Set(row.leagueIds ? (JSON.parse(row.leagueIds) as string[]) : []) },
      ]),
    ),
    cohorts: cohorts.map(({ id, max, taken }) => ({ id, places: max === null ? null : max - Number(taken) })),
    leagues,
  };
}

/**
 * Locks active cohorts before leagues, like a single enrollment (docs/api.md 1.6). Cohorts with a limit are locked for
 * update to protect their places.
 */
export async function lockRoster(tx: Database, leagueIds: readonly string[]): Promise<void> {
  if (leagueIds.length === 0) return;
  await queryRows(
    tx,
    sql`select id from cohorts where is_active and max_enrollments is not null order by id for update`,
  );
  await queryRows(
    tx,
    sql`select id from cohorts where is_active and max_enrollments is null order by id for share`,
  );
  await queryRows(
    tx,
    sql`select id from leagues where id in (select json_array_elements_text(${JSON.stringify(leagueIds)}::json))
      order by id for share`,
  );
}
