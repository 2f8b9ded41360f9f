import { AsyncLocalStorage } from 'node:async_hooks';
import { type Query, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type PgColumn, type PgDatabase, PgDialect, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { isRetryable } from '../errors/sql-state.ts';
import { decideDatabaseEncryption } from '../process/encryption.ts';
import { nameServers } from '../process/postgres-address.ts';
import { StartError } from '../process/start-error.ts';
import { requireTime, statementTimeoutMs } from './deadline.ts';
import { connectPostgres } from './postgres.ts';

/** Either driver, or a transaction on it. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export interface OpenDatabase {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Database;
  runScript(script: string): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresOptions {
  url: string;
  poolSize: number;
  unencryptedHosts?: readonly string[];
}

/** Throws StartError for an unencrypted remote host that is not in `unencryptedHosts` (docs/security.md P50). */
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
        // A failed script leaves its transaction open, which accepts only ROLLBACK.
        await connection.unsafe('ROLLBACK; RESET statement_timeout; RESET lock_timeout').simple();
        await connection.release();
      }
    },
    close,
  };
}

/**
 * Moments arrive as `Date` or text, depending on the driver: use `toIso`. Cast a `date`, a `time` or an array of
 * numbers to text or JSON.
 */
export async function queryRows<Row>(db: Database, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as Row[] | { rows: Row[] };
  return Array.isArray(result) ? Array.from(result) : result.rows;
}

/**
 * Pipelines statements of one transaction: they run in order, without a round trip between them. Throws the first
 * failure.
 */
export function queryTogether(tx: Database, statements: readonly SQL[]): Promise<unknown[][]> {
  return Promise.all(statements.map((statement) => queryRows<unknown>(tx, statement)));
}

/** Here together, so that no two are the same. Long writers share `seals` to delay sealing. */
export const ADVISORY_LOCKS = {
  migrations: 7_305_001,
  demo: 7_305_004,
  roles: 7_305_005,
  seals: 7_305_009,
  limits: 7_305_010,
};

const RETRIES_MAX = 3;

/**
 * Retries deadlocks, serialization failures and stale plans up to three times (docs/security.md F17); rolls back if the
 * call has timed out. A signed-in write locks its actor first. Work on another account names both in `accounts`, which
 * are locked in id order to prevent deadlocks, or sets `locksActor` and checks the actor itself. `opening` statements
 * share the round trip of the actor's lock.
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
        const timeoutMs = statementTimeoutMs();
        if (timeoutMs > 0) await tx.execute(sql.raw(`set local statement_timeout = ${timeoutMs}`));
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

/** For work that locks the actor itself, together with another account (docs/decisions/0019). */
export function inSelfLockingTransaction<Result>(
  db: Database,
  work: (tx: Database) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, work, { locksActor: true });
}

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
  return queryRows(tx, sql`select 1 from users where id in ${ids} order by id for no key update`);
}

/** ISO 8601 in UTC, for moments from hand-written queries. */
export function toIso(value: string | Date): string;
export function toIso(value: string | Date | null): string | null;
export function toIso(value: string | Date | null): string | null {
  return value === null ? null : new Date(value).toISOString();
}

/** Selects a moment as `toIso` gives it. */
export function isoOf<Column extends PgColumn>(column: Column) {
  type Iso = Column['_']['notNull'] extends true ? string : string | null;
  return sql`${column}`.mapWith(toIso) as SQL<Iso>;
}

export interface ActorLock {
  statement: SQL;
  /** Throws if the locked account may no longer write. */
  check(rows: readonly unknown[]): void;
}

const current = new AsyncLocalStorage<ActorLock>();

/** Every transaction that `work` opens starts with the lock (docs/security.md P17). */
export function withActorLock<Result>(lock: ActorLock, work: () => Promise<Result>): Promise<Result> {
  return current.run(lock, work);
}

function currentActorLock(): ActorLock | undefined {
  return current.getStore();
}

/**
 * Builds a statement once and runs it on any handle, also in a transaction; Drizzle's own prepared statements belong to
 * one handle. Sends it when called, not when awaited.
 */
export function prepareQuery<Row>(build: (db: Database) => SQLWrapper) {
  let built: Query | undefined;
  return async (db: Database, values: object): Promise<Row[]> => {
    built ??= new PgDialect().sqlToQuery(build(db).getSQL());
    const prepared = db._.session.prepareQuery(built, undefined, undefined, false);
    const result = (await prepared.execute(values as Record<string, unknown>)) as Row[] | { rows: Row[] };
    return Array.isArray(result) ? Array.from(result) : result.rows;
  };
}

/** A nullable moment. The column's own encoder fails on null from a placeholder. */
export const momentPlaceholder = (name: string) => {
  const toText = (moment: unknown) => (moment instanceof Date ? moment.toISOString() : null);
  return sql<Date>`${sql.param(sql.placeholder(name), { mapToDriverValue: toText })}::timestamptz`;
};
