import { ENROLLMENTS_PAGE_SIZE, REVISION_PAGE_SIZE } from '#contract/constants.ts';
import { searchLearning } from '#contract/learner-search.ts';
import * as calls from '#contract/learning.ts';
import * as resourceCalls from '#contract/resource-progress.ts';
import { isAdmin } from '#contract/roles.ts';
import { readPage } from '#contract/shared.ts';
import type { Guard } from '../platform/access/guard.ts';
import type { ApiRouter } from '../platform/http/router.ts';
import { createDashboardReader, presentDashboard, wholeDashboard } from './dashboard.ts';
import { enrollUser, listEnrollments, requireEnroller } from './enrollment.ts';
import { createLeaguePageReader, ownOfLeague } from './league-page.ts';
import { LeagueStructures } from './league-structure.ts';
import { changeProgress } from './progress/change-progress.ts';
import { createResourceReader, listRevisionResources } from './resource-progress.ts';
import { createLearnerSearch } from './search.ts';
import { completeSection, updateSectionProgress } from './section-progress.ts';
import { ownOfSection, readSectionResources } from './section-resources.ts';
import { type LeagueAccess, ownLeagueAccess, requireTracking } from './tracking.ts';

export function learningRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const structures = new LeagueStructures(db);
  const timeZone = router.deps.config.TIME_ZONE;
  const getDashboard = createDashboardReader(db, timeZone);
  const getLeaguePage = createLeaguePageReader(db, structures);
  const getResource = createResourceReader(db);
  const search = createLearnerSearch(db);
  const tracksResource: Guard<{ resourceId: string }, LeagueAccess | null> = ({ actor, params, own }) =>
    requireTracking(actor, { resourceId: params.resourceId }, own);
  const tracksSection: Guard<{ sectionId: string }, LeagueAccess | null> = ({ actor, params, own }) =>
    requireTracking(actor, { sectionId: params.sectionId }, own);

  router.serveOwn(
    calls.getDashboard,
    () => wholeDashboard(timeZone),
    async ({ actor, query, own }) =>
      query.userId && query.userId !== actor.id ? getDashboard(actor, query.userId) : presentDashboard(own),
  );
  router.serve(
    calls.enrollInLeague,
    ({ actor, body, requestInfo }) => enrollUser(db, actor, body, requestInfo),
    async ({ actor, readRaw }) => {
      // Learners enroll only themselves, so their body is not read before this check.
      if (!isAdmin(actor.role)) requireEnroller(actor, {});
      requireEnroller(actor, await readRaw());
    },
  );
  router.serve(calls.listEnrollments, ({ actor, query }) => {
    const { page, limit } = readPage(query, ENROLLMENTS_PAGE_SIZE);
    return listEnrollments(db, actor, query, { page, limit: limit ?? ENROLLMENTS_PAGE_SIZE });
  });
  router.serveOwn(calls.getLeagueProgress, ownOfLeague, ({ actor, params, query, own }) =>
    getLeaguePage({ actor, leagueId: params.leagueId, askedUserId: query.userId, own }),
  );
  router.serve(searchLearning, ({ actor, query }) => search(actor.id, query.q ?? ''));
  router.serve(
    calls.completeSection,
    ({ actor, params, body, requestInfo }) =>
      completeSection(router.deps, { actor, sectionId: params.sectionId, body, requestInfo }),
    tracksSection,
    ownLeagueAccess('sectionId'),
  );
  router.serve(
    calls.updateSectionProgress,
    ({ actor, params, body, requestInfo }) =>
      updateSectionProgress(db, { actor, sectionId: params.sectionId, body, requestInfo }),
    tracksSection,
    ownLeagueAccess('sectionId'),
  );

  router.serveOwn(resourceCalls.listSectionResourceProgress, ownOfSection, ({ params, own }) =>
    readSectionResources(structures, params.sectionId, own),
  );
  router.serve(resourceCalls.listRevision, ({ actor, query }) => {
    const { page, limit } = readPage(query, REVISION_PAGE_SIZE);
    return listRevisionResources(db, actor.id, { page, limit: limit ?? REVISION_PAGE_SIZE });
  });
  router.serve(resourceCalls.getResourceProgress, ({ actor, params }) =>
    getResource(actor.id, params.resourceId),
  );
  router.serve(
    resourceCalls.completeResource,
    ({ actor, params, body: { timeSpent, personalNote }, requestInfo }) =>
      changeProgress(router.deps, {
        actor,
        resourceId: params.resourceId,
        change: { kind: 'COMPLETED', personalNote, timeSpentSeconds: timeSpent },
        requestInfo,
      }),
    tracksResource,
    ownLeagueAccess('resourceId'),
  );
  router.serve(
    resourceCalls.markForRevision,
    ({ actor, params, body, requestInfo }) =>
      changeProgress(router.deps, {
        actor,
        resourceId: params.resourceId,
        change: { kind: 'MARKED_FOR_REVISION', personalNote: body.personalNote },
        requestInfo,
      }),
    tracksResource,
    ownLeagueAccess('resourceId'),
  );
  router.serve(
    resourceCalls.saveNote,
    ({ actor, params, body, requestInfo }) =>
      changeProgress(router.deps, {
        actor,
        resourceId: params.resourceId,
        change: { kind: 'NOTED', personalNote: body.personalNote },
        expectedNote: body.expectedNote,
        requestInfo,
      }),
    tracksResource,
    ownLeagueAccess('resourceId'),
  );
  router.serve(
    resourceCalls.resetResource,
    ({ actor, params, requestInfo }) =>
      changeProgress(router.deps, {
        actor,
        resourceId: params.resourceId,
        change: { kind: 'RESET' },
        requestInfo,
      }),
    tracksResource,
    ownLeagueAccess('resourceId'),
  );
}
