import { and, asc, eq } from 'drizzle-orm';
import { pickFields, RESOURCE_FIELDS } from '#contract/curriculum-fields.ts';
import type { ResourceContent, ResourceProgress } from '#contract/resources.ts';
import type { OwnSectionProgress } from '#contract/sections.ts';
import { presentProgress } from '../../learning/placed-resources.ts';
import { type Database, toIso } from '../../platform/db/client.ts';
import { resources } from '../../platform/db/schema/curriculum.ts';
import { resourceProgress, type sectionProgress } from '../../platform/db/schema/learning.ts';

const CONTENT = {
  id: resources.id,
  ...pickFields(RESOURCE_FIELDS, resources),
  order: resources.order,
  sectionId: resources.sectionId,
};

export async function listOwnContent(
  db: Database,
  userId: string,
  sectionId: string,
): Promise<(ResourceContent & { progress: ResourceProgress })[]> {
  const rows = await db
    .select({ content: CONTENT, progress: resourceProgress })
    .from(resources)
    .leftJoin(
      resourceProgress,
      and(eq(resourceProgress.resourceId, resources.id), eq(resourceProgress.userId, userId)),
    )
    .where(eq(resources.sectionId, sectionId))
    .orderBy(asc(resources.order));
  return rows.map(({ content, progress }) => ({ ...content, progress: presentProgress(progress) }));
}

/** A section without resources is never complete (docs/api.md 4). */
export function toOwnSectionProgress(
  row: typeof sectionProgress.$inferSelect | undefined,
  resourcesCount: number,
): OwnSectionProgress {
  const completedResources = row?.completedResources ?? 0;
  const isCompleted = resourcesCount > 0 && completedResources >= resourcesCount;
  return {
    isCompleted,
    completedAt: isCompleted ? toIso(row?.completedAt ?? null) : null,
    completedResources,
    markedForRevision: row?.markedForRevisionAt != null,
    personalNote: row?.personalNote ?? null,
  };
}
