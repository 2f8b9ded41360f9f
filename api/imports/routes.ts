import type { Elysia } from 'elysia';
import { type Actor, listScopes } from '../auth/actor.ts';
import { ERRORS } from '../contract/errors.ts';
import { IMPORT_CALLS, type ImportContentBody, importUsers } from '../contract/imports.ts';
import { lockLeagues } from '../curriculum/locks.ts';
import { findLeague, guardBody } from '../curriculum/scope.ts';
import type { Caller, Frame, Guard } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { applyContent } from './content/apply-content.ts';
import { planContent } from './content/plan-content.ts';
import type { ContentKind } from './content/tree.ts';
import { runImport } from './run.ts';
import { readSheet } from './sheet.ts';
import { applyUsers, hashUnusablePassword } from './users/apply-users.ts';
import { planUsers } from './users/plan-users.ts';
import { lockRoster } from './users/roster.ts';

/** CSV import of users, weeks, sections and resources (decision 27). */
export function importRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('imports');
  const guardLeague = guardBody(db, 'leagueId', findLeague);
  /** Without a league every row names its own and is judged alone; whoever may write in none need not send any. */
  const guardContent: Guard = async (asked) => {
    await guardLeague(asked);
    if (asked.actor.role === 'GRAND_PATHFINDER') return;
    const scopes = await listScopes(db, asked.actor);
    if (!scopes.some(({ canCreateContent }) => canCreateContent))
      throw new ApiError(ERRORS.PERMISSION_MISSING);
  };

  frame.serve(app, importUsers, async ({ actor, body, caller }) => {
    const sheet = readSheet('users', body.csv);
    // Made before anything is locked; a dry run needs none.
    const passwordHash = body.dryRun === false ? await hashUnusablePassword() : '';
    return runImport(db, actor.id, caller, body, {
      kind: 'users',
      plan: (database) => planUsers(database, sheet),
      lock: (tx, { rows }) =>
        lockRoster(
          tx,
          rows.flatMap(({ enrollments }) => enrollments.map(({ leagueId }) => leagueId)),
        ),
      accountsOf: ({ rows }) =>
        rows.flatMap(({ outcome, targetId }) => (outcome === 'update' && targetId ? [targetId] : [])),
      apply: (tx, { rows }) =>
        applyUsers(tx, frame.deps, { actor, caller }, rows, {
          passwordHash,
          tellPeople: body.tellPeople === true,
        }),
    });
  });

  const importContent = (
    kind: ContentKind,
    { actor, body, caller }: { actor: Actor; body: ImportContentBody; caller: Caller },
  ) => {
    const leagueId = body.leagueId || undefined;
    const sheet = readSheet(kind, body.csv, leagueId);
    return runImport(db, actor.id, caller, body, {
      kind,
      plan: (database) => planContent(database, actor, kind, sheet, leagueId),
      // Every writer of a league's parts locks the league first, so that this holds them all.
      lock: async (tx, { rows }) => {
        const ids = rows.flatMap((row) => (row.outcome !== 'refused' && row.leagueId ? [row.leagueId] : []));
        if (ids.length > 0) await lockLeagues(tx, [...new Set(ids)]);
      },
      apply: (tx, { rows }) => applyContent(tx, { actor, caller }, kind, rows),
    });
  };
  for (const kind of ['weeks', 'sections', 'resources'] as const) {
    frame.serve(app, IMPORT_CALLS[kind], (exchange) => importContent(kind, exchange), guardContent);
  }
  return app;
}
