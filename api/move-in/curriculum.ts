import { sql } from 'drizzle-orm';
import { ASSIGNMENT_DESCRIPTION_MAX_LENGTH, ASSIGNMENT_TITLE_MAX_LENGTH } from '#contract/assignments.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  NAME_MAX_LENGTH,
  RESOURCE_TITLE_MAX_LENGTH,
  SECTION_NAME_MAX_LENGTH,
  URL_MAX_LENGTH,
} from '#contract/constants.ts';
import { cleanProse } from '#contract/text.ts';
import { queryRows } from '../db/client.ts';
import { badges } from '../db/schema/awards.ts';
import {
  assignments,
  cohorts,
  leagues,
  resources,
  sections,
  specializationLeagues,
  specializations,
  weeks,
} from '../db/schema/curriculum.ts';
import { findPresent, insertCounted, keepId, type Move, readCounted, requireId } from './context.ts';
import type { EarlierResource, EarlierTable } from './earlier.ts';
import { distinctName, readUrl, readUtc, type Subject } from './mend.ts';

const PROSE = { max: DESCRIPTION_MAX_LENGTH, clean: cleanProse };
/** Given to leagues that nobody is enrolled in, where the earlier product has no cohort at all. */
const ONLY_COHORT = { id: 'earlier-cohort', name: 'Earlier community' };

/** Brings cohorts, leagues with all that is in them, badges, assignments and specializations. */
export async function moveCurriculum(move: Move): Promise<void> {
  await moveCohorts(move);
  await moveLeagues(move);
  await moveOrdered(move, {
    table: 'weeks',
    parentTable: 'leagues',
    target: weeks,
    parentColumn: 'league_id',
    parentOf: ({ leagueId }) => leagueId,
    toRow: (row, subject, leagueId) => ({
      leagueId,
      name: move.mender.text(subject, 'name', row.name, { max: NAME_MAX_LENGTH, fallback: 'Module' }),
      description: move.mender.optional(subject, 'description', row.description, PROSE),
    }),
  });
  await moveOrdered(move, {
    table: 'sections',
    parentTable: 'weeks',
    target: sections,
    parentColumn: 'week_id',
    parentOf: ({ weekId }) => weekId,
    toRow: (row, subject, weekId) => ({
      weekId,
      name: move.mender.text(subject, 'name', row.name, { max: SECTION_NAME_MAX_LENGTH, fallback: 'Topic' }),
      description: move.mender.optional(subject, 'description', row.description, PROSE),
    }),
  });
  await moveOrdered(move, {
    table: 'section_resources',
    parentTable: 'sections',
    target: resources,
    parentColumn: 'section_id',
    parentOf: ({ sectionId }) => sectionId,
    toRow: (row, subject, sectionId) => ({
      sectionId,
      title: move.mender.text(subject, 'title', row.title, {
        max: RESOURCE_TITLE_MAX_LENGTH,
        fallback: 'Resource',
      }),
      url: toResourceUrl(move, subject, row),
      type: row.type,
    }),
  });
  await moveAssignments(move);
  await moveBadges(move);
  await moveSpecializations(move);
}

/** Names that stand in a table; of specializations those of one cohort, with its id before them. */
async function readNames(move: Move, query: ReturnType<typeof sql>): Promise<Set<string>> {
  const rows = await queryRows<{ name: string }>(move.tx, query);
  return new Set(rows.map(({ name }) => name));
}

function nameApart(move: Move, subject: Subject, name: string, taken: Set<string>): string {
  const free = distinctName(name, taken, NAME_MAX_LENGTH);
  if (free !== name) move.mender.changed(subject, 'name', name, free, 'Another one has this name');
  return free;
}

