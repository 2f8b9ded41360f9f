import { createHash } from 'node:crypto';
import type { Database } from '../db/client.ts';
import type { ApiError } from '../errors/api-error.ts';
import { isUniqueViolation } from '../errors/sql-state.ts';
import { runIdempotent } from './idempotency.ts';
import type { RequestInfo } from './request-info.ts';

interface Plan {
  fingerprint: string;
}

/** A change with a preview: an import of a CSV file or of league files. */
export interface PreviewedChange<Prepared extends Plan, Result> {
  prepare(db: Database): Promise<Prepared>;
  /** Locks everything the plan depends on until the end of the transaction. */
  lock(tx: Database): Promise<void>;
  toChanged(prepared: Prepared): ApiError;
  check(prepared: Prepared): void;
  write(tx: Database, prepared: Prepared): Promise<Result>;
  /** Accounts to lock before the write. */
  accountsOf?(prepared: Prepared): string[];
}

export function toFingerprint(plan: unknown): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('base64url');
}

/** Prepares again under lock. Throws the errors of `toChanged` and `check`. */
export async function applyChange<Prepared extends Plan, Result>(
  tx: Database,
  fingerprint: string,
  change: PreviewedChange<Prepared, Result>,
): Promise<Result> {
  await change.lock(tx);
  const prepared = await change.prepare(tx);
  if (prepared.fingerprint !== fingerprint) throw change.toChanged(prepared);
  change.check(prepared);
  return change.write(tx, prepared);
}

export async function applyChangeOnce<Prepared extends Plan, Result>(
  db: Database,
  { userId, requestInfo }: { userId: string; requestInfo: RequestInfo },
  fingerprint: string,
  change: PreviewedChange<Prepared, Result>,
): Promise<Result> {
  const accounts = change.accountsOf?.(await change.prepare(db)) ?? [];
  const guarded: PreviewedChange<Prepared, Result> = {
    ...change,
    check: (prepared) => {
      change.check(prepared);
      // An account that entered the plan after the locking is not locked, so the person has to look again.
      if (change.accountsOf?.(prepared).some((id) => !accounts.includes(id)))
        throw change.toChanged(prepared);
    },
  };
  const options = accounts.length > 0 ? { accounts: [userId, ...accounts] } : {};
  try {
    return await runIdempotent(
      db,
      userId,
      requestInfo,
      (tx) => applyChange(tx, fingerprint, guarded),
      options,
    );
  } catch (error) {
    // Another transaction created the same things.
    if (isUniqueViolation(error)) throw change.toChanged(await change.prepare(db));
    throw error;
  }
}
