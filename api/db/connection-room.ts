import { sql } from 'drizzle-orm';
import { type Database, queryRows } from './client.ts';

/** What so many processes may take of the connections of a server, and what it has for them. */
export interface ConnectionRoom {
  processes: number;
  wanted: number;
  /** max_connections. */
  max: number;
  /** Of these, kept for administrators. */
  reserved: number;
  /** In use now by whoever is not this product on this database. */
  others: number;
  /** What is wanted and not there; 0 where it fits. */
  missing: number;
}

/**
 * Compares what `processes` with a pool of `poolSize` each may take with what the server has. Where more connections are
 * open than so many processes hold, there are more of them than was said.
 */
export async function readConnectionRoom(
  db: Database,
  { processes, poolSize }: { processes: number; poolSize: number },
): Promise<ConnectionRoom> {
  // Whoever may not look at the sessions of other roles sees them without their kind.
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
  // Whoever asks holds some as well, up to a pool of them.
  const running = Math.max(processes, Math.floor((own - 1) / poolSize));
  const wanted = running * poolSize;
  const missing = Math.max(0, wanted - (max - reserved - others));
  return { processes: running, wanted, max, reserved, others, missing };
}

/** The comparison as a sentence for the operator. */
export function describeRoom({ processes, wanted, max, reserved, others, missing }: ConnectionRoom): string {
  const who = processes === 1 ? '1 process may take' : `${processes} processes may take`;
  const has = `PostgreSQL has ${max}, keeps ${reserved} for administrators, and others use ${others}`;
  return missing === 0
    ? `${who} ${wanted} connections: ${has}`
    : `${who} ${wanted} connections, ${missing} too many: ${has}`;
}

/** What to do where they do not fit. */
export const ROOM_ADVICE = 'Lower DATABASE_POOL_SIZE, start fewer processes, or raise max_connections.';
