import { asc, eq } from 'drizzle-orm';
import { ASSIGNMENT_FIELDS, MODULE_FIELDS, pickFields } from '#contract/curriculum-fields.ts';
import type { LeagueDetail } from '#contract/leagues.ts';
import { findAssignment } from '../../assignments/service.ts';
import type { Database } from '../../platform/db/client.ts';
import { badges } from '../../platform/db/schema/awards.ts';
import { resources, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { selectContent } from '../resources/content.ts';
import { selectWeekSections } from '../weeks/service.ts';
import { readLeague } from './service.ts';

/** Excludes enrolled people. Throws LEAGUE_NOT_FOUND. */
export async function getLeagueDetail(db: Database, id: string): Promise<LeagueDetail> {
  const league = await readLeague(db, id);
  const weekRows = await db
    .select({
      id: weeks.id,
      ...pickFields(MODULE_FIELDS, weeks),
      order: weeks.order,
      leagueId: weeks.leagueId,
    })
    .from(weeks)
    .where(eq(weeks.leagueId, id))
    .orderBy(asc(weeks.order));
  const sectionRows = await selectWeekSections(db).where(eq(weeks.leagueId, id));
  const contents = await selectContent(db)
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(eq(weeks.leagueId, id))
    .orderBy(asc(resources.order));
  const badgeRows = await db
    .select({ id: badges.id, name: badges.name, description: badges.description, imageUrl: badges.imageUrl })
    .from(badges)
    .where(eq(badges.leagueId, id));
  const assignment = await findAssignment(db, id);

  const contentsBySection = Map.groupBy(contents, (content) => content.sectionId);
  const withContents = sectionRows.map((section) => ({
    ...section,
    resources: contentsBySection.get(section.id) ?? [],
  }));
  const sectionsByWeek = Map.groupBy(withContents, (section) => section.weekId);
  return {
    ...league,
    weeks: weekRows.map((week) => {
      const own = sectionsByWeek.get(week.id) ?? [];
      return { ...week, _count: { sections: own.length }, sections: own };
    }),
    badges: badgeRows,
    assignment: assignment && { id: assignment.id, ...pickFields(ASSIGNMENT_FIELDS, assignment) },
  };
}