async function moveCohorts(move: Move): Promise<void> {
  const rows = await readCounted(move, 'cohorts');
  const table = 'cohorts';
  const present = await findPresent(
    move.tx,
    cohorts,
    rows.map(({ id }) => move.mender.plainId(table, id)),
  );
  const taken = await readNames(move, sql`select name from cohorts`);
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: row.id, about: row.name };
    const id = move.mender.plainId(table, row.id);
    keepId(move, table, row.id, id);
    if (present.has(id)) return here(move, table);
    move.mender.id(subject);
    const typed = move.mender.text(subject, 'name', row.name, { max: NAME_MAX_LENGTH, fallback: 'Cohort' });
    const isPlaces = row.maxEnrollments === null || row.maxEnrollments > 0;
    if (!isPlaces) {
      move.mender.changed(
        subject,
        'maxEnrollments',
        row.maxEnrollments,
        null,
        'Places are a positive number',
      );
    }
    return {
      id,
      name: nameApart(move, subject, typed, taken),
      description: move.mender.optional(subject, 'description', row.description, PROSE),
      isActive: row.isActive,
      autoApprove: row.autoApprove,
      maxEnrollments: isPlaces ? row.maxEnrollments : null,
      ...move.mender.stamps(subject, row),
    };
  });
  await insertCounted(move, table, cohorts, fresh);
}

/** Counts a row that an earlier run brought, which stays as it is by now. */
function here({ findings }: Move, table: EarlierTable): [] {
  findings.tally(table).here += 1;
  return [];
}

async function moveLeagues(move: Move): Promise<void> {
  const table = 'leagues';
  const rows = await readCounted(move, table);
  const present = await findPresent(
    move.tx,
    leagues,
    rows.map(({ id }) => move.mender.plainId(table, id)),
  );
  const taken = await readNames(move, sql`select name from leagues`);
  const cohortOf = await findCohorts(move);
  const fresh: (typeof leagues.$inferInsert)[] = [];
  for (const row of rows) {
    const subject = { table, id: row.id, about: row.name };
    const id = move.mender.plainId(table, row.id);
    keepId(move, table, row.id, id);
    if (present.has(id)) {
      here(move, table);
      continue;
    }
    move.mender.id(subject);
    const typed = move.mender.text(subject, 'name', row.name, { max: NAME_MAX_LENGTH, fallback: 'League' });
    const { cohortId, reason } = await cohortOf(row.id);
    move.mender.changed(subject, 'cohortId', null, cohortId, reason);
    fresh.push({
      id,
      cohortId,
      name: nameApart(move, subject, typed, taken),
      description: move.mender.optional(subject, 'description', row.description, PROSE),
      ...move.mender.stamps(subject, row),
    });
  }
  await insertCounted(move, table, leagues, fresh);
}

/** Leagues of the earlier product belong to no cohort: they get the one that most of their learners are enrolled in. */
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

interface Ordered {
  id: string;
  name?: string;
  title?: string;
  order: number;
  createdAt: string;
  updatedAt: string;
}

interface OrderedTable<Row, Target extends typeof weeks | typeof sections | typeof resources> {
  table: 'weeks' | 'sections' | 'section_resources';
  parentTable: EarlierTable;
  target: Target;
  parentColumn: 'league_id' | 'week_id' | 'section_id';
  parentOf: (row: Row) => string;
  /** Everything but id, order and moments. */
  toRow: (row: Row, subject: Subject, parentId: string) => Omit<Target['$inferInsert'], 'id' | 'order'>;
}

/** Brings what stands in an order within something; an order that is taken or none becomes the next free one. */
async function moveOrdered<
  Table extends 'weeks' | 'sections' | 'section_resources',
  Target extends typeof weeks | typeof sections | typeof resources,
