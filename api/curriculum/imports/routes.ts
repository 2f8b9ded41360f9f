import type { DataOf } from '#contract/call.ts';
import { ERRORS } from '#contract/errors.ts';
import {
  IMPORT_CALLS,
  IMPORT_ERRORS,
  type ImportContentBody,
  type ImportResult,
  type ImportUsersBody,
  importUsers,
} from '#contract/imports.ts';
import { type Actor, listScopes } from '../../platform/access/actor.ts';
import type { Guard } from '../../platform/access/guard.ts';
import { findLeague, guardBody } from '../../platform/access/league-scope.ts';
import type { Database } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { applyChangeOnce, type PreviewedChange } from '../../platform/http/preview-apply.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { lockLeagues } from '../places.ts';
import { applyContent } from './content/apply-content.ts';
import { planContent } from './content/plan-content.ts';
import type { ContentKind } from './content/tree.ts';
import { readCsvFile } from './csv-file.ts';
import { type Plan, type PlannedRow, toShownPlan } from './plan.ts';
import { applyUsers, hashUnusablePassword } from './users/apply-users.ts';
import { planUsers } from './users/plan-users.ts';
import { lockRoster } from './users/roster.ts';

/** See docs/decisions/0027. */
export function importRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guardLeague = guardBody(db, 'leagueId', findLeague);
  /** Without a league each row names its own and is checked singly. */
  const guardContent: Guard = async (asked) => {
    await guardLeague(asked);
    if (asked.actor.role === 'GRAND_PATHFINDER') return;
    const scopes = await listScopes(db, asked.actor);
    if (!scopes.some(({ canCreateContent }) => canCreateContent))
      throw new ApiError(ERRORS.PERMISSION_MISSING);
  };

  router.serve(importUsers, async ({ actor, body, requestInfo }) => {
    const csvFile = readCsvFile('users', body.csv);
    // Hashes before any lock is taken.
    const passwordHash = body.dryRun === false ? await hashUnusablePassword() : '';
    return runImport(db, { userId: actor.id, requestInfo }, body, {
      prepare: (database) => planUsers(database, csvFile, { approveNew: body.approveNew === true }),
      lock: (tx, { rows }) =>
        lockRoster(
          tx,
          rows.flatMap(({ enrollments }) => enrollments.map(({ leagueId }) => leagueId)),
        ),
      accountsOf: ({ rows }) =>
        rows.flatMap(({ outcome, targetId }) => (outcome === 'update' && targetId ? [targetId] : [])),
      write: (tx, { rows }) =>
        applyUsers(tx, router.deps, { actor, requestInfo }, rows, {
          passwordHash,
          tellPeople: body.tellPeople === true,
        }),
    });
  });

  const importContent = (
    kind: ContentKind,
    { actor, body, requestInfo }: { actor: Actor; body: ImportContentBody; requestInfo: RequestInfo },
  ) => {
    const leagueId = body.leagueId || undefined;
    const csvFile = readCsvFile(kind, body.csv, leagueId);
    return runImport(db, { userId: actor.id, requestInfo }, body, {
      prepare: (database) => planContent(database, actor, kind, csvFile, leagueId),
      // Every writer of a league's content locks the league first.
      lock: async (tx, { rows }) => {
        const ids = rows.flatMap((row) => (row.outcome !== 'refused' && row.leagueId ? [row.leagueId] : []));
        if (ids.length > 0) await lockLeagues(tx, [...new Set(ids)]);
      },
      write: (tx, plan) => applyContent(tx, { actor, requestInfo }, kind, plan),
    });
  };
  for (const kind of ['weeks', 'sections', 'resources'] as const) {
    router.serve(IMPORT_CALLS[kind], (exchange) => importContent(kind, exchange), guardContent);
  }
}

interface Importer<Planned extends Plan<PlannedRow>>
  extends Pick<PreviewedChange<Planned, ImportResult>, 'prepare' | 'write' | 'accountsOf'> {
  lock(tx: Database, plan: Planned): Promise<void>;
}

type Asked = Pick<ImportUsersBody, 'dryRun' | 'fingerprint' | 'leaveOutRefused'>;

/**
 * Previews, or writes everything in one transaction. Throws IMPORT_UNCHECKED, IMPORT_PLAN_CHANGED, IMPORT_ROWS_REFUSED.
 */
async function runImport<Planned extends Plan<PlannedRow>>(
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
