import type { Call } from '#contract/call.ts';
import { ENROLLMENTS_PAGE_SIZE, REVISION_PAGE_SIZE } from '#contract/constants.ts';
import { searchLearning } from '#contract/learner-search.ts';
import * as calls from '#contract/learning.ts';
import * as resourceCalls from '#contract/resource-progress.ts';
import { isAdmin } from '#contract/roles.ts';
import { readPage } from '#contract/shared.ts';
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
import { serveTracked } from './tracking.ts';

export function learningRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const structures = new LeagueStructures(db);
  const timeZone = router.deps.config.TIME_ZONE;
  const getDashboard = createDashboardReader(db, timeZone);
  const getLeaguePage = createLeaguePageReader(db, structures);
  const getResource = createResourceReader(db);
  const search = createLearnerSearch(db);
  const serveChange = <Body>(
    call: Call<Body, undefined, unknown, `/resource-progress/:resourceId/${string}`>,
    toChange: (body: Body) => Pick<Parameters<typeof changeProgress>[1], 'change' | 'expectedNote'>,
  ) =>
    serveTracked(router, call, ({ params, body, ...by }) =>
      changeProgress(router.deps, { ...by, resourceId: params.resourceId, ...toChange(body) }),
    );

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
  serveTracked(router, calls.completeSection, ({ params, ...asked }) =>
    completeSection(router.deps, { ...asked, sectionId: params.sectionId }),
  );
  serveTracked(router, calls.updateSectionProgress, ({ params, ...asked }) =>
    updateSectionProgress(db, { ...asked, sectionId: params.sectionId }),
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
  serveChange(resourceCalls.completeResource, ({ timeSpent, personalNote }) => ({
    change: { kind: 'COMPLETED', personalNote, timeSpentSeconds: timeSpent },
  }));
  serveChange(resourceCalls.markForRevision, ({ personalNote }) => ({
    change: { kind: 'MARKED_FOR_REVISION', personalNote },
  }));
  serveChange(resourceCalls.saveNote, ({ personalNote, expectedNote }) => ({
    change: { kind: 'NOTED', personalNote },
    expectedNote,
  }));
  serveChange(resourceCalls.resetResource, () => ({ change: { kind: 'RESET' } }));
}
