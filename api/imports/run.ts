import type { DataOf } from '../contract/call.ts';
import type { ImportKind } from '../contract/import-columns.ts';
import {
  IMPORT_ERRORS,
  type ImportResult,
  type ImportUsersBody,
  type importUsers,
} from '../contract/imports.ts';
import type { Database } from '../db/client.ts';
import { isUniqueViolation } from '../db/sql-state.ts';
import type { Caller } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { writeOnce } from '../write-once.ts';
import { type Plan, type PlannedRow, toShownPlan } from './plan.ts';

/** How one kind of import plans and does its work. */
export interface Importer<Row extends PlannedRow> {
  kind: ImportKind;
  plan(db: Database): Promise<Plan<Row>>;
  /** Locks what the plan hangs on, so that the same question asked again has an answer that stays. */
  lock(tx: Database, plan: Plan<Row>): Promise<void>;
  apply(tx: Database, plan: Plan<Row>): Promise<ImportResult>;
  /** Accounts that are written to, for the order in which accounts are locked. */
  accountsOf?(plan: Plan<Row>): string[];
}

type Answer = DataOf<typeof importUsers>;
type Asked = Pick<ImportUsersBody, 'dryRun' | 'fingerprint' | 'leaveOutRefused'>;

/**
 * Answers what a file would do, or does it in one transaction. It is planned anew under lock: when that is not the plan
 * whose fingerprint was sent, or a row is refused and not to be left out, nothing happens and the plan is answered with
 * the refusal. Throws IMPORT_UNCHECKED, IMPORT_PLAN_CHANGED, IMPORT_ROWS_REFUSED.
 */
export async function runImport<Row extends PlannedRow>(
  db: Database,
  userId: string,
  caller: Caller,
  asked: Asked,
  importer: Importer<Row>,
): Promise<Answer> {
  if (asked.dryRun !== false) return { plan: toShownPlan(await importer.plan(db)), result: null };
  if (!asked.fingerprint) throw new ApiError(IMPORT_ERRORS.IMPORT_UNCHECKED);
  const accounts = importer.accountsOf?.(await importer.plan(db)) ?? [];
  const work = async (tx: Database): Promise<Answer> => {
    await importer.lock(tx, await importer.plan(tx));
    const plan = await importer.plan(tx);
    requireAgreed(plan, asked);
    // An account that came into the plan between the two is not locked; the person looks again.
    if (importer.accountsOf?.(plan).some((id) => !accounts.includes(id))) throw planChanged(plan);
    return { plan: null, result: await importer.apply(tx, plan) };
  };
  try {
    return await writeOnce(
      db,
      userId,
      caller,
      work,
      accounts.length > 0 ? { accounts: [userId, ...accounts] } : {},
    );
  } catch (error) {
    // Somebody signed up, or imported the same people, in the same moment.
    if (isUniqueViolation(error)) throw planChanged(await importer.plan(db));
    throw error;
  }
}

function requireAgreed(plan: Plan<PlannedRow>, { fingerprint, leaveOutRefused }: Asked): void {
  if (plan.fingerprint !== fingerprint) throw planChanged(plan);
  if (leaveOutRefused !== true && plan.rows.some(({ outcome }) => outcome === 'refused')) {
    throw new ApiError(IMPORT_ERRORS.IMPORT_ROWS_REFUSED, { extras: { data: toShownPlan(plan) } });
  }
}

function planChanged(plan: Plan<PlannedRow>): ApiError {
  return new ApiError(IMPORT_ERRORS.IMPORT_PLAN_CHANGED, { extras: { data: toShownPlan(plan) } });
}
