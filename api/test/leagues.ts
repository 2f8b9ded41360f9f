import { eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/client.ts';
import { raiseCurriculumVersion } from '../platform/db/curriculum-version.ts';
import { cohorts, leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { enrollments, leagueProgress } from '../platform/db/schema/learning.ts';
import { createId } from '../platform/process/secrets.ts';
import { addPerson, type Person, type PersonInput } from './people.ts';

export interface TestLeague {
  id: string;
  name: string;
  cohortId: string;
  weeks: { id: string; sections: { id: string; resources: { id: string }[] }[] }[];
}

interface LeagueInput {
  name?: string;
  cohortId?: string;
  weeks?: number;
  sections?: number;
  resources?: number;
}

let counter = 0;

export async function addCohort(
  db: Database,
  input: { name?: string; isActive?: boolean } = {},
): Promise<{ id: string }> {
  counter += 1;
  const id = createId();
  await db
    .insert(cohorts)
    .values({ id, name: input.name ?? `Cohort ${counter}`, isActive: input.isActive ?? true });
  return { id };
}

/** Adds a league with its whole curriculum straight to the database, counts included (2 x 2 x 2 unless said otherwise). */
export async function addLeague(db: Database, input: LeagueInput = {}): Promise<TestLeague> {
  counter += 1;
  const name = input.name ?? `League ${counter}`;
  const cohortId = input.cohortId ?? (await addCohort(db)).id;
  const shape = { weeks: input.weeks ?? 2, sections: input.sections ?? 2, resources: input.resources ?? 2 };
  const league: TestLeague = { id: createId(), name, cohortId, weeks: [] };
  await db.insert(leagues).values({
    id: league.id,
    cohortId,
    name,
    description: `What ${name} teaches`,
    weeksCount: shape.weeks,
    sectionsCount: shape.weeks * shape.sections,
    resourcesCount: shape.weeks * shape.sections * shape.resources,
  });
  for (let w = 1; w <= shape.weeks; w++) {
    const week = { id: createId(), sections: [] as TestLeague['weeks'][number]['sections'] };
    await db.insert(weeks).values({ id: week.id, leagueId: league.id, name: `Week ${w}`, order: w });
    for (let s = 1; s <= shape.sections; s++) {
      const section = { id: createId(), resources: [] as { id: string }[] };
      await db.insert(sections).values({
        id: section.id,
        weekId: week.id,
        name: `Section ${w}.${s}`,
        order: s,
        resourcesCount: shape.resources,
      });
      for (let r = 1; r <= shape.resources; r++) {
        const id = createId();
        await db.insert(resources).values({
          id,
          sectionId: section.id,
          title: `Resource ${w}.${s}.${r}`,
          url: `https://example.org/${w}/${s}/${r}`,
          type: 'ARTICLE',
          order: r,
        });
        section.resources.push({ id });
      }
      week.sections.push(section);
    }
    league.weeks.push(week);
  }
  await raiseCurriculumVersion(db);
  return league;
}

/** Enrolls an account straight in the database. */
export async function enroll(db: Database, userId: string, league: TestLeague): Promise<void> {
  await db
    .insert(enrollments)
    .values({ id: createId(), userId, cohortId: league.cohortId, leagueId: league.id });
  await db.insert(leagueProgress).values({ userId, leagueId: league.id }).onConflictDoNothing();
}

/** Adds an account that is enrolled in one league or several. */
export async function addLearner(
  db: Database,
  leagues: TestLeague | TestLeague[],
  input: PersonInput = {},
): Promise<Person> {
  const person = await addPerson(db, input);
  for (const league of [leagues].flat()) await enroll(db, person.id, league);
  return person;
}

export const resourcesOf = ({ weeks }: TestLeague) =>
  weeks.flatMap(({ sections }) => sections.flatMap(({ resources }) => resources));

/** Lets a league be over since yesterday. */
export async function setLeagueExpired(db: Database, leagueId: string): Promise<void> {
  await db.update(leagues).set({ expiresAt: sql`now() - interval '1 day'` }).where(eq(leagues.id, leagueId));
}
