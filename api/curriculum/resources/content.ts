import { and, asc, eq } from 'drizzle-orm';
import { pickResourceFields, type ResourceField } from '#contract/curriculum-fields.ts';
import type { OwnResourceProgress, ResourceContent, ResourceType } from '#contract/resources.ts';
import type { Database } from '../../platform/db/client.ts';
import { resources } from '../../platform/db/schema/curriculum.ts';
import { resourceProgress } from '../../platform/db/schema/learning.ts';
import { toOwnProgress } from '../own-progress.ts';

const CONTENT = {
  id: resources.id,
  ...pickResourceFields(resources),
  order: resources.order,
  sectionId: resources.sectionId,
};

export function selectContent(db: Database) {
  return db.select(CONTENT).from(resources).$dynamic();
}

type Stored<Row> = Omit<Row, 'type'> & { type: string };

export function toContent(row: Stored<ResourceContent>): ResourceContent {
  return { ...row, type: row.type as ResourceType };
}

export function readResourceFields(row: Stored<Pick<ResourceContent, ResourceField>>) {
  return pickResourceFields({ ...row, type: row.type as ResourceType });
}

export async function listOwnContent(
  db: Database,
  userId: string,
  sectionId: string,
): Promise<(ResourceContent & { progress: OwnResourceProgress })[]> {
  const rows = await db
    .select({ content: CONTENT, progress: resourceProgress })
    .from(resources)
    .leftJoin(
      resourceProgress,
      and(eq(resourceProgress.resourceId, resources.id), eq(resourceProgress.userId, userId)),
    )
    .where(eq(resources.sectionId, sectionId))
    .orderBy(asc(resources.order));
  return rows.map(({ content, progress }) => ({
    ...toContent(content),
    progress: toOwnProgress(progress),
  }));
}
