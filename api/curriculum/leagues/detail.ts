import { asc, eq } from 'drizzle-orm';
import { ASSIGNMENT_FIELDS, MODULE_FIELDS, pickFields, TOPIC_FIELDS } from '#contract/curriculum-fields.ts';
import type { LeagueDetail } from '#contract/leagues.ts';
import type { ResourceContent } from '#contract/resources.ts';
import { findAssignment } from '../../assignments/service.ts';
import type { Database } from '../../platform/db/client.ts';
import { badges } from '../../platform/db/schema/awards.ts';
import { resources, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { selectContent, toContent } from '../resources/content.ts';
import { readLeague } from './service.ts';

/** Excludes enrolled people. Throws LEAGUE_NOT_FOUND. */
export async function getLeagueDetail(db: Database, id: string): Promise<LeagueDetail> {
  const league = await readLeague(db, id);
  const weekRows = await db.select().from(weeks).where(eq(weeks.leagueId, id)).orderBy(asc(weeks.order));
  const sectionRows = await db
    .select({
      id: sections.id,
      ...pickFields(TOPIC_FIELDS, sections),
      order: sections.order,
      weekId: sections.weekId,
      resourcesCount: sections.resourcesCount,
    })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(eq(weeks.leagueId, id))
    .orderBy(asc(sections.order));
  const contents = await listContents(db, id);
  const badgeRows = await db.select().from(badges).where(eq(badges.leagueId, id));
  const assignment = await findAssignment(db, id);

  const contentsBySection = Map.groupBy(contents, (content) => content.sectionId);
  const sectionsByWeek = Map.groupBy(sectionRows, (section) => section.weekId);
  return {
    ...league,
    weeks: weekRows.map((week) => ({
      id: week.id,
      ...pickFields(MODULE_FIELDS, week),
      order: week.order,
      leagueId: week.leagueId,
      _count: { sections: sectionsByWeek.get(week.id)?.length ?? 0 },
      sections: (sectionsByWeek.get(week.id) ?? []).map(({ resourcesCount, ...section }) => ({
        ...section,
        _count: { resources: resourcesCount },
        resources: contentsBySection.get(section.id) ?? [],
      })),
    })),
    badges: badgeRows.map(({ id, name, description, imageUrl }) => ({ id, name, description, imageUrl })),
    assignment: assignment && { id: assignment.id, ...pickFields(ASSIGNMENT_FIELDS, assignment) },
  };
}

async function listContents(db: Database, leagueId: string): Promise<ResourceContent[]> {
  const rows = await selectContent(db)
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(eq(weeks.leagueId, leagueId))
    .orderBy(asc(resources.order));
  return rows.map(toContent);
}
