import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Call } from '#contract/call.ts';
import { ENROLLMENTS_PAGE_SIZE, REVISION_PAGE_SIZE } from '#contract/constants.ts';
import { searchLearning } from '#contract/learner-search.ts';
import * as calls from '#contract/learning.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import type { ResourceWithPlace } from '#contract/resource-progress.ts';
import * as resourceCalls from '#contract/resource-progress.ts';
import { isAdmin } from '#contract/roles.ts';
import { type Page, readPage, toPagination } from '#contract/shared.ts';
import type { Database } from '../platform/db/client.ts';
import { toWindow } from '../platform/db/paging.ts';
import { leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { resourceProgress } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { ApiRouter } from '../platform/http/router.ts';
import { createDashboardReader, wholeDashboard } from './dashboard.ts';
import { enrollUser, listEnrollments, requireEnroller } from './enrollment.ts';
import { createLeaguePageReader, ownOfLeague } from './league-page.ts';
import { LeagueStructures } from './league-structure.ts';
import { placedFields, presentPlaced, presentProgressRow } from './placed-resources.ts';
import { changeProgress } from './progress/change-progress.ts';
import { createLearnerSearch } from './search.ts';
import { completeSection, updateSectionProgress } from './section-progress.ts';
import { ownOfSection, readSectionResources } from './section-resources.ts';
import { isTracked, serveTracked } from './tracking.ts';

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
    ({ actor, query, own }) => getDashboard(actor, own, query.userId),
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
  router.serve(calls.listEnrollments, ({ actor, query }) =>
    listEnrollments(db, actor, query, readPage(query, ENROLLMENTS_PAGE_SIZE)),
  );
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
  router.serve(resourceCalls.listRevision, ({ actor, query }) =>
    listRevisionResources(db, actor.id, readPage(query, REVISION_PAGE_SIZE)),
  );
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

function createResourceReader(db: Database) {
  const find = db
    .select({ ...placedFields, progress: resourceProgress })
    .from(resources)
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .leftJoin(
      resourceProgress,
      and(
        eq(resourceProgress.resourceId, resources.id),
        eq(resourceProgress.userId, sql.placeholder('userId')),
      ),
    )
    .where(eq(resources.id, sql.placeholder('resourceId')))
    .prepare('resource_with_place');
  return async (userId: string, resourceId: string): Promise<ResourceWithPlace> => {
    const [found] = await find.execute({ userId, resourceId });
    if (!found) throw new ApiError(LEARNING_ERRORS.RESOURCE_NOT_FOUND);
    return {
      resource: presentPlaced(found),
      progress: presentProgressRow(userId, resourceId, found.progress),
    };
  };
}

async function listRevisionResources(db: Database, userId: string, page: Page & { limit: number }) {
  const isMarked = and(
    eq(resourceProgress.userId, userId),
    isNotNull(resourceProgress.markedForRevisionAt),
    isTracked,
  );
  const { limit, offset } = toWindow(page);
  const [counted] = await db
    .select({ total: count() })
    .from(resourceProgress)
    .innerJoin(resources, eq(resources.id, resourceProgress.resourceId))
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(isMarked);
  const rows = await db
    .select({ ...placedFields, progress: resourceProgress })
    .from(resourceProgress)
    .innerJoin(resources, eq(resources.id, resourceProgress.resourceId))
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .where(isMarked)
    .orderBy(desc(resourceProgress.updatedAt), desc(resourceProgress.id))
    .limit(limit)
    .offset(offset);
  const revisionResources = rows.map((row) => ({
    progress: presentProgressRow(userId, row.resource.id, row.progress),
    resource: presentPlaced(row),
  }));
  return { revisionResources, pagination: toPagination(page, counted?.total ?? 0) };
}
