import type { Elysia } from 'elysia';
import { type Actor, requireScope } from '../auth/actor.ts';
import * as calls from '../contract/analytics.ts';
import type { Frame, Guard } from '../endpoint.ts';
import { readActivityReport } from './activity-report.ts';
import { readCompletionReport } from './completion.ts';
import { readCounts } from './counts.ts';
import { readApprovalReport, readSubmissionReport } from './reports.ts';
import { readCohortAnalytics, readPlatformAnalytics, readUserAnalytics } from './service.ts';
import type { Span } from './span.ts';
import { requireAnalytics, requireVisible } from './visible.ts';

/** Contract section 2: figures about learning, narrowed to what the caller may see. */
export function analyticsRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('analytics');
  const analystsOnly: Guard = async ({ actor }) => {
    await requireAnalytics(db, actor);
  };
  const see = (actor: Actor, userId: string) =>
    requireVisible(db, actor, userId, {
      refused: calls.ANALYTICS_ERRORS.OTHERS_ANALYTICS,
      missing: calls.ANALYTICS_ERRORS.ANALYTICS_USER_NOT_FOUND,
    });

  frame.serve(
    app,
    calls.getPlatformAnalytics,
    async ({ actor }) => readPlatformAnalytics(db, await requireAnalytics(db, actor)),
    analystsOnly,
  );
  frame.serve(
    app,
    calls.getCohortAnalytics,
    async ({ actor, params, query }) =>
      readCohortAnalytics(db, await requireAnalytics(db, actor), params.cohortId ?? '', query),
    analystsOnly,
  );
  frame.serve(app, calls.getUserAnalytics, async ({ actor, params }) => {
    const userId = params.userId ?? '';
    return readUserAnalytics(db, await see(actor, userId), userId);
  });
  frame.serve(app, calls.getCounts, async ({ actor, query }) => {
    const userId = query.userId || actor.id;
    return readCounts(db, await see(actor, userId), userId, query);
  });

  /** A named league narrows what is seen to it; one the caller may not see is refused. */
  const spanFor = async (actor: Actor, query: calls.ReportQuery): Promise<Span> => {
    const visible = await requireAnalytics(db, actor);
    if (query.leagueId) await requireScope(db, actor, query.leagueId, 'canViewAnalytics');
    return {
      visible: query.leagueId ? [query.leagueId] : visible,
      days: calls.REPORT_DAYS.find((days) => String(days) === query.days) ?? calls.REPORT_DAYS[0],
      timeZone: frame.deps.config.TIME_ZONE,
    };
  };
  frame.serve(
    app,
    calls.getActivityReport,
    async ({ actor, query }) => readActivityReport(db, await spanFor(actor, query)),
    analystsOnly,
  );
  frame.serve(
    app,
    calls.getCompletionReport,
    ({ actor, query }) => readCompletionReport(db, actor, query),
    analystsOnly,
  );
  frame.serve(
    app,
    calls.getSubmissionReport,
    async ({ actor, query }) => readSubmissionReport(db, await spanFor(actor, query)),
    analystsOnly,
  );
  frame.serve(
    app,
    calls.getApprovalReport,
    async ({ actor, query }) => readApprovalReport(db, await spanFor(actor, query)),
    analystsOnly,
  );
  return app;
}
