import { asc, eq, inArray, max, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { INTEGER_MAX } from '#contract/constants.ts';
import { RESOURCE_FIELDS } from '#contract/curriculum-fields.ts';
import type { DeletionKind } from '#contract/deletions.ts';
import { ERRORS, type ErrorDefinition } from '#contract/errors.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { REORDER_ERRORS, type ReorderItem } from '#contract/reorder.ts';
import { RESOURCE_ERRORS } from '#contract/resources.ts';
import { SECTION_ERRORS } from '#contract/sections.ts';
import { WEEK_ERRORS } from '#contract/weeks.ts';
import {
  recountAfterCurriculumChange,
  recountAfterEmptyChange,
  recountAfterNewResource,
} from '../learning/recount.ts';
import { type Actor, requireScope } from '../platform/access/actor.ts';
import { LEAGUE_FINDERS } from '../platform/access/league-scope.ts';
import { listChanges } from '../platform/audit/record.ts';
import { recordChange } from '../platform/audit/record-change.ts';
import { type Database, inTransaction } from '../platform/db/client.ts';
import { leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { ApiError, refuseDuplicate } from '../platform/errors/api-error.ts';
import { runIdempotent } from '../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../platform/http/request-info.ts';
import { createId } from '../platform/process/secrets.ts';

type LeagueRow = typeof leagues.$inferSelect;

/** Locks by id, so that writers do not deadlock. Throws LEAGUE_NOT_FOUND. */
export async function lockLeagues(tx: Database, ids: readonly string[]): Promise<Map<string, LeagueRow>> {
  const rows = await tx
    .select()
    .from(leagues)
    .where(inArray(leagues.id, [...ids]))
    .orderBy(asc(leagues.id))
    .for('update');
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (ids.some((id) => !byId.has(id))) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
  return byId;
}

export async function lockLeague(tx: Database, id: string): Promise<LeagueRow> {
  return (await lockLeagues(tx, [id])).get(id) as LeagueRow;
}

/**
 * Every writer locks the league first, which keeps its contents in place. Throws the NOT_FOUND of a thing, the refusals
 * of `requireScope`, and CONFLICT for a thing that moved to another league during the wait.
 */
async function lockLeaguesOf(tx: Database, actor: Actor, things: readonly [DeletionKind, string][]) {
  const leagueIds = await findLeagues(tx, things);
  await lockLeagues(tx, leagueIds);
  const now = await findLeagues(tx, things);
  if (now.some((id, index) => id !== leagueIds[index])) throw new ApiError(ERRORS.CONFLICT);
  for (const id of new Set(leagueIds)) await requireScope(tx, actor, id, 'canCreateContent');
  return leagueIds;
}

async function findLeagues(tx: Database, things: readonly [DeletionKind, string][]): Promise<string[]> {
  const found: string[] = [];
  for (const [kind, id] of things) {
    const leagueId = await LEAGUE_FINDERS[kind].find(tx, id);
    if (leagueId === null) throw new ApiError(LEAGUE_FINDERS[kind].missing);
    found.push(leagueId);
  }
  return found;
}

async function lockLeagueOf(tx: Database, actor: Actor, kind: DeletionKind, id: string): Promise<string> {
  const [leagueId = ''] = await lockLeaguesOf(tx, actor, [[kind, id]]);
  return leagueId;
}

interface Rows {
  weeks: typeof weeks.$inferSelect;
  sections: typeof sections.$inferSelect;
  resources: typeof resources.$inferSelect;
}
type PlaceKind = keyof Rows;

export interface PlaceRules {
  table: PgTable & { id: PgColumn; order: PgColumn };
  parent: PgColumn;
  parentField: 'leagueId' | 'weekId' | 'sectionId';
  parentKind: DeletionKind;
  idField: 'weekId' | 'sectionId' | 'resourceId';
  orderKey: string;
  /** Begins the actions of the audit log. */
  event: 'WEEK' | 'SECTION' | 'RESOURCE';
  /** Fields of a new place that the audit log holds. */
  logged: readonly string[];
  recountNew: (tx: Database, leagueId: string, parentId: string) => Promise<void>;
  missing: ErrorDefinition;
  taken: ErrorDefinition;
  foreign: ErrorDefinition;
  repeated: ErrorDefinition;
}

export const PLACES: Record<PlaceKind, PlaceRules> = {
  weeks: {
    table: weeks,
    parent: weeks.leagueId,
    parentField: 'leagueId',
    parentKind: 'leagues',
    idField: 'weekId',
    orderKey: 'weeks_league_order_key',
    event: 'WEEK',
    logged: ['name'],
    recountNew: (tx, leagueId) => recountAfterEmptyChange(tx, { leagueId }),
    missing: WEEK_ERRORS.WEEK_NOT_FOUND,
    taken: WEEK_ERRORS.WEEK_ORDER_TAKEN,
    foreign: WEEK_ERRORS.WEEKS_FOREIGN,
    repeated: WEEK_ERRORS.WEEK_ORDERS_REPEATED,
  },
  sections: {
    table: sections,
    parent: sections.weekId,
    parentField: 'weekId',
    parentKind: 'weeks',
    idField: 'sectionId',
    orderKey: 'sections_week_order_key',
    event: 'SECTION',
    logged: ['name'],
    recountNew: (tx, leagueId, weekId) => recountAfterEmptyChange(tx, { leagueId, newSectionIn: weekId }),
    missing: SECTION_ERRORS.SECTION_NOT_FOUND,
    taken: SECTION_ERRORS.SECTION_ORDER_TAKEN,
    foreign: SECTION_ERRORS.SECTIONS_FOREIGN,
    repeated: SECTION_ERRORS.SECTION_ORDERS_REPEATED,
  },
  resources: {
    table: resources,
    parent: resources.sectionId,
    parentField: 'sectionId',
    parentKind: 'sections',
    idField: 'resourceId',
    orderKey: 'resources_section_order_key',
    event: 'RESOURCE',
    logged: Object.keys(RESOURCE_FIELDS),
    recountNew: (tx, leagueId, sectionId) => recountAfterNewResource(tx, { leagueId, sectionId }),
    missing: RESOURCE_ERRORS.RESOURCE_NOT_FOUND,
    taken: RESOURCE_ERRORS.RESOURCE_ORDER_TAKEN,
    foreign: RESOURCE_ERRORS.RESOURCES_FOREIGN,
    repeated: RESOURCE_ERRORS.RESOURCE_ORDERS_REPEATED,
  },
};

/** Also locks the target's league. */
export async function lockPlace<Kind extends PlaceKind>(
  tx: Database,
  actor: Actor,
  kind: Kind,
  id: string,
  targetParentId?: string,
): Promise<{ before: Rows[Kind]; leagueId: string; targetLeagueId: string }> {
  const { table, parentKind } = PLACES[kind];
  const target: [DeletionKind, string][] = targetParentId === undefined ? [] : [[parentKind, targetParentId]];
  const [leagueId = '', targetLeagueId = leagueId] = await lockLeaguesOf(tx, actor, [[kind, id], ...target]);
  const [before] = await tx
    .select()
    .from(table as PgTable)
    .where(eq(table.id, id));
  return { before: before as Rows[Kind], leagueId, targetLeagueId };
}

type Read<Thing> = (tx: Database, id: string) => Promise<Thing>;

/**
 * Without an order it is appended. Throws the NOT_FOUND and ORDER_TAKEN of `kind`, LEAGUE_OUT_OF_SCOPE,
 * PERMISSION_MISSING.
 */
export function createPlace<Kind extends PlaceKind, Thing>(
  db: Database,
  by: ActorAndRequest,
  kind: Kind,
  body: Partial<Rows[Kind]>,
  read: Read<Thing>,
): Promise<Thing> {
  const { table, parentField, parentKind, idField, orderKey, taken, event, logged, recountNew } =
    PLACES[kind];
  const fields = body as Readonly<Record<string, unknown>>;
  const parentId = String(fields[parentField]);
  return runIdempotent(db, by.actor.id, by.requestInfo, async (tx) => {
    const leagueId = await lockLeagueOf(tx, by.actor, parentKind, parentId);
    const id = createId();
    const order = body.order ?? (await readNextOrder(tx, kind, parentId));
    await refuseDuplicate(orderKey, taken, () => tx.insert(table).values({ ...body, id, order }), { order });
    await recountNew(tx, leagueId, parentId);
    const words = Object.fromEntries(logged.map((field) => [field, fields[field]]));
    const place = { [idField]: id, [parentField]: parentId, leagueId, ...words, order };
    await recordChange(tx, by, `${event}_CREATED`, place);
    return read(tx, id);
  });
}

/**
 * Another parent moves it with its content, and a null order appends it. Throws like `createPlace`, and CONTENT_CHANGED
 * if a field differs from the `expected` one, which the caller saw.
 */
export function updatePlace<Kind extends PlaceKind, Thing>(
  db: Database,
  by: ActorAndRequest,
  kind: Kind,
  id: string,
  {
    expected = {},
    order: asked,
    ...body
  }: Omit<Partial<Rows[Kind]>, 'order'> & {
    order?: number | null;
    expected?: Readonly<Record<string, unknown>>;
  },
  read: Read<Thing>,
): Promise<Thing> {
  const { table, parentField, idField, orderKey, taken, event } = PLACES[kind];
  const { [parentField]: target } = body as Record<string, string | undefined>;
  return inTransaction(db, async (tx) => {
    const { before, leagueId, targetLeagueId } = await lockPlace(tx, by.actor, kind, id, target);
    const now = before as Readonly<Record<string, unknown>>;
    if (Object.entries(expected).some(([field, seen]) => now[field] !== seen)) {
      throw new ApiError(REORDER_ERRORS.CONTENT_CHANGED);
    }
    const parentId = String(now[parentField]);
    const order =
      asked === null ? await readNextOrder(tx, kind, target ?? parentId) : (asked ?? before.order);
    const patch = { ...body, order, updatedAt: sql`now()` };
    const write = () => tx.update(table).set(patch).where(eq(table.id, id));
    await refuseDuplicate(orderKey, taken, write, { order });
    if (target !== undefined && target !== parentId) {
      const leagueIds = [...new Set([leagueId, targetLeagueId])];
      const sectionIds = kind === 'resources' ? [parentId, target] : undefined;
      await recountAfterCurriculumChange(tx, { leagueIds, sectionIds });
    }
    const changes = listChanges<object>(before, { ...body, order });
    await recordChange(tx, by, `${event}_UPDATED`, { [idField]: id, leagueId: targetLeagueId, changes });
    return read(tx, id);
  });
}

async function readNextOrder(tx: Database, kind: PlaceKind, parentId: string): Promise<number> {
  const { table, parent } = PLACES[kind];
  const [found] = await tx
    .select({ last: max(table.order) })
    .from(table as PgTable)
    .where(eq(parent, parentId));
  // At the maximum the order collides and is refused.
  return Math.min(Number(found?.last ?? 0) + 1, INTEGER_MAX);
}

/** Throws the NOT_FOUND of the parent, the FOREIGN and REPEATED of `kind`, ORDER_OVERTAKEN. */
export function reorderPlaces<Key extends string, Thing>(
  db: Database,
  by: ActorAndRequest,
  kind: PlaceKind,
  parentId: string,
  { items, seen }: { items: readonly ReorderItem<Key>[]; seen: readonly string[] | undefined },
  listIn: Read<Thing[]>,
): Promise<Thing[]> {
  const { parentField, parentKind, event } = PLACES[kind];
  return inTransaction(db, async (tx) => {
    const leagueId = await lockLeagueOf(tx, by.actor, parentKind, parentId);
    const moved = await writeOrders(tx, kind, parentId, items, seen);
    await recordChange(tx, by, `${event}_REORDERED`, { [parentField]: parentId, leagueId, moved });
    return listIn(tx, parentId);
  });
}

async function writeOrders<Key extends string>(
  tx: Database,
  kind: PlaceKind,
  parentId: string,
  items: readonly ReorderItem<Key>[],
  seen: readonly string[] | undefined,
): Promise<number> {
  const { table, parent, idField, foreign, repeated } = PLACES[kind];
  const siblings = (await tx
    .select({ id: table.id, order: table.order })
    .from(table as PgTable)
    .where(eq(parent, parentId))
    .orderBy(asc(table.order))) as { id: string; order: number }[];
  const ids = siblings.map(({ id }) => id);
  if (seen && seen.join() !== ids.join()) throw new ApiError(REORDER_ERRORS.ORDER_OVERTAKEN);
  const orders = new Map(siblings.map(({ id, order }) => [id, order]));
  const asked = items.map((item) => ({ id: item[idField as Key], order: item.order }));
  if (asked.some(({ id }) => !orders.has(id))) throw new ApiError(foreign);
  const moved = asked.filter(({ id, order }) => orders.get(id) !== order);
  for (const { id, order } of moved) orders.set(id, order);
  if (new Set(orders.values()).size !== orders.size) throw new ApiError(repeated);
  if (moved.length === 0) return 0;
  // One UPDATE: the order keys are deferrable, so swaps are checked at its end.
  await tx.execute(sql`
    update ${table} set "order" = moved."order", updated_at = now()
    from json_to_recordset(${JSON.stringify(moved)}::json) as moved(id text, "order" int)
    where ${table.id} = moved.id`);
  return moved.length;
}
