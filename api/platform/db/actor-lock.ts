import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQL } from 'drizzle-orm';

/** Locks the account that a write is done for, until the transaction ends. */
export interface ActorLock {
  statement: SQL;
  /** Refuses, from the rows of the statement, whoever may no longer write. */
  check(rows: readonly unknown[]): void;
}

const current = new AsyncLocalStorage<ActorLock>();

/** Runs the work of a signed-in write; every transaction it opens begins with the lock (docs/security.md P17). */
export function withActorLock<Result>(lock: ActorLock, work: () => Promise<Result>): Promise<Result> {
  return current.run(lock, work);
}

/** The lock of the running write; undefined where none is running. */
export function currentActorLock(): ActorLock | undefined {
  return current.getStore();
}