>(
  move: Move,
  {
    table,
    parentTable,
    target,
    parentColumn,
    parentOf,
    toRow,
  }: OrderedTable<RowOf<Table>, Target> & { table: Table },
): Promise<void> {
  const rows = (await readCounted(move, table)) as RowOf<Table>[];
  const present = await findPresent(
    move.tx,
    target,
    rows.map(({ id }) => move.mender.plainId(table, id)),
  );
  const parents = [...new Set(rows.map(parentOf))].flatMap((id) => move.ids.get(parentTable)?.get(id) ?? []);
  const orders = await readOrders(move, target, parentColumn, parents);
  const fresh: Target['$inferInsert'][] = [];
  const inOrder = rows.toSorted(
    (one, other) =>
      one.order - other.order || compare(one.createdAt, other.createdAt) || compare(one.id, other.id),
  );
  for (const row of inOrder) {
    const subject = { table, id: row.id, about: row.name ?? row.title ?? '' };
    const parentId = requireId(move, subject, parentTable, parentOf(row));
    if (parentId === null) continue;
    const id = move.mender.plainId(table, row.id);
    keepId(move, table, row.id, id);
    if (present.has(id)) {
      here(move, table);
      continue;
    }
    move.mender.id(subject);
    const used = orders.get(parentId) ?? new Set<number>();
    orders.set(parentId, used);
    const isFree = row.order >= 1 && !used.has(row.order);
    const order = isFree ? row.order : Math.max(0, ...used) + 1;
    if (!isFree)
      move.mender.changed(subject, 'order', row.order, order, 'Orders are different and begin with 1');
    used.add(order);
    fresh.push({
      id,
      ...toRow(row, subject, parentId),
      order,
      ...move.mender.stamps(subject, row),
    } as Target['$inferInsert']);
  }
  await insertCounted(move, table, target, fresh);
}

type RowOf<Table extends 'weeks' | 'sections' | 'section_resources'> = Awaited<
  ReturnType<typeof readCounted<Table>>
>[number] &
  Ordered;

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

async function readOrders(
  { tx }: Move,
  target: typeof weeks | typeof sections | typeof resources,
  parentColumn: string,
  parents: readonly string[],
): Promise<Map<string, Set<number>>> {
  const rows = await queryRows<{ parent: string; order: number }>(
    tx,
    sql`select ${sql.identifier(parentColumn)} as parent, "order" from ${target}
      where ${sql.identifier(parentColumn)} in (select json_array_elements_text(${JSON.stringify(parents)}::json))`,
  );
  const orders = new Map<string, Set<number>>();
  for (const { parent, order } of rows) orders.set(parent, (orders.get(parent) ?? new Set()).add(order));
  return orders;
}

/** A resource stays with what was ticked of it, whatever its link: one that cannot be opened leads nowhere and says what it was. */
function toResourceUrl(move: Move, subject: Subject, { url }: EarlierResource): string {
  const found = readUrl(url.trim());
  if (found === url) return found;
  const kept =
    found ?? `https://link.invalid/${encodeURIComponent(url.toWellFormed())}`.slice(0, URL_MAX_LENGTH);
  const reason =
    found === null ? 'Addresses are http or https: give it another' : 'Written as a whole address';
  move.mender.changed(subject, 'url', url, kept, reason);
  return kept;
}

async function moveAssignments(move: Move): Promise<void> {
  const table = 'assignments';
  const rows = await readCounted(move, table);
  const present = await findPresent(
    move.tx,
    assignments,
    rows.map(({ id }) => move.mender.plainId(table, id)),
  );
  const taken = new Set(
    (await queryRows<{ id: string }>(move.tx, sql`select league_id as id from assignments`)).map(
      ({ id }) => id,
    ),
  );
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: row.id, about: row.title };
    const leagueId = requireId(move, subject, 'leagues', row.leagueId);
    if (leagueId === null) return [];
    const id = move.mender.plainId(table, row.id);
    if (!present.has(id) && taken.has(leagueId)) {
      move.findings.refuse({
        ...subject,
        reason: 'A league has one assignment, and this one has another here',
      });
      return [];
    }
    taken.add(leagueId);
    keepId(move, table, row.id, id);
    if (present.has(id)) return here(move, table);
    move.mender.id(subject);
    const dueAt = readUtc(row.dueDate);
    if (row.dueDate !== null && dueAt === null) {
      move.mender.changed(subject, 'dueDate', row.dueDate, null, 'A moment that no calendar has');
    }
    return {
      id,
      leagueId,
      title: move.mender.text(subject, 'title', row.title, {
        max: ASSIGNMENT_TITLE_MAX_LENGTH,
        fallback: 'Assignment',
      }),
      description: move.mender.text(subject, 'description', row.description, {
        max: ASSIGNMENT_DESCRIPTION_MAX_LENGTH,
        fallback: 'Assignment',
        clean: cleanProse,
      }),
      dueAt: dueAt === null ? null : new Date(dueAt),
      ...move.mender.stamps(subject, row),
    };
  });
  await insertCounted(move, table, assignments, fresh);
}

