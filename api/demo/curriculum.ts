import { eq } from 'drizzle-orm';
import type { ResourceType } from '#contract/resources.ts';
import type { Database } from '../platform/db/client.ts';
import { badges } from '../platform/db/schema/awards.ts';
import {
  assignments,
  cohorts,
  leagues,
  resources,
  sections,
  specializationLeagues,
  specializations,
  weeks,
} from '../platform/db/schema/curriculum.ts';
import { createId } from '../platform/process/secrets.ts';
import competitiveProgramming from './leagues/competitive-programming.json' with { type: 'json' };
import exMatrix from './leagues/exmatrix.json' with { type: 'json' };
import finance from './leagues/finance.json' with { type: 'json' };
import financeEarlier from './leagues/finance-earlier.json' with { type: 'json' };
import iot from './leagues/iot.json' with { type: 'json' };
import ml from './leagues/ml.json' with { type: 'json' };
import mlEarlier from './leagues/ml-earlier.json' with { type: 'json' };
import quantum from './leagues/quantum.json' with { type: 'json' };
import robotics from './leagues/robotics.json' with { type: 'json' };
import softSkills from './leagues/soft-skills.json' with { type: 'json' };
import webFoundations from './leagues/web-foundations.json' with { type: 'json' };

interface DemoLeague {
  name: string;
  description: string;
  badge: { name: string; description: string };
  assignment?: { title: string; description: string; dueInDays: number };
  weeks: {
    name: string;
    description: string;
    sections: {
      name: string;
      description?: string;
      resources: { type: string; title: string; url: string; minutes?: number }[];
    }[];
  }[];
}

interface DemoCohort {
  name: string;
  description: string;
  isActive: boolean;
  startedDaysAgo: number;
  endedDaysAgo?: number;
  leagues: DemoLeague[];
}

export const DEMO_COHORTS: DemoCohort[] = [
  {
    name: 'Cohort 1.5',
    description:
      'The fall cohort: seven leagues, open to everyone on campus, at your own pace with others beside you.',
    isActive: true,
    startedDaysAgo: 90,
    leagues: [finance, quantum, ml, softSkills, competitiveProgramming, iot, exMatrix],
  },
  {
    name: 'Cohort 1.0',
    description: 'The summer cohort: two leagues, now over.',
    isActive: false,
    startedDaysAgo: 270,
    endedDaysAgo: 120,
    leagues: [mlEarlier, financeEarlier],
  },
  {
    name: 'Workshops',
    description:
      'Leagues beside the cohorts, open all year: one that is long, one that is still being written.',
    isActive: true,
    startedDaysAgo: 300,
    leagues: [webFoundations, robotics],
  },
];

export const DEMO_SPECIALIZATIONS = [
  {
    name: 'Data and Decisions',
    description: 'The mathematics, the models and the money: three leagues that belong together.',
    cohort: 'Cohort 1.5',
    leagues: ['ExMatrix', 'ML', 'Finance'],
  },
  {
    name: 'Summer Foundations',
    description: 'Both leagues of the summer cohort, for those who took part in it.',
    cohort: 'Cohort 1.0',
    leagues: ['ML League (1.0)', 'Finance League (1.0)'],
  },
];

/** A badge without a league, awarded by hand (docs/decisions/0040). */
export const DEMO_FREE_BADGE = {
  name: 'Study Circle Host',
  description: 'Kept a study circle going for a term: same place, same hour, everybody welcome.',
};

export type DemoCurriculum = Map<string, { id: string; cohortId: string }>;

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

/** Keeps existing cohorts, leagues and specializations, so a second run adds nothing. */
export async function insertCurriculum(tx: Database): Promise<DemoCurriculum> {
  const inserted: DemoCurriculum = new Map();
  const cohortIds = new Map<string, string>();
  for (const cohort of DEMO_COHORTS) {
    const cohortId = await findOrInsertCohort(tx, cohort);
    cohortIds.set(cohort.name, cohortId);
    for (const [index, league] of cohort.leagues.entries()) {
      const id = await findOrInsertLeague(tx, cohort, cohortId, league, index);
      inserted.set(league.name, { id, cohortId });
    }
  }
  for (const specialization of DEMO_SPECIALIZATIONS) {
    await insertSpecialization(tx, specialization, cohortIds.get(specialization.cohort) ?? '', inserted);
  }
  return inserted;
}

