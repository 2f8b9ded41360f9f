import { pickFields, RESOURCE_FIELDS } from '#contract/curriculum-fields.ts';
import type { ProgressRow, ResourceWithPlace } from '#contract/resource-progress.ts';
import type { ResourceProgress } from '#contract/resources.ts';
import { toIso } from '../platform/db/client.ts';
import { leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import type { ProgressRecord } from './progress/lock-place.ts';

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

export interface ProgressFields {
  completedAt: string | Date | null;
  markedForRevisionAt: string | Date | null;
  personalNote: string | null;
  timeSpentSeconds: number | null;
}

export function presentProgress(found: ProgressFields | null | undefined): ResourceProgress {
  return {
    isCompleted: found?.completedAt != null,
    completedAt: toIso(found?.completedAt ?? null),
    markedForRevision: found?.markedForRevisionAt != null,
    personalNote: found?.personalNote ?? null,
    timeSpent: found?.timeSpentSeconds ?? null,
  };
}

export function presentProgressRow(
  userId: string,
  resourceId: string,
  found: ProgressRecord | null,
): ProgressRow {
  return {
    ...presentProgress(found),
    id: found?.id ?? null,
    userId,
    resourceId,
    createdAt: toIso(found?.createdAt ?? null),
    updatedAt: toIso(found?.updatedAt ?? null),
  };
}
