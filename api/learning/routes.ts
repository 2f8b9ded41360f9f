import type { Elysia } from 'elysia';
import { ENROLLMENTS_PAGE_SIZE, REVISION_PAGE_SIZE } from '#contract/constants.ts';
import { searchLearning } from '#contract/learner-search.ts';
import * as calls from '#contract/learning.ts';
import * as resourceCalls from '#contract/resource-progress.ts';
import { isAdmin } from '#contract/roles.ts';
import { readPage } from '#contract/shared.ts';
import type { Guard } from '../access/guard.ts';
import { seenLearner } from '../db/learner-version.ts';
import { ApiError } from '../errors/api-error.ts';
import { JsonReply } from '../http/reply.ts';
import type { ApiRouter } from '../http/router.ts';
import { createProgressWriter } from './change-progress.ts';
import { createDashboardReader, createOwnDashboardReader } from './dashboard.ts';
import { enrollUser, requireEnroller } from './enrollment.ts';
import { listEnrollments } from './enrollment-list.ts';
import { bytesOfPage, createLeagueReaders, seenInLeague } from './league-progress.ts';
import { createResourceProgressReaders } from './resource-progress.ts';
import { createLearnerSearch } from './search.ts';
import { completeSection, updateSectionProgress } from './section-progress.ts';
import { createSharedLeagueReader } from './shared-league.ts';
import { createSharedSectionReader, ownSection } from './shared-section.ts';
import { ownStanding, requireTracking, type Standing } from './tracking.ts';

/** Some three hundred leagues of 160 resources. */
const LEAGUES_BYTES_MAX = 32 * 1024 * 1024;
/** Some eight hundred sections of ten resources. */
const SECTIONS_BYTES_MAX = 8 * 1024 * 1024;
/** Some four thousand dashboards. */
const DASHBOARDS_BYTES_MAX = 16 * 1024 * 1024;
/** Some six thousand pages of leagues of 160 resources. */
const PAGES_BYTES_MAX = 32 * 1024 * 1024;

