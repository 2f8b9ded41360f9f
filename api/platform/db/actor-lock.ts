import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQL } from 'drizzle-orm';

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

export function currentActorLock(): ActorLock | undefined {
  return current.getStore();
}
