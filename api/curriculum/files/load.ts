import { asc, eq } from 'drizzle-orm';
import {
  ASSIGNMENT_FIELDS,
  MODULE_FIELDS,
  pickFields,
  RESOURCE_FIELDS,
  TOPIC_FIELDS,
} from '#contract/curriculum-fields.ts';
import { findAssignment } from '../../assignments/service.ts';
import { type Database, toIso } from '../../platform/db/client.ts';
import { cohorts, leagues, resources, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import type { LeagueNode } from './tree.ts';

/** Reads several tables, so lock the league first. */
export async function loadLeague(tx: Database, id: string): Promise<LeagueNode | null> {
  const [league] = await tx
    .select({
      name: leagues.name,
      description: leagues.description,
      cohort: cohorts.name,
      expiresAt: leagues.expiresAt,
    })
    .from(leagues)
    .innerJoin(cohorts, eq(cohorts.id, leagues.cohortId))
    .where(eq(leagues.id, id));
  if (!league) return null;
  const assignment = await findAssignment(tx, id);
  const weekRows = await tx.select().from(weeks).where(eq(weeks.leagueId, id)).orderBy(asc(weeks.order));
  const sectionRows = await tx
    .select({ row: sections })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(eq(weeks.leagueId, id))
    .orderBy(asc(sections.order));
  const resourceRows = await tx
    .select({ row: resources })
    .from(resources)
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(eq(weeks.leagueId, id))
    .orderBy(asc(resources.order));
  const ofSection = Map.groupBy(
    resourceRows.map(({ row }) => row),
    (row) => row.sectionId,
  );
  const ofWeek = Map.groupBy(
    sectionRows.map(({ row }) => row),
    (row) => row.weekId,
  );
  return {
    id,
    ...league,
    expiresAt: toIso(league.expiresAt),
    assignment: assignment && { id: assignment.id, ...pickFields(ASSIGNMENT_FIELDS, assignment) },
    weeks: weekRows.map((week) => ({
      id: week.id,
      ...pickFields(MODULE_FIELDS, week),
      order: week.order,
      sections: (ofWeek.get(week.id) ?? []).map((section) => ({
        id: section.id,
        ...pickFields(TOPIC_FIELDS, section),
        order: section.order,
        resources: (ofSection.get(section.id) ?? []).map((resource) => ({
          id: resource.id,
          ...pickFields(RESOURCE_FIELDS, resource),
          order: resource.order,
        })),
      })),
    })),
  };
}
