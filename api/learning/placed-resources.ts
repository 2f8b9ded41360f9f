import { pickFields, RESOURCE_FIELDS } from '#contract/curriculum-fields.ts';
import type { ProgressRow, ResourceWithPlace } from '#contract/resource-progress.ts';
import { toIso } from '../platform/db/client.ts';
import { leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { resourceProgress } from '../platform/db/schema/learning.ts';

/** Needs joins on section, week and league. */
export const placedFields = {
  resource: { id: resources.id, ...pickFields(RESOURCE_FIELDS, resources), order: resources.order },
  section: { id: sections.id, name: sections.name },
  week: { id: weeks.id, name: weeks.name },
  league: { id: leagues.id, name: leagues.name },
};

interface FoundPlaced {
  resource: Omit<ResourceWithPlace['resource'], 'section'>;
  section: Named;
  week: Named;
  league: Named;
}
type Named = { id: string; name: string };

export function presentPlaced({
  resource,
  section,
  week,
  league,
}: FoundPlaced): ResourceWithPlace['resource'] {
  return { ...resource, section: { ...section, week: { ...week, league } } };
}

export const progressFields = {
  id: resourceProgress.id,
  completedAt: resourceProgress.completedAt,
  markedAt: resourceProgress.markedForRevisionAt,
  personalNote: resourceProgress.personalNote,
  timeSpent: resourceProgress.timeSpentSeconds,
  createdAt: resourceProgress.createdAt,
  updatedAt: resourceProgress.updatedAt,
};

interface FoundProgress {
  id: string;
  completedAt: Date | null;
  markedAt: Date | null;
  personalNote: string | null;
  timeSpent: number | null;
  createdAt: Date;
  updatedAt: Date;
}

export function presentProgressRow(
  userId: string,
  resourceId: string,
  found: FoundProgress | null,
): ProgressRow {
  return {
    id: found?.id ?? null,
    userId,
    resourceId,
    isCompleted: found?.completedAt != null,
    completedAt: toIso(found?.completedAt ?? null),
    markedForRevision: found?.markedAt != null,
    personalNote: found?.personalNote ?? null,
    timeSpent: found?.timeSpent ?? null,
    createdAt: toIso(found?.createdAt ?? null),
    updatedAt: toIso(found?.updatedAt ?? null),
  };
}
