import { sql } from 'drizzle-orm';
import { ASSIGNMENT_DESCRIPTION_MAX_LENGTH, ASSIGNMENT_TITLE_MAX_LENGTH } from '#contract/assignments.ts';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { cleanProse } from '#contract/text.ts';
import { queryRows } from '../platform/db/client.ts';
import { badges } from '../platform/db/schema/awards.ts';
import {
  assignments,
  cohorts,
  leagues,
  specializationLeagues,
  specializations,
} from '../platform/db/schema/curriculum.ts';
import { readUtc } from './cleaner.ts';
import {
  byAge,
  countHere,
  findPresent,
  insertCounted,
  type Move,
  PROSE,
  readColumn,
  readCounted,
  readNames,
  requireId,
  resolveNewId,
  toDistinctName,
} from './context.ts';
import { moveLevels } from './levels.ts';

// For leagues without enrollments when the old database has no cohort.
const ONLY_COHORT = { id: 'earlier-cohort', name: 'Earlier community' };

export async function moveCurriculum(move: Move): Promise<void> {
  await moveCohorts(move);
  await moveLeagues(move);
  await moveLevels(move);
  await moveAssignments(move);
  await moveBadges(move);
  await moveSpecializations(move);
}

async function moveCohorts(move: Move): Promise<void> {
  const table = 'cohorts';
  const rows = await readCounted(move, table);
  const present = await findPresent(move, table, cohorts, rows);
  const taken = await readNames(move, cohorts.name);
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: row.id, about: row.name };
    const id = resolveNewId(move, table, subject, present);
    if (id === null) return [];
    const typed = move.cleaner.text(subject, 'name', row.name, { max: NAME_MAX_LENGTH, fallback: 'Cohort' });
    const isPlaces = row.maxEnrollments === null || row.maxEnrollments > 0;
    if (!isPlaces) {
      move.cleaner.changed(
        subject,
        'maxEnrollments',
        row.maxEnrollments,
        null,
        'Places are a positive number',
      );
    }
    return {
      id,
      name: toDistinctName(move, subject, typed, taken),
      description: move.cleaner.optional(subject, 'description', row.description, PROSE),
      isActive: row.isActive,
      autoApprove: row.autoApprove,
      maxEnrollments: isPlaces ? row.maxEnrollments : null,
      ...move.cleaner.stamps(subject, row),
    };
  });
  await insertCounted(move, table, cohorts, fresh);
}

async function moveLeagues(move: Move): Promise<void> {
  const table = 'leagues';
  const rows = await readCounted(move, table);
  const present = await findPresent(move, table, leagues, rows);
  const taken = await readNames(move, leagues.name);
  const cohortOf = await findCohorts(move);
  const fresh: (typeof leagues.$inferInsert)[] = [];
  for (const row of rows) {
    const subject = { table, id: row.id, about: row.name };
    const id = resolveNewId(move, table, subject, present);
    if (id === null) continue;
    const typed = move.cleaner.text(subject, 'name', row.name, { max: NAME_MAX_LENGTH, fallback: 'League' });
    const { cohortId, reason } = await cohortOf(row.id);
    move.cleaner.changed(subject, 'cohortId', null, cohortId, reason);
    fresh.push({
      id,
      cohortId,
      name: toDistinctName(move, subject, typed, taken),
      description: move.cleaner.optional(subject, 'description', row.description, PROSE),
      ...move.cleaner.stamps(subject, row),
    });
  }
  await insertCounted(move, table, leagues, fresh);
}

// Old leagues have no cohort: they join the cohort of most of their learners.
async function findCohorts(
  move: Move,
): Promise<(leagueId: string) => Promise<{ cohortId: string; reason: string }>> {
  const counted = await queryRows<{ leagueId: string; cohortId: string }>(
    move.source,
    sql`select distinct on ("leagueId") "leagueId", "cohortId" from (
        select "leagueId", "cohortId", count(*) as weight from enrollments group by 1, 2
        union all
        select sl."leagueId", s."cohortId", 0 from specialization_leagues sl
        join specializations s on s.id = sl."specializationId"
      ) named order by "leagueId", weight desc, "cohortId"`,
  );
  const byLeague = new Map(counted.map(({ leagueId, cohortId }) => [leagueId, cohortId]));
  const [newest] = await queryRows<{ id: string }>(
    move.source,
    sql`select id from cohorts order by "isActive" desc, "createdAt" desc, id limit 1`,
  );
  const toId = (earlierId: string | undefined) => move.ids.get('cohorts')?.get(earlierId ?? '');
  return async (leagueId) => {
    const own = toId(byLeague.get(leagueId));
    if (own)
      return { cohortId: own, reason: 'A league belongs to a cohort: the one that most are enrolled in' };
    const reason = 'A league belongs to a cohort, and nobody is enrolled: the newest active one';
    const cohortId = toId(newest?.id);
    if (cohortId) return { cohortId, reason };
    await move.tx
      .insert(cohorts)
      .values({ ...ONLY_COHORT, isActive: false })
      .onConflictDoNothing();
    return { cohortId: ONLY_COHORT.id, reason: 'A league belongs to a cohort, and there was none' };
  };
}

