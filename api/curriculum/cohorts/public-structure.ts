import { asc, eq } from 'drizzle-orm';
import type { Programme, StructureMeta } from '#contract/public-structure.ts';
import type { Database } from '../../platform/db/client.ts';
import { alphabetical } from '../../platform/db/paging.ts';
import { cohorts, leagues, weeks } from '../../platform/db/schema/curriculum.ts';

export async function readPublicStructure(
  db: Database,
): Promise<{ programmes: Programme[]; meta: StructureMeta }> {
  const rows = await db
    .select({
      cohort: {
        id: cohorts.id,
        name: cohorts.name,
        description: cohorts.description,
        isActive: cohorts.isActive,
      },
      league: { id: leagues.id, name: leagues.name, description: leagues.description },
      week: { id: weeks.id, name: weeks.name, order: weeks.order, description: weeks.description },
    })
    .from(cohorts)
    .leftJoin(leagues, eq(leagues.cohortId, cohorts.id))
    .leftJoin(weeks, eq(weeks.leagueId, leagues.id))
    .where(eq(cohorts.isActive, true))
    .orderBy(
      alphabetical(cohorts.name),
      asc(cohorts.id),
      alphabetical(leagues.name),
      asc(leagues.id),
      asc(weeks.order),
    );

  const programmes: Programme[] = [];
  let totalLeagues = 0;
  let totalWeeks = 0;
  for (const { cohort, league, week } of rows) {
    let programme = programmes.at(-1);
    if (programme?.id !== cohort.id) {
      programme = { ...cohort, leagues: [] };
      programmes.push(programme);
    }
    if (!league) continue;
    let last = programme.leagues.at(-1);
    if (last?.id !== league.id) {
      last = { ...league, weeks: [] };
      programme.leagues.push(last);
      totalLeagues += 1;
    }
    if (!week) continue;
    last.weeks.push(week);
    totalWeeks += 1;
  }
  return {
    programmes,
    meta: { timestamp: new Date().toISOString(), totalCohorts: programmes.length, totalLeagues, totalWeeks },
  };
}