/** A league has one badge here, the one that most people hold; its others become badges of no league. */
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
  const present = await findPresent(
    move.tx,
    badges,
    rows.map(({ id }) => move.mender.plainId(table, id)),
  );
  const taken = new Set(
    (
      await queryRows<{ id: string }>(
        move.tx,
        sql`select league_id as id from badges where league_id is not null`,
      )
    ).map(({ id }) => id),
  );
  const byHolders = rows.toSorted(
    (one, other) =>
      (held.get(other.id) ?? 0) - (held.get(one.id) ?? 0) ||
      compare(one.createdAt, other.createdAt) ||
      compare(one.id, other.id),
  );
  const fresh = byHolders.flatMap((row) => {
    const subject = { table, id: row.id, about: row.name };
    const leagueId = requireId(move, subject, 'leagues', row.leagueId);
    if (leagueId === null) return [];
    const id = move.mender.plainId(table, row.id);
    keepId(move, table, row.id, id);
    if (present.has(id)) return here(move, table);
    move.mender.id(subject);
    const isFirst = !taken.has(leagueId);
    taken.add(leagueId);
    if (!isFirst) {
      move.mender.changed(
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
      name: move.mender.text(subject, 'name', row.name, { max: NAME_MAX_LENGTH, fallback: 'Badge' }),
      description: move.mender.optional(subject, 'description', row.description, PROSE),
      imageUrl: move.mender.url(subject, 'imageUrl', row.imageUrl),
      ...move.mender.stamps(subject, row),
    };
  });
  await insertCounted(move, table, badges, fresh);
}

async function moveSpecializations(move: Move): Promise<void> {
  const table = 'specializations';
  const rows = await readCounted(move, table);
  const present = await findPresent(
    move.tx,
    specializations,
    rows.map(({ id }) => move.mender.plainId(table, id)),
  );
  const known = await queryRows<{ cohortId: string; name: string }>(
    move.tx,
    sql`select cohort_id as "cohortId", name from specializations`,
  );
  const taken = new Map<string, Set<string>>();
  for (const { cohortId, name } of known) {
    taken.set(cohortId, (taken.get(cohortId) ?? new Set()).add(name));
  }
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: row.id, about: row.name };
    const cohortId = requireId(move, subject, 'cohorts', row.cohortId);
    if (cohortId === null) return [];
    const id = move.mender.plainId(table, row.id);
    keepId(move, table, row.id, id);
    if (present.has(id)) return here(move, table);
    move.mender.id(subject);
    const names = taken.get(cohortId) ?? new Set<string>();
    taken.set(cohortId, names);
    const typed = move.mender.text(subject, 'name', row.name, {
      max: NAME_MAX_LENGTH,
      fallback: 'Specialization',
    });
    return {
      id,
      cohortId,
      name: nameApart(move, subject, typed, names),
      description: move.mender.optional(subject, 'description', row.description, PROSE),
      ...move.mender.stamps(subject, row),
    };
  });
  const inserted = await insertCounted(move, table, specializations, fresh);
  await moveSpecializationLeagues(move, inserted);
}

/** Of specializations that came now: what staff made of the others here stays. */
async function moveSpecializationLeagues(move: Move, inserted: ReadonlySet<string | number>): Promise<void> {
  const table = 'specialization_leagues';
  const rows = await readCounted(move, table);
  const fresh = rows.flatMap((row) => {
    const subject = { table, id: String(row.id) };
    const specializationId = requireId(move, subject, 'specializations', row.specializationId);
    if (specializationId === null) return [];
    const leagueId = requireId(move, subject, 'leagues', row.leagueId);
    if (leagueId === null) return [];
    if (!inserted.has(specializationId)) return here(move, table);
    const order = Math.max(1, row.order);
    if (order !== row.order) move.mender.changed(subject, 'order', row.order, order, 'Orders begin with 1');
    return { id: `${specializationId}-${row.id}`, specializationId, leagueId, order };
  });
  await insertCounted(move, table, specializationLeagues, fresh);
}