async function moveSpecializations(move: Move): Promise<void> {
  const table = 'specializations';
  const rows = await readCounted(move, table);
  const present = await findPresent(move, table, specializations, rows);
  const known = await move.tx.select().from(specializations);
  const taken = new Map<string, Set<string>>();
  for (const { cohortId, name } of known) {
    taken.set(cohortId, (taken.get(cohortId) ?? new Set()).add(name));
  }
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: row.id, about: row.name };
    const cohortId = requireId(move, subject, 'cohorts', row.cohortId);
    if (cohortId === null) return [];
    const id = resolveNewId(move, table, subject, present);
    if (id === null) return [];
    const names = taken.get(cohortId) ?? new Set<string>();
    taken.set(cohortId, names);
    const typed = move.cleaner.text(subject, 'name', row.name, {
      max: NAME_MAX_LENGTH,
      fallback: 'Specialization',
    });
    return {
      id,
      cohortId,
      name: toDistinctName(move, subject, typed, names),
      description: move.cleaner.optional(subject, 'description', row.description, PROSE),
      ...move.cleaner.stamps(subject, row),
    };
  });
  const inserted = await insertCounted(move, table, specializations, fresh);
  await moveSpecializationLeagues(move, inserted);
}

// Only for newly moved specializations, so that staff changes to the others stay.
async function moveSpecializationLeagues(move: Move, inserted: ReadonlySet<string | number>): Promise<void> {
  const table = 'specialization_leagues';
  const rows = await readCounted(move, table);
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: String(row.id) };
    const specializationId = requireId(move, subject, 'specializations', row.specializationId);
    if (specializationId === null) return [];
    const leagueId = requireId(move, subject, 'leagues', row.leagueId);
    if (leagueId === null) return [];
    if (!inserted.has(specializationId)) {
      countHere(move, table);
      return [];
    }
    const order = Math.max(1, row.order);
    if (order !== row.order) move.cleaner.changed(subject, 'order', row.order, order, 'Orders begin with 1');
    return { id: `${specializationId}-${row.id}`, specializationId, leagueId, order };
  });
  await insertCounted(move, table, specializationLeagues, fresh);
}

async function moveAssignments(move: Move): Promise<void> {
  const table = 'assignments';
  const rows = await readCounted(move, table);
  const present = await findPresent(move, table, assignments, rows);
  const taken = new Set(await readColumn(move.tx, assignments.leagueId));
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: row.id, about: row.title };
    const leagueId = requireId(move, subject, 'leagues', row.leagueId);
    if (leagueId === null) return [];
    if (!present.has(move.cleaner.plainId(table, row.id)) && taken.has(leagueId)) {
      move.findings.refuse({
        ...subject,
        reason: 'A league has one assignment, and this one has another here',
      });
      return [];
    }
    taken.add(leagueId);
    const id = resolveNewId(move, table, subject, present);
    if (id === null) return [];
    const dueAt = readUtc(row.dueDate);
    if (row.dueDate !== null && dueAt === null) {
      move.cleaner.changed(subject, 'dueDate', row.dueDate, null, 'A moment that no calendar has');
    }
    return {
      id,
      leagueId,
      title: move.cleaner.text(subject, 'title', row.title, {
        max: ASSIGNMENT_TITLE_MAX_LENGTH,
        fallback: 'Assignment',
      }),
      description: move.cleaner.text(subject, 'description', row.description ?? '', {
        max: ASSIGNMENT_DESCRIPTION_MAX_LENGTH,
        fallback: 'Assignment',
        clean: cleanProse,
      }),
      dueAt: dueAt === null ? null : new Date(dueAt),
      ...move.cleaner.stamps(subject, row),
    };
  });
  await insertCounted(move, table, assignments, fresh);
}

/** A league has only one badge here: the most held one keeps it, the others lose their league. */
async function moveBadges(move: Move): Promise<void> {
  const table = 'badges';
  const rows = await readCounted(move, table);
  const held = new Map(
    (
      await queryRows<{ id: string; n: string | number }>(
        move.source,
        sql`select "badgeId" as id, count(*) as n from user_badges group by 1`,
      )
    ).map(({ id, n }) => [id, Number(n)]),
  );
  const present = await findPresent(move, table, badges, rows);
  const taken = new Set(await readColumn(move.tx, badges.leagueId));
  const byHolders = rows.toSorted(
    (one, other) => (held.get(other.id) ?? 0) - (held.get(one.id) ?? 0) || byAge(one, other),
  );
  const fresh = byHolders.flatMap((row) => {
    const subject = { table, id: row.id, about: row.name };
    const leagueId = requireId(move, subject, 'leagues', row.leagueId);
    if (leagueId === null) return [];
    const id = resolveNewId(move, table, subject, present);
    if (id === null) return [];
    const isFirst = !taken.has(leagueId);
    taken.add(leagueId);
    if (!isFirst) {
      move.cleaner.changed(
        subject,
        'leagueId',
        row.leagueId,
        null,
        'A league has one badge: this one is of no league',
      );
    }
    return {
      id,
      leagueId: isFirst ? leagueId : null,
      name: move.cleaner.text(subject, 'name', row.name, { max: NAME_MAX_LENGTH, fallback: 'Badge' }),
      description: move.cleaner.optional(subject, 'description', row.description, PROSE),
      imageUrl: move.cleaner.url(subject, 'imageUrl', row.imageUrl),
      ...move.cleaner.stamps(subject, row),
    };
  });
  await insertCounted(move, table, badges, fresh);
}
