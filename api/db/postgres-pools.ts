import { isUnreached } from '../errors/sql-state.ts';
import type { AskedSsl, PostgresAddress } from '../process/postgres-address.ts';

/** The pools of an address, one for each of its servers, of which one is in use. */
export interface Pools {
  /** Runs work on the pool in use. A server that cannot be reached is left for the next one, at most once round. */
  run<Result>(work: (pool: Bun.SQL) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Opens the pools of an address; connections are made when something is asked. Statements are cut off by the server
 * after 2.5 s and lock waits after 2 s.
 */
export function openPools(
  { servers, socket, user, password, database, parameters }: PostgresAddress,
  ssl: Exclude<AskedSsl, null>,
  size: number,
): Pools {
  const pools = servers.map(
    ({ host, port }) =>
      new Bun.SQL({
        // Without an address the driver would look for one, and for its parts, in the environment.
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
        connection: {
          application_name: 'openleague-api',
          // What a server or a role has set otherwise, the driver cannot read.
          datestyle: 'ISO',
          bytea_output: 'hex',
          statement_timeout: 2500,
          lock_timeout: 2000,
          idle_in_transaction_session_timeout: 10_000,
          plan_cache_mode: 'force_generic_plan',
          // Pages come from memory or a solid-state disk; 4, the default, is for disks that turn, and reads whole tables
          // instead of a few rows by their index (a league's records: 0.82 against 0.27 ms).
          random_page_cost: 1.1,
          // Compiling a plan costs seconds where its cost is overestimated; short reads gain nothing from it.
          jit: 'off',
          // Starting workers costs 10 ms and more; a plan that does not know how few a search names would start them for five
          // rows. Nothing that a call asks is long enough to gain from them.
          max_parallel_workers_per_gather: 0,
          ...parameters,
        },
      }),
  );
  return ring(pools);
}

/** The pools in a ring: whoever finds the one in use out of reach turns it, once for all who find so together. */
function ring(pools: readonly Bun.SQL[]): Pools {
  const close = async () => {
    await Promise.all(pools.map((pool) => pool.close({ timeout: 5 })));
  };
  const [only, ...more] = pools;
  if (only && more.length === 0) return { run: (work) => work(only), close };
  let turns = 0;
  const inUse = (turn: number) => pools[turn % pools.length] as Bun.SQL;
  return {
    run: async (work) => {
      for (let tried = 1; ; tried++) {
        const turn = turns;
        try {
          return await work(inUse(turn));
        } catch (error) {
          if (!isUnreached(error)) throw error;
          if (turn === turns) turns += 1;
          if (tried === pools.length) throw error;
        }
      }
    },
    close,
  };
}
