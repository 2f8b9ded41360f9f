import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from './client.ts';

/** Locks the account that a write is done for, until the transaction ends, and refuses when it may no longer write. */
export type ActorLock = (tx: Database) => Promise<void>;

const current = new AsyncLocalStorage<ActorLock>();

/** Runs the work of a signed-in write; every transaction it opens begins with the lock (docs/security.md P17). */
export function withActorLock<Result>(lock: ActorLock, work: () => Promise<Result>): Promise<Result> {
  return current.run(lock, work);
}

/** Locks the actor of the running write in this transaction; nothing where none is running. */
export async function lockCurrentActor(tx: Database): Promise<void> {
  await current.getStore()?.(tx);
}
