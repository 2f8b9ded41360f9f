import { type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { isRetryable } from '../errors/sql-state.ts';
import { decideDatabaseEncryption } from '../process/encryption.ts';
import { nameServers } from '../process/postgres-address.ts';
import { StartError } from '../process/start-error.ts';
import { type ActorLock, currentActorLock } from './actor-lock.ts';
import { longDeadlineMs, requireTime } from './deadline.ts';
import { connectPostgres } from './postgres.ts';

/** Either driver, or a transaction on it; services take this and never ask which one it is. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export interface OpenDatabase {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Database;
  /** Runs a script of several statements; for migrations alone. */
  runScript(script: string): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresOptions {
  url: string;
  poolSize: number;
  /** Hosts that may be reached without encryption. */
  unencryptedHosts?: readonly string[];
}

/**
 * Opens a pool on a PostgreSQL server. Statements are cut off by the server after 2.5 s and lock waits after 2 s,
 * so that a caller is answered within its deadline (docs/security.md P40). Elsewhere than on this machine the
 * connection is encrypted, or its host named (docs/security.md P50); throws StartError when it is neither.
 */
export function openPostgres({ url, poolSize, unencryptedHosts = [] }: PostgresOptions): OpenDatabase {
  const { protection, ssl, address } = decideDatabaseEncryption(url, unencryptedHosts);
  if (protection === 'plain') {
    throw new StartError(
      `The connection to PostgreSQL at ${nameServers(address)} would not be encrypted. Take sslmode=disable out of its ` +
        'address, or on a private network name the host in UNENCRYPTED_HOSTS.',
    );
  }
  const { db, run, close } = connectPostgres(address, ssl, poolSize);
  return {
    kind: 'postgres',
    db: db as unknown as Database,
    runScript: async (script) => {
      const connection = await run((pool) => pool.reserve());
      try {
        await connection.unsafe(`SET statement_timeout = 0; SET lock_timeout = 0; ${script}`).simple();
      } finally {
        // A script that failed leaves its transaction open, in which nothing but this is heard.
        await connection.unsafe('ROLLBACK; RESET statement_timeout; RESET lock_timeout').simple();
        await connection.release();
      }
    },
    close,
  };
}

/**
 * Runs a query written by hand and returns its rows, whichever driver answers. Moments arrive as `Date` or as text, by
 * the driver: `toIso` reads both. Cast a `date`, a `time` or an array of numbers to text or JSON.
 */
export async function queryRows<Row>(db: Database, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as Row[] | { rows: Row[] };
  return Array.isArray(result) ? Array.from(result) : result.rows;
}

/**
 * Sends statements of one transaction in one go and answers with the rows of each: they run one after another in this
 * order, each seeing what those before it wrote, without a round trip between them. The first that fails ends the
 * transaction and is what is thrown.
 */
export function queryTogether(tx: Database, statements: readonly SQL[]): Promise<unknown[][]> {
  return Promise.all(statements.map((statement) => queryRows<unknown>(tx, statement)));
}

const RETRIES_MAX = 3;

/**
 * Runs work in one transaction; a deadlock, a serialization failure or a plan older than a migration is tried again, at
 * most three times (docs/security.md F17). The work must use the handle it is given and nothing else. When the call it runs for was
 * answered meanwhile, it rolls back.
 *
 * A signed-in write locks its actor first, so that what commits was done by somebody who still might. Work that locks
 * the actor together with another account says so (`locksActor`) and must ask again itself, or names both in
 * `accounts`: they are locked in the order of their ids before the actor is asked for, so that two who act on each other at
 * once do not wait for one another.
 *
 * `opening` are statements that need nothing but what is known before: they are sent with the lock of the actor, in one
 * round trip and after it, and the work is given their rows once the actor may still write.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (tx: Database, opened: unknown[][]) => Promise<Result>,
  {
    locksActor = false,
    accounts = [],
    opening = [],
  }: { locksActor?: boolean; accounts?: readonly string[]; opening?: readonly SQL[] } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (transaction) => {
        const tx = transaction as unknown as Database;
        const patienceMs = longDeadlineMs();
        if (patienceMs !== null) await tx.execute(sql.raw(`set local statement_timeout = ${patienceMs}`));
        if (accounts.length > 0) await lockAccounts(tx, accounts);
        const result = await work(tx, await open(tx, locksActor ? undefined : currentActorLock(), opening));
        requireTime();
        return result;
      });
    } catch (error) {
      if (attempt > RETRIES_MAX || !isRetryable(error)) throw error;
    }
  }
}

/** Locks the actor and runs the statements after it, in one round trip; answers with their rows. */
async function open(
  tx: Database,
  lock: ActorLock | undefined,
  opening: readonly SQL[],
): Promise<unknown[][]> {
  if (!lock) return queryTogether(tx, opening);
  const [account = [], ...opened] = await queryTogether(tx, [lock.statement, ...opening]);
  lock.check(account);
  return opened;
}

function lockAccounts(tx: Database, ids: readonly string[]): Promise<unknown[]> {
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  return queryRows(tx, sql`select 1 from users where id in (${list}) order by id for no key update`);
}

/** A moment that came out of a hand-written query, in ISO 8601 and UTC; null stays null. */
export function toIso(value: string | Date): string;
export function toIso(value: string | Date | null): string | null;
export function toIso(value: string | Date | null): string | null {
  return value === null ? null : new Date(value).toISOString();
}
