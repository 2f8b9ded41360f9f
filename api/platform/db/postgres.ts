import { drizzle } from 'drizzle-orm/bun-sql';
import { isStalePlan, isUnreached } from '../errors/sql-state.ts';
import { databaseBusy, statementDuration } from '../process/metrics.ts';
import type { AskedSsl, PostgresAddress } from '../process/postgres-address.ts';

// Timeouts stay below the call deadline (docs/security.md P40). Parameters of the address override these.
const SESSION = {
  application_name: 'openleague-api',
  // Bun's client parses only these date and byte formats.
  datestyle: 'ISO',
  bytea_output: 'hex',
  statement_timeout: 2500,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
  plan_cache_mode: 'force_generic_plan',
  // Pages come from memory or an SSD; with the default of 4 PostgreSQL prefers sequential scans.
  random_page_cost: 1.1,
  // JIT and parallel workers cost more than short statements gain.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
};

type Run = <Result>(work: (client: Bun.SQL) => Promise<Result>) => Promise<Result>;

export function connectPostgres(
  { servers, socket, user, password, database, parameters }: PostgresAddress,
  ssl: Exclude<AskedSsl, null>,
  size: number,
) {
  const pools = servers.map(
    ({ host, port }) =>
      new Bun.SQL({
        // Without a URL the client reads one from the environment.
        url: 'postgres://localhost/',
        adapter: 'postgres',
        hostname: host,
        port,
        ...(socket ? { path: socket } : {}),
        username: user,
        password,
        database,
        tls: ssl === false ? 'disable' : ssl,
        max: size,
        connectionTimeout: 2,
        idleTimeout: 60,
        maxLifetime: 60 * 30,
        connection: { ...SESSION, ...parameters },
      }),
  );
  let inUse = 0;
  const run: Run = async (work) => {
    for (let tried = 1; ; tried++) {
      const asked = inUse;
      try {
        return await work(pools[asked] as Bun.SQL);
      } catch (error) {
        if (tried === pools.length || !isUnreached(error)) throw error;
        if (inUse === asked) inUse = (asked + 1) % pools.length;
      }
    }
  };
  const close = async () => {
    await Promise.all(pools.map((pool) => pool.close({ timeout: 5 })));
  };
  return { db: toDrizzle(run), run, close };
}

export const toDrizzle = (run: Run) => drizzle(toClient(run) as unknown as Bun.SQL);

interface Client {
  unsafe(text: string, values: unknown[]): PromiseLike<unknown[]> & { values(): Promise<unknown[]> };
  begin(work: (client: Client) => unknown): Promise<unknown>;
  savepoint(work: (client: Client) => unknown): Promise<unknown>;
}

// Bun would encode the text of a JSON parameter as a JSON string.
const JSON_PARAMETER = /(\$\d+)(?=::jsonb?\b)/g;

// Adds failover, metrics and a retry of stale plans to Bun's client.
function toClient(run: Run, isInside = false): Client {
  const send = (text: string, values: unknown[], isArrays: boolean) =>
    run<unknown[]>((client) => {
      const query = client.unsafe(text, values);
      return isArrays ? query.values() : query;
    });
  const busy = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (!isInside) databaseBusy.inc();
    try {
      return await work();
    } finally {
      if (!isInside) databaseBusy.dec();
    }
  };
  const ask = async (written: string, values: unknown[], isArrays: boolean) => {
    const text = written.includes('::json') ? written.replace(JSON_PARAMETER, '$1::text') : written;
    const stopTimer = statementDuration.startTimer();
    try {
      return await send(text, values, isArrays);
    } catch (error) {
      // The connection has dropped the plan and nothing ran. `inTransaction` retries its work itself.
      if (isInside || !isStalePlan(error)) throw error;
      return await send(text, values, isArrays);
    } finally {
      stopTimer();
    }
  };
  const inside = (client: Bun.SQL) => toClient((work) => work(client), true);
  return {
    unsafe: (text, values) => ({
      // biome-ignore lint/suspicious/noThenProperty: sent when awaited, because Drizzle may ask for `values` instead
      then: (onRows, onError) => busy(() => ask(text, values, false)).then(onRows, onError),
      values: () => busy(() => ask(text, values, true)),
    }),
    begin: (work) => busy(() => run((client) => client.begin((inner) => work(inside(inner))))),
    savepoint: (work) =>
      run((client) => (client as Bun.TransactionSQL).savepoint((inner) => work(inside(inner)))),
  };
}
