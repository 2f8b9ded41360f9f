import { sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';

/** How old what is kept may be before it is read anew. */
const LIFETIME_MS = 60_000;
/** Reading a million rows may take longer than a call may. */
const PATIENCE_MS = 30_000;

export type Refreshed<Value> = ReturnType<typeof createRefreshed<Value>>;

/**
 * Keeps what takes too long to read for a call. Once a minute, when somebody asks, it is read anew beside the calls; who asks
 * meanwhile gets what is there.
 */
export function createRefreshed<Value>(
  db: Database,
  read: (tx: Database) => Promise<Value>,
  { lifetimeMs = LIFETIME_MS }: { lifetimeMs?: number } = {},
) {
  let kept: { value: Value; at: number } | null = null;
  let running: Promise<Value> | null = null;

  const renew = () => {
    // No work of the call that happens to be the first: it neither locks its actor nor ends with its deadline.
    running ??= db
      .transaction(async (transaction) => {
        const tx = transaction as unknown as Database;
        await tx.execute(sql.raw(`set local statement_timeout = ${PATIENCE_MS}`));
        return read(tx);
      })
      .then((value) => {
        kept = { value, at: performance.now() };
        return value;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };

  /** What is there; null where nothing is yet, which is then read for who comes later. A failure leaves what is there. */
  const current = (): Value | null => {
    if (kept === null || performance.now() - kept.at > lifetimeMs) renew().catch(() => {});
    return kept?.value ?? null;
  };

  return {
    current,
    /** What is there; waits for it the first time alone. */
    get: async (): Promise<Value> => current() ?? renew(),
  };
}
