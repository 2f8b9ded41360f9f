import { sql } from 'drizzle-orm';
import { type Database, queryRows } from './client.ts';

export interface ConnectionRoom {
  /** This process and those connected now. */
  processes: number;
  wanted: number;
  max: number;
  reserved: number;
  others: number;
  missing: number;
}

export async function readConnectionRoom(db: Database, poolSize: number): Promise<ConnectionRoom> {
  // An ordinary role cannot see the backend type of other roles' sessions.
  const [row] = await queryRows<{ max: number; reserved: number; own: number; others: number }>(
    db,
    sql`with sessions as (
        select application_name = current_setting('application_name') and datname = current_database() as is_own
        from pg_stat_activity where usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'
      )
      select current_setting('max_connections')::int as max,
        current_setting('superuser_reserved_connections')::int
          + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved,
        (select count(*) filter (where is_own) from sessions)::int as own,
        (select count(*) filter (where is_own is not true) from sessions)::int as others`,
  );
  const { max = 0, reserved = 0, own = 0, others = 0 } = row ?? {};
  const processes = 1 + Math.floor((own - 1) / poolSize);
  const wanted = processes * poolSize;
  const missing = Math.max(0, wanted - (max - reserved - others));
  return { processes, wanted, max, reserved, others, missing };
}

export function describeRoom({ processes, wanted, max, reserved, others, missing }: ConnectionRoom): string {
  const who = processes === 1 ? '1 process may take' : `${processes} processes may take`;
  const has = `PostgreSQL has ${max}, keeps ${reserved} for administrators, and others use ${others}`;
  return missing === 0
    ? `${who} ${wanted} connections: ${has}`
    : `${who} ${wanted} connections, ${missing} too many: ${has}`;
}

export const ROOM_ADVICE = 'Lower DATABASE_POOL_SIZE, start fewer processes, or raise max_connections.';
