import type { DataOf } from '#contract/call.ts';
import {
  IMPORT_ERRORS,
  type ImportResult,
  type ImportUsersBody,
  type importUsers,
} from '#contract/imports.ts';
import type { Database } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { applyChangeOnce, type PreviewedChange } from '../../platform/http/preview-apply.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import { type Plan, type PlannedRow, toShownPlan } from './plan.ts';

interface Importer<Planned extends Plan<PlannedRow>>
  extends Pick<PreviewedChange<Planned, ImportResult>, 'prepare' | 'write' | 'accountsOf'> {
  lock(tx: Database, plan: Planned): Promise<void>;
}

type Asked = Pick<ImportUsersBody, 'dryRun' | 'fingerprint' | 'leaveOutRefused'>;

/**
 * Previews, or writes everything in one transaction. Throws IMPORT_UNCHECKED, IMPORT_PLAN_CHANGED, IMPORT_ROWS_REFUSED.
 */
export async function runImport<Planned extends Plan<PlannedRow>>(
  db: Database,
  by: { userId: string; requestInfo: RequestInfo },
  { dryRun, fingerprint, leaveOutRefused }: Asked,
  { lock, ...importer }: Importer<Planned>,
): Promise<DataOf<typeof importUsers>> {
  if (dryRun !== false) return { plan: toShownPlan(await importer.prepare(db)), result: null };
  if (!fingerprint) throw new ApiError(IMPORT_ERRORS.IMPORT_UNCHECKED);
  return applyChangeOnce(db, by, fingerprint, {
    ...importer,
    lock: async (tx) => lock(tx, await importer.prepare(tx)),
    toChanged: (plan) =>
      new ApiError(IMPORT_ERRORS.IMPORT_PLAN_CHANGED, { extras: { data: toShownPlan(plan) } }),
    check: (plan) => {
      if (leaveOutRefused === true || plan.rows.every(({ outcome }) => outcome !== 'refused')) return;
      throw new ApiError(IMPORT_ERRORS.IMPORT_ROWS_REFUSED, { extras: { data: toShownPlan(plan) } });
    },
    write: async (tx, plan) => ({ plan: null, result: await importer.write(tx, plan) }),
  });
}
