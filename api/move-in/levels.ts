import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  NAME_MAX_LENGTH,
  RESOURCE_TITLE_MAX_LENGTH,
  SECTION_NAME_MAX_LENGTH,
  URL_MAX_LENGTH,
} from '#contract/constants.ts';
import { isOneOf } from '../platform/db/paging.ts';
import { resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { readUrl, type Subject } from './cleaner.ts';
import {
  byAge,
  findPresent,
  insertCounted,
  type Move,
  PROSE,
  readCounted,
  requireId,
  resolveNewId,
} from './context.ts';
import type { EarlierResource, EarlierTable } from './earlier.ts';

export async function moveLevels(move: Move): Promise<void> {
  await moveOrdered(move, {
    table: 'weeks',
    parentTable: 'leagues',
    target: weeks,
    parent: weeks.leagueId,
    parentOf: ({ leagueId }) => leagueId,
    toRow: (row, subject, leagueId) => ({
      leagueId,
      name: move.cleaner.text(subject, 'name', row.name, { max: NAME_MAX_LENGTH, fallback: 'Module' }),
      description: move.cleaner.optional(subject, 'description', row.description, PROSE),
    }),
  });
  await moveOrdered(move, {
    table: 'sections',
    parentTable: 'weeks',
    target: sections,
    parent: sections.weekId,
    parentOf: ({ weekId }) => weekId,
    toRow: (row, subject, weekId) => ({
      weekId,
      name: move.cleaner.text(subject, 'name', row.name, { max: SECTION_NAME_MAX_LENGTH, fallback: 'Topic' }),
      description: move.cleaner.optional(subject, 'description', row.description, PROSE),
    }),
  });
  await moveOrdered(move, {
    table: 'section_resources',
    parentTable: 'sections',
    target: resources,
    parent: resources.sectionId,
    parentOf: ({ sectionId }) => sectionId,
    toRow: (row, subject, sectionId) => ({
      sectionId,
      title: move.cleaner.text(subject, 'title', row.title, {
        max: RESOURCE_TITLE_MAX_LENGTH,
        fallback: 'Resource',
      }),
      url: toResourceUrl(move, subject, row),
      type: row.type,
    }),
  });
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
  parent: PgColumn;
  parentOf: (row: Row) => string;
  toRow: (row: Row, subject: Subject, parentId: string) => Omit<Target['$inferInsert'], 'id' | 'order'>;
}

// A missing or taken order becomes the next free one.
async function moveOrdered<
  Table extends 'weeks' | 'sections' | 'section_resources',
  Target extends typeof weeks | typeof sections | typeof resources,
>(
  move: Move,
  {
    table,
    parentTable,
    target,
    parent,
    parentOf,
    toRow,
  }: OrderedTable<RowOf<Table>, Target> & { table: Table },
): Promise<void> {
  const rows = (await readCounted(move, table)) as RowOf<Table>[];
  const present = await findPresent(move, table, target, rows);
  const parents = [...new Set(rows.map(parentOf))].flatMap((id) => move.ids.get(parentTable)?.get(id) ?? []);
  const orders = await readOrders(move, target.order, parent, parents);
  const fresh: Target['$inferInsert'][] = [];
  const inOrder = rows.toSorted((one, other) => one.order - other.order || byAge(one, other));
  for (const row of inOrder) {
    const subject = { table, id: row.id, about: row.name ?? row.title ?? '' };
    const parentId = requireId(move, subject, parentTable, parentOf(row));
    if (parentId === null) continue;
    const id = resolveNewId(move, table, subject, present);
    if (id === null) continue;
    const used = orders.get(parentId) ?? new Set<number>();
    orders.set(parentId, used);
    const isFree = row.order >= 1 && !used.has(row.order);
    const order = isFree ? row.order : Math.max(0, ...used) + 1;
    if (!isFree)
      move.cleaner.changed(subject, 'order', row.order, order, 'Orders are different and begin with 1');
    used.add(order);
    fresh.push({
      id,
      ...toRow(row, subject, parentId),
      order,
      ...move.cleaner.stamps(subject, row),
    } as Target['$inferInsert']);
  }
  await insertCounted(move, table, target, fresh);
}

type RowOf<Table extends 'weeks' | 'sections' | 'section_resources'> = Awaited<
  ReturnType<typeof readCounted<Table>>
>[number] &
  Ordered;

async function readOrders(
  { tx }: Move,
  order: PgColumn,
  parent: PgColumn,
  parents: readonly string[],
): Promise<Map<string, Set<number>>> {
  const rows = await tx.select({ order, parent }).from(parent.table).where(isOneOf(parent, parents));
  const byParent = Map.groupBy(rows, (row) => String(row.parent));
  return new Map([...byParent].map(([id, own]) => [id, new Set(own.map((row) => Number(row.order)))]));
}

// An invalid link is replaced by a dead one that shows the old text, so that the resource keeps its ticks.
function toResourceUrl(move: Move, subject: Subject, { url }: EarlierResource): string {
  const found = readUrl(url.trim());
  if (found === url) return found;
  const kept =
    found ?? `https://link.invalid/${encodeURIComponent(url.toWellFormed())}`.slice(0, URL_MAX_LENGTH);
  const reason =
    found === null ? 'Addresses are http or https: give it another' : 'Written as a whole address';
  move.cleaner.changed(subject, 'url', url, kept, reason);
  return kept;
}
