import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from './client.ts';

/** Locks the account that a write is done for, until the transaction ends, and refuses when it may no longer write. */
export type CallerHold = (tx: Database) => Promise<void>;

const current = new AsyncLocalStorage<CallerHold>();

/** Runs the work of a signed-in write; every transaction it opens begins with the hold (security P17). */
export function withCallerHold<Result>(hold: CallerHold, work: () => Promise<Result>): Promise<Result> {
  return current.run(hold, work);
}

/** Holds the caller of the running write in this transaction; nothing where none is running. */
export async function holdCaller(tx: Database): Promise<void> {
  await current.getStore()?.(tx);
}
