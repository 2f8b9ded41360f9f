import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import type { ResourceWithPlace } from '#contract/resource-progress.ts';
import { type Page, toPagination } from '#contract/shared.ts';
import type { Database } from '../platform/db/client.ts';
import { toWindow } from '../platform/db/paging.ts';
import { leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { resourceProgress } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { placedFields, presentPlaced, presentProgressRow } from './placed-resources.ts';
import { isTracked } from './tracking.ts';

export function createResourceReader(db: Database) {
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

export async function listRevisionResources(db: Database, userId: string, page: Page & { limit: number }) {
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