async function findOrInsertCohort(tx: Database, cohort: DemoCohort): Promise<string> {
  const [known] = await tx.select({ id: cohorts.id }).from(cohorts).where(eq(cohorts.name, cohort.name));
  if (known) return known.id;
  const id = createId();
  const startedAt = daysFromNow(-cohort.startedDaysAgo);
  await tx.insert(cohorts).values({
    id,
    name: cohort.name,
    description: cohort.description,
    isActive: cohort.isActive,
    createdAt: startedAt,
    updatedAt: startedAt,
  });
  return id;
}

async function findOrInsertLeague(
  tx: Database,
  cohort: DemoCohort,
  cohortId: string,
  league: DemoLeague,
  index: number,
): Promise<string> {
  const [known] = await tx.select({ id: leagues.id }).from(leagues).where(eq(leagues.name, league.name));
  if (known) return known.id;
  const id = createId();
  // Lists show the newest league first; a minute between them keeps the written order.
  const createdAt = new Date(daysFromNow(-cohort.startedDaysAgo).getTime() - index * 60_000);
  const sectionsOf = league.weeks.flatMap((week) => week.sections);
  await tx.insert(leagues).values({
    id,
    cohortId,
    name: league.name,
    description: league.description,
    expiresAt: cohort.endedDaysAgo === undefined ? null : daysFromNow(-cohort.endedDaysAgo),
    weeksCount: league.weeks.length,
    sectionsCount: sectionsOf.length,
    resourcesCount: sectionsOf.reduce((sum, section) => sum + section.resources.length, 0),
    createdAt,
    updatedAt: createdAt,
  });
  await insertContent(tx, id, league, createdAt);
  await tx
    .insert(badges)
    .values({ id: createId(), leagueId: id, ...league.badge, createdAt, updatedAt: createdAt });
  if (league.assignment) {
    const { title, description, dueInDays } = league.assignment;
    await tx
      .insert(assignments)
      .values({ id: createId(), leagueId: id, title, description, dueAt: daysFromNow(dueInDays) });
  }
  return id;
}

async function insertContent(tx: Database, leagueId: string, league: DemoLeague, at: Date): Promise<void> {
  const times = { createdAt: at, updatedAt: at };
  const weekRows = league.weeks.map((week, index) => ({
    id: createId(),
    leagueId,
    name: week.name,
    description: week.description,
    order: index + 1,
    ...times,
  }));
  const sectionRows = league.weeks.flatMap((week, weekIndex) =>
    week.sections.map((section, index) => ({
      id: createId(),
      weekId: weekRows[weekIndex]?.id ?? '',
      name: section.name,
      description: section.description ?? null,
      order: index + 1,
      resourcesCount: section.resources.length,
      ...times,
    })),
  );
  const resourceRows = league.weeks
    .flatMap((week) => week.sections)
    .flatMap((section, sectionIndex) =>
      section.resources.map((resource, index) => ({
        id: createId(),
        sectionId: sectionRows[sectionIndex]?.id ?? '',
        ...resource,
        type: resource.type as ResourceType,
        order: index + 1,
        ...times,
      })),
    );
  if (weekRows.length === 0) return;
  await tx.insert(weeks).values(weekRows);
  await tx.insert(sections).values(sectionRows);
  await tx.insert(resources).values(resourceRows);
}

async function insertSpecialization(
  tx: Database,
  { name, description, leagues: parts }: (typeof DEMO_SPECIALIZATIONS)[number],
  cohortId: string,
  curriculum: DemoCurriculum,
): Promise<void> {
  const id = createId();
  const added = await tx
    .insert(specializations)
    .values({ id, cohortId, name, description })
    .onConflictDoNothing()
    .returning({ id: specializations.id });
  if (added.length === 0) return;
  await tx.insert(specializationLeagues).values(
    parts.map((league, index) => ({
      id: createId(),
      specializationId: id,
      leagueId: curriculum.get(league)?.id ?? '',
      order: index + 1,
    })),
  );
}