/** Dashboard, enrollment, league and resource progress (docs/api.md 1.6 and 1.7). */
export function learningRoutes(router: ApiRouter): Elysia {
  const app = router.feature('learning');
  const { db } = router.deps;
  const timeZone = router.deps.config.TIME_ZONE;
  const getDashboard = createDashboardReader(db, timeZone);
  const dashboards = router.share('dashboards', {
    read: createOwnDashboardReader(db, timeZone),
    bytesOf: (dashboard) => 500 + (dashboard?.bytes.length ?? 0),
    bytesMax: DASHBOARDS_BYTES_MAX,
  });
  const leagues = router.share('leagues', {
    read: createSharedLeagueReader(db),
    bytesOf: (league) => league?.bytes ?? 0,
    bytesMax: LEAGUES_BYTES_MAX,
  });
  const leaguePage = createLeagueReaders(db, leagues);
  const leaguePages = router.share('leaguePages', {
    read: leaguePage.read,
    bytesOf: bytesOfPage,
    bytesMax: PAGES_BYTES_MAX,
  });
  const sections = router.share('sections', {
    read: createSharedSectionReader(db),
    bytesOf: (section) => section?.bytes ?? 0,
    bytesMax: SECTIONS_BYTES_MAX,
  });
  const progress = createResourceProgressReaders(db, sections);
  const search = createLearnerSearch(db);
  const changeProgress = createProgressWriter(router.deps);
  const tracksResource: Guard<{ resourceId: string }, Standing | null> = ({ actor, params, own }) =>
    requireTracking(actor, { resourceId: params.resourceId }, own);
  const tracksSection: Guard<{ sectionId: string }, Standing | null> = ({ actor, params, own }) =>
    requireTracking(actor, { sectionId: params.sectionId }, own);

  router.serveOwn(app, calls.getDashboard, seenLearner, async ({ actor, query, own }) => {
    if (query.userId && query.userId !== actor.id) return getDashboard(actor, query.userId);
    const { value } = await dashboards.get(actor.id, own.version, own.atMs);
    if (!value) throw new ApiError(calls.LEARNING_ERRORS.USER_NOT_FOUND);
    return new JsonReply(value);
  });
  router.serve(
    app,
    calls.enrollInLeague,
    ({ actor, body, requestInfo }) => enrollUser(db, actor, body, requestInfo),
    async ({ actor, readRaw }) => {
      // Only for staff does it matter whom the body names.
      if (!isAdmin(actor.role)) requireEnroller(actor, {});
      requireEnroller(actor, await readRaw());
    },
  );
  router.serve(app, calls.listEnrollments, ({ actor, query }) => {
    const { page, limit } = readPage(query, ENROLLMENTS_PAGE_SIZE);
    return listEnrollments(db, actor, query, { page, limit: limit ?? ENROLLMENTS_PAGE_SIZE });
  });
  router.serveOwn(app, calls.getLeagueProgress, seenInLeague, ({ actor, params, query, own }) =>
    leaguePage.get({ actor, leagueId: params.leagueId, askedUserId: query.userId, own }, leaguePages),
  );
  router.serve(app, searchLearning, ({ actor, query }) => search(actor.id, query.q ?? ''));
  router.serve(
    app,
    calls.completeSection,
    ({ actor, params, body, requestInfo }) =>
      completeSection(router.deps, { actor, sectionId: params.sectionId, body, requestInfo }),
    tracksSection,
    ownStanding('sectionId'),
  );
  router.serve(
    app,
    calls.updateSectionProgress,
    ({ actor, params, body, requestInfo }) =>
      updateSectionProgress(db, { actor, sectionId: params.sectionId, body, requestInfo }),
    tracksSection,
    ownStanding('sectionId'),
  );

  router.serveOwn(app, resourceCalls.listSectionResourceProgress, ownSection, ({ actor, params, own }) =>
    progress.listSectionResources(actor.id, params.sectionId, own),
  );
  router.serve(app, resourceCalls.listRevision, ({ actor, query }) => {
    const { page, limit } = readPage(query, REVISION_PAGE_SIZE);
    return progress.listRevision(actor.id, { page, limit: limit ?? REVISION_PAGE_SIZE });
  });
  router.serve(app, resourceCalls.getResourceProgress, ({ actor, params }) =>
    progress.getResourceProgress(actor.id, params.resourceId),
  );
  router.serve(
    app,
    resourceCalls.completeResource,
    ({ actor, params, body: { timeSpent, personalNote }, requestInfo }) =>
      changeProgress({
        actor,
        resourceId: params.resourceId,
        change: { kind: 'COMPLETED', personalNote, timeSpentSeconds: timeSpent },
        requestInfo,
      }),
    tracksResource,
    ownStanding('resourceId'),
  );
  router.serve(
    app,
    resourceCalls.markForRevision,
    ({ actor, params, body, requestInfo }) =>
      changeProgress({
        actor,
        resourceId: params.resourceId,
        change: { kind: 'MARKED_FOR_REVISION', personalNote: body.personalNote },
        requestInfo,
      }),
    tracksResource,
    ownStanding('resourceId'),
  );
  router.serve(
    app,
    resourceCalls.saveNote,
    ({ actor, params, body, requestInfo }) =>
      changeProgress({
        actor,
        resourceId: params.resourceId,
        change: { kind: 'NOTED', personalNote: body.personalNote },
        expectedNote: body.expectedNote,
        requestInfo,
      }),
    tracksResource,
    ownStanding('resourceId'),
  );
  router.serve(
    app,
    resourceCalls.resetResource,
    ({ actor, params, requestInfo }) =>
      changeProgress({
        actor,
        resourceId: params.resourceId,
        change: { kind: 'RESET' },
        requestInfo,
      }),
    tracksResource,
    ownStanding('resourceId'),
  );
  return app;
}
