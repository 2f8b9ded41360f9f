import * as calls from '#contract/reports.ts';
import { type Actor, requireScope } from '../../platform/access/actor.ts';
import type { Guard } from '../../platform/access/guard.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { readCompletionReport } from './completion.ts';
import { readCounts } from './counts.ts';
import { readActivityReport, readApprovalReport, readSubmissionReport, type Span } from './reports.ts';
import { readCohortAnalytics, readPlatformAnalytics, readUserAnalytics } from './service.ts';
import { requireAnalytics, requireVisible } from './visible.ts';

/** Reports run in a transaction, which lets a statement use the whole deadline of the call. */
export function analyticsRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const analystsOnly: Guard = async ({ actor }) => {
    await requireAnalytics(db, actor);
  };
  const see = (actor: Actor, userId: string) =>
    requireVisible(db, actor, userId, {
      refused: calls.ANALYTICS_ERRORS.OTHERS_ANALYTICS,
      missing: calls.ANALYTICS_ERRORS.ANALYTICS_USER_NOT_FOUND,
    });

  router.serve(
    calls.getPlatformAnalytics,
    ({ actor }) =>
      inTransaction(db, async (tx) => readPlatformAnalytics(tx, await requireAnalytics(tx, actor))),
    analystsOnly,
  );
  router.serve(
    calls.getCohortAnalytics,
    async ({ actor, params, query }) =>
      readCohortAnalytics(db, await requireAnalytics(db, actor), params.cohortId, query),
    analystsOnly,
  );
  router.serve(calls.getUserAnalytics, async ({ actor, params }) => {
    const userId = params.userId;
    return readUserAnalytics(db, await see(actor, userId), userId);
  });
  router.serve(calls.getCounts, async ({ actor, query }) => {
    const userId = query.userId || actor.id;
    return readCounts(db, await see(actor, userId), userId, query);
  });

  // A named league narrows the report; a league outside the caller's scope is refused.
  const spanFor = async (
    db: Database,
    { actor, query }: { actor: Actor; query: calls.ReportQuery },
  ): Promise<Span> => {
    const visible = await requireAnalytics(db, actor);
    if (query.leagueId) await requireScope(db, actor, query.leagueId, 'canViewAnalytics');
    return {
      visible: query.leagueId ? [query.leagueId] : visible,
      days: calls.REPORT_DAYS.find((days) => String(days) === query.days) ?? calls.REPORT_DAYS[0],
      timeZone: router.deps.config.TIME_ZONE,
    };
  };
  router.serve(
    calls.getActivityReport,
    (asked) => inTransaction(db, async (tx) => readActivityReport(tx, await spanFor(tx, asked))),
    analystsOnly,
  );
  router.serve(
    calls.getCompletionReport,
    ({ actor, query }) => inTransaction(db, (tx) => readCompletionReport(tx, actor, query)),
    analystsOnly,
  );
  router.serve(
    calls.getSubmissionReport,
    (asked) => inTransaction(db, async (tx) => readSubmissionReport(tx, await spanFor(tx, asked))),
    analystsOnly,
  );
  router.serve(
    calls.getApprovalReport,
    (asked) => inTransaction(db, async (tx) => readApprovalReport(tx, await spanFor(tx, asked))),
    analystsOnly,
  );
}
