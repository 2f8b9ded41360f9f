import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import type { ResourceWithProgress, SectionResources } from '#contract/resource-progress.ts';
import { toPercentage } from '#contract/shared.ts';
import { currentCurriculumVersion } from '../platform/db/curriculum-version.ts';
import { oneRow, rowList, selectRow } from '../platform/db/nested-rows.ts';
import { resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { resourceProgress } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { LeagueStructures, ResourceOfLeague } from './league-structure.ts';
import { type ProgressFields, presentProgress } from './placed-resources.ts';

/** Runs in the session statement. Null without a section. */
export const ownOfSection = (userId: PgColumn) =>
  oneRow(
    selectRow({
      version: currentCurriculumVersion,
      leagueId: weeks.leagueId,
      records: rowList(
        selectRow(recordFields)
          .from(resources)
          .innerJoin(
            resourceProgress,
            and(eq(resourceProgress.resourceId, resources.id), eq(resourceProgress.userId, userId)),
          )
          .where(eq(resources.sectionId, sections.id)),
      ),
    })
      .from(sections)
      .innerJoin(weeks, eq(weeks.id, sections.weekId))
      .where(eq(sections.id, sql.placeholder('sectionId'))),
  );
type OwnOfSection = ReturnType<typeof ownOfSection> extends { _: { type: infer Row } } ? Row : never;

/** Throws SECTION_NOT_FOUND. */
export async function readSectionResources(
  structures: LeagueStructures,
  sectionId: string,
  own: OwnOfSection,
): Promise<SectionResources> {
  const structure = own && (await structures.get(own.leagueId, own.version));
  const found = structure?.sections.get(sectionId);
  if (!own || !found) throw new ApiError(LEARNING_ERRORS.SECTION_NOT_FOUND);
  const shown = found.resources.map(toProgressFinder(own.records));
  const completed = shown.filter(({ progress }) => progress.isCompleted).length;
  return {
    section: found.section,
    resources: shown,
    statistics: {
      totalResources: shown.length,
      completedResources: completed,
      markedForRevision: shown.filter(({ progress }) => progress.markedForRevision).length,
      completionPercentage: toPercentage(completed, shown.length),
      totalTimeSpent: shown.reduce((sum, { progress }) => sum + (progress.timeSpent ?? 0), 0),
    },
  };
}

export const recordFields = {
  resourceId: resourceProgress.resourceId,
  completedAt: resourceProgress.completedAt,
  markedForRevisionAt: resourceProgress.markedForRevisionAt,
  personalNote: resourceProgress.personalNote,
  timeSpentSeconds: resourceProgress.timeSpentSeconds,
};

export function toProgressFinder(records: readonly (ProgressFields & { resourceId: string })[]) {
  const known = new Map(records.map((record) => [record.resourceId, record]));
  return (resource: ResourceOfLeague): ResourceWithProgress => ({
    ...resource,
    progress: presentProgress(known.get(resource.id)),
  });
}
