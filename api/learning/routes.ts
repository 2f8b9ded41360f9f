import type { Elysia } from 'elysia';
import { REVISION_PAGE_SIZE } from '#contract/constants.ts';
import * as calls from '#contract/learning.ts';
import * as resourceCalls from '#contract/resource-progress.ts';
import { isAdmin } from '#contract/roles.ts';
import { readPage } from '#contract/shared.ts';
import { mayReadResources, requireReadable } from '../curriculum/scope.ts';
import type { Frame, Guard } from '../endpoint.ts';
import { createDashboardReader, type FoundDashboard, ownDashboard, presentDashboard } from './dashboard.ts';
import { enrollUser, listEnrollments, requireEnroller } from './enrollment.ts';
import { createLeagueProgressReader } from './league-progress.ts';
import { changeProgress, createResourceProgressReaders } from './resource-progress.ts';
import { completeSection, updateSectionProgress } from './section-progress.ts';
import { requireTracking } from './tracking.ts';

const ENROLLMENTS_PAGE_SIZE = 10;

/** Dashboard, enrollment, league and resource progress (contract 1.6 and 1.7). */
export function learningRoutes(frame: Frame): Elysia {
  const app = frame.feature('learning');
  const { db } = frame.deps;
  const timeZone = frame.deps.config.TIME_ZONE;
  const getDashboard = createDashboardReader(db, timeZone);
  const getLeagueProgress = createLeagueProgressReader(db);
  const progress = createResourceProgressReaders(db);
  const tracksResource: Guard = ({ actor, params }) =>
    requireTracking(db, actor, { resourceId: params.resourceId ?? '' });
  const tracksSection: Guard = ({ actor, params }) =>
    requireTracking(db, actor, { sectionId: params.sectionId ?? '' });

  frame.serveOwn<FoundDashboard, { userId?: string }>(
    app,
    calls.getDashboard,
    (userId) => ownDashboard(userId, timeZone),
    async ({ actor, query, own }) =>
      !query.userId || query.userId === actor.id ? presentDashboard(own) : getDashboard(actor, query.userId),
  );
  frame.serve(
    app,
    calls.enrollInLeague,
    ({ actor, body, caller }) => enrollUser(db, actor, body, caller),
    async ({ actor, readRaw }) => {
      // Only for staff does it matter whom the body names.
      if (!isAdmin(actor.role)) requireEnroller(actor, {});
      requireEnroller(actor, await readRaw());
    },
  );
  frame.serve(app, calls.listEnrollments, ({ actor, query }) => {
    const { page, limit } = readPage(query, ENROLLMENTS_PAGE_SIZE);
    return listEnrollments(db, actor, query, { page, limit: limit ?? ENROLLMENTS_PAGE_SIZE });
  });
  frame.serve(app, calls.getLeagueProgress, ({ actor, params, query }) =>
    getLeagueProgress(actor, params.leagueId ?? '', query.userId),
  );
  frame.serve(
    app,
    calls.completeSection,
    ({ actor, params, body, caller }) =>
      completeSection(frame.deps, { actor, sectionId: params.sectionId ?? '', words: body, caller }),
    tracksSection,
  );
  frame.serve(
    app,
    calls.updateSectionProgress,
    ({ actor, params, body, caller }) =>
      updateSectionProgress(db, { actor, sectionId: params.sectionId ?? '', words: body, caller }),
    tracksSection,
  );

  frame.serve(app, resourceCalls.listSectionResources, async ({ actor, params }) => {
    const found = await progress.listSectionResources(actor.id, params.sectionId ?? '');
    return (await mayReadResources(db, actor, found.section.week.league.id))
      ? found
      : { ...found, resources: [] };
  });
  frame.serve(app, resourceCalls.listRevision, ({ actor, query }) => {
    const { page, limit } = readPage(query, REVISION_PAGE_SIZE);
    return progress.listRevision(actor.id, { page, limit: limit ?? REVISION_PAGE_SIZE });
  });
  frame.serve(app, resourceCalls.getResourceProgress, async ({ actor, params }) => {
    const found = await progress.getResourceProgress(actor.id, params.resourceId ?? '');
    await requireReadable(db, actor, found.resource.section.week.league.id);
    return found;
  });
  frame.serve(
    app,
    resourceCalls.completeResource,
    ({ actor, params, body: { timeSpent, personalNote }, caller }) =>
      changeProgress(frame.deps, {
        actor,
        resourceId: params.resourceId ?? '',
        change: { kind: 'COMPLETED', personalNote, timeSpentSeconds: timeSpent },
        caller,
      }),
    tracksResource,
  );
  frame.serve(
    app,
    resourceCalls.markForRevision,
    ({ actor, params, body, caller }) =>
      changeProgress(frame.deps, {
        actor,
        resourceId: params.resourceId ?? '',
        change: { kind: 'MARKED_FOR_REVISION', personalNote: body.personalNote },
        caller,
      }),
    tracksResource,
  );
  frame.serve(
    app,
    resourceCalls.saveNote,
    ({ actor, params, body, caller }) =>
      changeProgress(frame.deps, {
        actor,
        resourceId: params.resourceId ?? '',
        change: { kind: 'NOTED', personalNote: body.personalNote },
        expectedNote: body.expectedNote,
        caller,
      }),
    tracksResource,
  );
  frame.serve(
    app,
    resourceCalls.resetResource,
    ({ actor, params, caller }) =>
      changeProgress(frame.deps, {
        actor,
        resourceId: params.resourceId ?? '',
        change: { kind: 'RESET' },
        caller,
      }),
    tracksResource,
  );
  return app;
}
