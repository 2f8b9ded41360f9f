import { type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { isRetryable, isStalePlan } from '../errors/sql-state.ts';
import { decideDatabaseEncryption } from '../process/encryption.ts';
import { databaseBusy, statementDuration } from '../process/metrics.ts';
import { StartError } from '../process/start-error.ts';
import { type ActorLock, currentActorLock } from './actor-lock.ts';
import { longDeadlineMs, requireTime } from './deadline.ts';

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
  /** Its statements are not counted as those of the pool that `databaseBusy` is about. */
  isReplica?: boolean;
}

/**
 * Opens a pool on a PostgreSQL server. Statements are cut off by the server after 2.5 s and lock waits after 2 s,
 * so that a caller is answered within its deadline (docs/security.md P40). Elsewhere than on this machine the
 * connection is encrypted, or its host named (docs/security.md P50); throws StartError when it is neither.
 */
export function openPostgres({
  url,
  poolSize,
  unencryptedHosts = [],
  isReplica = false,
}: PostgresOptions): OpenDatabase {
  const { protection, ssl, hosts } = decideDatabaseEncryption(url, unencryptedHosts);
  if (protection === 'plain') {
    throw new StartError(`The connection to PostgreSQL at ${hosts.join(', ')} would not be encrypted.`);
  }
  const client = postgres(url, {
    max: poolSize,
    ssl,
    connect_timeout: 2,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    onnotice: () => {},
    connection: {
      application_name: 'openleague-api',
      statement_timeout: 2500,
      lock_timeout: 2000,
      idle_in_transaction_session_timeout: 10_000,
      plan_cache_mode: 'force_generic_plan',
      // Pages come from memory or a solid-state disk; 4, the default, is for disks that turn, and reads whole tables instead
      // of a few rows by their index (a league's records: 0.82 against 0.27 ms).
      random_page_cost: 1.1,
      // Compiling a plan costs seconds where its cost is overestimated; short reads gain nothing from it.
      jit: 'off',
    },
  });
  return {
    kind: 'postgres',
    db: drizzle(preparing(client, createPreparedTexts(), isReplica)) as unknown as Database,
    runScript: async (script) => {
      const connection = await client.reserve();
      try {
        await connection.unsafe(`SET statement_timeout = 0; SET lock_timeout = 0; ${script}`);
      } finally {
        // A script that failed leaves its transaction open, in which nothing but this is heard.
        await connection.unsafe('ROLLBACK; RESET statement_timeout; RESET lock_timeout');
        connection.release();
      }
    },
    close: () => client.end({ timeout: 5 }),
  };
}

const PREPARED_MAX = 500;
/** More than a statement of fixed length has; lists of changing length would pile up on the server. */
const PREPARED_PARAMETERS_MAX = 40;

/**
 * Which statements are prepared: the first 500 texts that came a second time. `renew` gives every one of them another
 * text (a comment), so that no connection runs a plan it made before.
 */
function createPreparedTexts() {
  const seen = new Set<string>();
  const known = new Set<string>();
  let generation = 0;
  return {
    /** The text to prepare; null for one that is sent once. */
    find(text: string, parameters: number): string | null {
      if (parameters > PREPARED_PARAMETERS_MAX) return null;
      if (!known.has(text)) {
        if (known.size >= PREPARED_MAX) return null;
        if (!seen.delete(text)) {
          if (seen.size >= PREPARED_MAX) seen.clear();
          seen.add(text);
          return null;
        }
        known.add(text);
      }
      return generation === 0 ? text : `${text}\n-- ${generation}`;
    },
    renew: () => {
      generation += 1;
    },
  };
}

type PreparedTexts = ReturnType<typeof createPreparedTexts>;

/**
 * Lets statements be prepared once a connection, inside transactions as well: drizzle sends them unprepared, which costs
 * two round trips instead of one and the server six times as much (measured: 103 against 17 microseconds for a lookup by
 * key; of the 2.1 ms of a tick 1.1 were planning). Long calls (imports, changes of a whole curriculum) keep a plan made
 * for their own values.
 *
 * A plan whose columns a migration changed is refused. Outside a transaction the driver prepares again; inside, the
 * transaction is lost: all texts are renewed and `inTransaction` tries again.
 */
function preparing<Client extends postgres.Sql | postgres.TransactionSql>(
  client: Client,
  texts: PreparedTexts,
  isUncounted: boolean,
): Client {
  return new Proxy(client, {
    get(target, property, receiver) {
      if (property === 'unsafe') {
        return (text: string, parameters: never[] = [], options?: postgres.UnsafeQueryOptions) => {
          const prepared = longDeadlineMs() === null ? texts.find(text, parameters.length) : null;
          const query = target.unsafe(prepared ?? text, parameters, {
            ...options,
            prepare: prepared !== null,
          });
          timeStatement(query, isUncounted);
          return query;
        };
      }
      if (property === 'begin' || property === 'savepoint') {
        const open = Reflect.get(target, property, receiver) as Opener;
        return async (...asked: unknown[]) => {
          const work = asked.pop() as (inner: postgres.TransactionSql) => unknown;
          if (!isUncounted) databaseBusy.inc();
          try {
            return await open(...asked, (inner) => work(preparing(inner, texts, true)));
          } catch (error) {
            if (isStalePlan(error)) texts.renew();
            throw error;
          } finally {
            if (!isUncounted) databaseBusy.dec();
          }
        };
      }
      return Reflect.get(target, property, receiver);
    },
  });
}

/** Counts a statement and the time until its answer. A transaction counts once, whatever is asked inside it. */
function timeStatement(query: PromiseLike<unknown>, isUncounted: boolean): void {
  const startedAt = performance.now();
  if (!isUncounted) databaseBusy.inc();
  const onEnd = () => {
    if (!isUncounted) databaseBusy.dec();
    statementDuration.observe((performance.now() - startedAt) / 1000);
  };
  // The driver sends a statement when somebody waits for it, one turn later: what the caller adds to it still counts.
  query.then(onEnd, onEnd);
}

/** `begin` and `savepoint` of the driver: options or a name may come first. */
type Opener = (...asked: [...unknown[], (inner: postgres.TransactionSql) => unknown]) => Promise<unknown>;

/** Runs a query written by hand and returns its rows, whichever driver answers. Moments arrive as text. */
export async function queryRows<Row>(db: Database, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as Row[] | { rows: Row[] };
  return Array.isArray(result) ? result : result.rows;
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
