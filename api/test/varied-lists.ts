import { sql } from 'drizzle-orm';
import { ROLES, STATUSES } from '#contract/roles.ts';
import { SUBMISSION_STATUSES } from '#contract/submissions.ts';
import type { Database } from '../platform/db/client.ts';
import { certificates } from '../platform/db/schema/awards.ts';
import { assignments, specializationLeagues, specializations } from '../platform/db/schema/curriculum.ts';
import { submissions } from '../platform/db/schema/learning.ts';
import { outboxMessages } from '../platform/db/schema/operations.ts';
import { createId } from '../platform/process/secrets.ts';
import { addCohort, addLeague, setLeagueExpired, type TestLeague } from './leagues.ts';
import { addPerson, addScope, type Person } from './people.ts';

export interface VariedLists {
  grand: Person;
  /** Looks after some of the leagues. */
  chief: Person;
  leagues: TestLeague[];
  cohortIds: string[];
}

/** Names that sort and search in ways one gets wrong: capitals, accents, numbers, the same twice, signs of LIKE. */
const NAMES = ['Álgebra', 'algebra 10', 'Algebra 2', 'zoo', 'Zoo', '100% sure', 'under_score', 'Ärger'];

/** Fills every list that staff look at with rows that differ in what the lists are narrowed and sorted by. */
export async function addVariedLists(db: Database): Promise<VariedLists> {
  const grand = await addPerson(db, { role: 'GRAND_PATHFINDER', name: 'Grand One' });
  const chief = await addPerson(db, { role: 'CHIEF_PATHFINDER', name: 'Chief One' });
  const cohortIds: string[] = [];
  for (const [index, name] of NAMES.slice(0, 4).entries()) {
    cohortIds.push((await addCohort(db, { name: `${name} ${index}`, isActive: index % 2 === 0 })).id);
  }
  const leagues: TestLeague[] = [];
  for (const [index, name] of NAMES.entries()) {
    const cohortId = cohortIds[index % cohortIds.length] as string;
    leagues.push(await addLeague(db, { name: `${name} ${index}`, cohortId, weeks: index % 3 }));
  }
  for (const league of leagues.slice(0, 2)) await setLeagueExpired(db, league.id);
  for (const league of leagues.slice(2, 6)) await addScope(db, chief.id, league.id);
  await db.execute(sql`update weeks set name = 'Álgebra ' || "order", description = name where "order" = 1`);
  await db.execute(sql`update resources set type = 'VIDEO', title = 'Zoo film ' || id where "order" = 1`);
  for (const [index, name] of NAMES.entries()) {
    await addPerson(db, {
      name,
      role: ROLES[index % 3],
      status: STATUSES[index % 3],
      migrated: index % 2 === 0,
    });
  }
  await db.execute(sql`update users set olid = 'OL' || (100000 + place) from (
      select id as numbered, row_number() over (order by email desc) as place from users where name like '%a%'
    ) placed where id = numbered`);
  for (const [index, name] of NAMES.slice(0, 3).entries()) {
    const id = createId();
    await db.insert(specializations).values({ id, name, cohortId: cohortIds[index] as string });
    await db.insert(specializationLeagues).values({
      id: createId(),
      specializationId: id,
      leagueId: (leagues[index] as TestLeague).id,
      order: 1,
    });
  }
  for (const [index, league] of leagues.entries()) {
    const assignmentId = createId();
    await db.insert(assignments).values({
      id: assignmentId,
      leagueId: league.id,
      title: NAMES[index] as string,
      description: `What ${league.name} asks`,
      dueAt: index % 2 ? new Date(2026, index, 1) : null,
    });
    const holder = await addPerson(db, { name: `Holder ${NAMES[index]}` });
    await db.insert(submissions).values({
      id: createId(),
      assignmentId,
      userId: holder.id,
      status: SUBMISSION_STATUSES[index % 4] as string,
      content: 'A long answer. '.repeat(40),
      submittedAt: new Date(2026, 1, 1, index % 3),
      ...(index % 2 ? { claimedById: grand.id, claimedUntil: new Date(Date.now() + 600_000) } : {}),
    });
    await db.insert(certificates).values({
      id: createId(),
      kind: 'LEAGUE',
      userId: holder.id,
      leagueId: league.id,
      holderName: holder.name,
      title: league.name,
      issuer: 'Issuer',
      completedAt: new Date(2026, 1, 1),
      ...(index % 3 ? {} : { revokedAt: new Date(2026, 2, 1), revocationReason: 'Work was copied' }),
    });
    await db.insert(outboxMessages).values({
      id: createId(),
      kind: 'ACCOUNT_APPROVED',
      toAddress: `asha@d${index % 5}.test`,
      sentAt: index % 2 ? new Date() : null,
      failedAt: index % 4 === 0 ? new Date() : null,
      lastError: index % 4 === 0 ? '550 no' : null,
    });
  }
  return { grand, chief, leagues, cohortIds };
}
