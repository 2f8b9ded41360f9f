import { createHash } from 'node:crypto';
import type { Database } from '../db/client.ts';
import type { ApiError } from '../errors/api-error.ts';
import { isUniqueViolation } from '../errors/sql-state.ts';
import { runIdempotent } from './idempotency.ts';
import type { RequestInfo } from './request-info.ts';

/** What would happen; equal plans have equal fingerprints. */
interface Plan {
  fingerprint: string;
}

/** A change that somebody is shown before it is made: an import of a CSV file, or of league files. */
export interface PreviewedChange<Prepared extends Plan, Result> {
  /** Works out what would happen now, and writes nothing. */
  prepare(db: Database): Promise<Prepared>;
  /** Locks what the plan depends on, so that one prepared after it stays true to the end of the transaction. */
  lock(tx: Database): Promise<void>;
  /** The refusal of a plan that is not the one that was agreed to; it carries the present one. */
  toChanged(prepared: Prepared): ApiError;
  /** Throws when a plan that was agreed to still needs something: a consent, rows left out. */
  check(prepared: Prepared): void;
  /** Makes the change and records it. */
  write(tx: Database, prepared: Prepared): Promise<Result>;
  /** Accounts that are written to, for the order in which accounts are locked. */
  accountsOf?(prepared: Prepared): string[];
}

/** Names a plan by everything it would do. */
export function toFingerprint(plan: unknown): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('base64url');
}

/** Makes a change in the transaction it is prepared in again, under lock. Throws what `toChanged` and `check` say. */
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

/** As `applyChange`, for a signed-in person and once for each Idempotency-Key. */
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
      // An account that came into the plan after accounts were locked is not locked; the person looks again.
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
    // Somebody made the same things in the same moment.
    if (isUniqueViolation(error)) throw change.toChanged(await change.prepare(db));
    throw error;
  }
}
