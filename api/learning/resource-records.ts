import type { ResourceProgress, ResourceWithProgress } from '#contract/resource-progress.ts';
import { toIso } from '../platform/db/client.ts';
import { asRow } from '../platform/db/nested-rows.ts';
import { resourceProgress } from '../platform/db/schema/learning.ts';
import type { ResourceOfLeague } from './league-structure.ts';

export const recordFields = {
  resourceId: resourceProgress.resourceId,
  completedAt: resourceProgress.completedAt,
  markedAt: resourceProgress.markedForRevisionAt,
  personalNote: resourceProgress.personalNote,
  timeSpent: resourceProgress.timeSpentSeconds,
};
const recordRow = asRow(recordFields);
type RecordRow = typeof recordRow extends { _: { type: infer Row } } ? Row : never;

const UNTOUCHED: ResourceProgress = {
  isCompleted: false,
  completedAt: null,
  markedForRevision: false,
  personalNote: null,
  timeSpent: null,
};

export function toProgressFinder(records: readonly RecordRow[]) {
  const known = new Map(records.map((record) => [record.resourceId, record]));
  return (resource: ResourceOfLeague): ResourceWithProgress => {
    const record = known.get(resource.id);
    return { ...resource, progress: record ? presentRecord(record) : UNTOUCHED };
  };
}

function presentRecord({ completedAt, markedAt, personalNote, timeSpent }: RecordRow): ResourceProgress {
  return {
    isCompleted: completedAt !== null,
    completedAt: toIso(completedAt),
    markedForRevision: markedAt !== null,
    personalNote,
    timeSpent,
  };
}
