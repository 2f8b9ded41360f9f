import type { OwnResourceProgress } from '#contract/resources.ts';
import type { OwnSectionProgress } from '#contract/sections.ts';
import { toIso } from '../platform/db/client.ts';
import type { resourceProgress, sectionProgress } from '../platform/db/schema/learning.ts';

export function toOwnProgress(
  row: Pick<
    typeof resourceProgress.$inferSelect,
    'completedAt' | 'markedForRevisionAt' | 'personalNote' | 'timeSpentSeconds'
  > | null,
): OwnResourceProgress {
  return {
    isCompleted: row?.completedAt != null,
    completedAt: toIso(row?.completedAt ?? null),
    markedForRevision: row?.markedForRevisionAt != null,
    personalNote: row?.personalNote ?? null,
    timeSpent: row?.timeSpentSeconds ?? null,
  };
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
