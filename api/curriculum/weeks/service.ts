import { and, asc, eq, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import type { Page } from '#contract/shared.ts';
import {
  type CreateWeekBody,
  type deleteWeekWithContent as deleteWeekWithContentCall,
  type ReorderWeeksBody,
  type UpdateWeekBody,
  WEEK_ERRORS,
  type Week,
  type WeekDetail,
  type WeekSection,
} from '#contract/weeks.ts';
import { recountAfterCurriculumChange, recountAfterEmptyChange } from '../../learning/recount.ts';
import { type Actor, requireScope } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import { listChanges, recordAudit } from '../../platform/audit/record.ts';
import { type Database, inTransaction, toIso } from '../../platform/db/client.ts';
import { raiseCurriculumVersion } from '../../platform/db/curriculum-version.ts';
import { alphabetical, countAll, toWindow } from '../../platform/db/paging.ts';
import { leagues, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import { createId } from '../../platform/process/secrets.ts';
import { countDeletion } from '../deletions/service.ts';
import { lockLeagues, lockWeekForChange } from '../locks.ts';
import { readNextOrder, refuseTakenOrder, reorderChildren } from '../order.ts';

const orderKey = (order: number) => ({
  constraint: 'weeks_league_order_key',
  taken: WEEK_ERRORS.WEEK_ORDER_TAKEN,
  order,
});

/** Sorted by league name, then order. */
export async function listWeeks(
  db: Database,
  actor: Actor,
  page: Page,
  leagueId: string | undefined,
): Promise<{ weeks: Week[]; total: number }> {
  const filter = and(await toScopeFilter(db, actor), leagueId ? eq(weeks.leagueId, leagueId) : undefined);
  const rows = await selectWeeks(db)
    .where(filter)
    .orderBy(alphabetical(leagues.name), asc(weeks.order))
    .limit(toWindow(page).limit)
    .offset(toWindow(page).offset);
  const total = await countAll(page, rows.length, async () => {
    const [counted] = await db
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(weeks)
      .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
      .where(filter);
    return counted?.count ?? 0;
  });
  return { weeks: rows.map(toWeek), total };
}

export async function getWeek(db: Database, id: string): Promise<WeekDetail> {
  const week = await readWeek(db, id);
  return { ...week, sections: await listSectionsOf(db, id) };
}

export async function listLeagueWeeks(
  db: Database,
  leagueId: string,
): Promise<{ league: { id: string; name: string }; weeks: WeekDetail[] }> {
  const [league] = await db
    .select({ id: leagues.id, name: leagues.name })
    .from(leagues)
    .where(eq(leagues.id, leagueId));
  if (!league) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
  const rows = await selectWeeks(db).where(eq(weeks.leagueId, leagueId)).orderBy(asc(weeks.order));
  const sectionRows = await db
    .select(SECTION)
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(eq(weeks.leagueId, leagueId))
    .orderBy(asc(sections.order));
  const byWeek = Map.groupBy(sectionRows.map(toWeekSection), (section) => section.weekId);
  return { league, weeks: rows.map((row) => ({ ...toWeek(row), sections: byWeek.get(row.id) ?? [] })) };
}

/** Throws LEAGUE_NOT_FOUND, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING, WEEK_ORDER_TAKEN. */
export async function createWeek(
  db: Database,
  actor: Actor,
  body: CreateWeekBody,
  requestInfo: RequestInfo,
): Promise<Week> {
  return runIdempotent(db, actor.id, requestInfo, async (tx) => {
    await lockLeagues(tx, [body.leagueId]);
    await requireScope(tx, actor, body.leagueId, 'canCreateContent');
    const id = createId();
    const order = body.order ?? (await readNextOrder(tx, weeks, eq(weeks.leagueId, body.leagueId)));
    await refuseTakenOrder(orderKey(order), () => tx.insert(weeks).values({ id, ...body, order }));
    await recountAfterEmptyChange(tx, { leagueId: body.leagueId });
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'WEEK_CREATED',
      metadata: { weekId: id, leagueId: body.leagueId, name: body.name, order },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
    return readWeek(tx, id);
  });
}

/**
 * Another `leagueId` moves it with its content. Throws WEEK_NOT_FOUND, LEAGUE_NOT_FOUND, LEAGUE_OUT_OF_SCOPE,
 * PERMISSION_MISSING, WEEK_ORDER_TAKEN.
 */
export async function updateWeek(
  db: Database,
  actor: Actor,
  id: string,
  body: UpdateWeekBody,
  requestInfo: RequestInfo,
): Promise<Week> {
  return inTransaction(db, async (tx) => {
    const before = await lockWeekForChange(tx, id, body.leagueId);
    await requireScope(tx, actor, before.leagueId, 'canCreateContent');
    const leagueId = body.leagueId ?? before.leagueId;
    const isMoved = leagueId !== before.leagueId;
    if (isMoved) await requireScope(tx, actor, leagueId, 'canCreateContent');
    const order =
      body.order === null
        ? await readNextOrder(tx, weeks, eq(weeks.leagueId, leagueId))
        : (body.order ?? before.order);
    await refuseTakenOrder(orderKey(order), () =>
      tx
        .update(weeks)
        .set({ ...body, order, updatedAt: sql`now()` })
        .where(eq(weeks.id, id)),
    );
    if (isMoved) await recountAfterCurriculumChange(tx, { leagueIds: [before.leagueId, leagueId] });
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'WEEK_UPDATED',
      metadata: { weekId: id, leagueId, changes: listChanges(before, { ...body, order }) },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
    return readWeek(tx, id);
  });
}

/** Throws WEEK_NOT_FOUND, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING, WEEK_HAS_SECTIONS. */
export async function deleteWeek(
  db: Database,
  actor: Actor,
  id: string,
  requestInfo: RequestInfo,
): Promise<{ id: string; name: string; order: number }> {
  return inTransaction(db, async (tx) => {
    const week = await lockWeekForChange(tx, id);
    await requireScope(tx, actor, week.leagueId, 'canCreateContent');
    if ((await tx.$count(sections, eq(sections.weekId, id))) > 0) {
      throw new ApiError(WEEK_ERRORS.WEEK_HAS_SECTIONS);
    }
    await tx.delete(weeks).where(eq(weeks.id, id));
    await recountAfterEmptyChange(tx, { leagueId: week.leagueId });
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'WEEK_DELETED',
      metadata: { weekId: id, leagueId: week.leagueId, name: week.name, order: week.order },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
    return { id, name: week.name, order: week.order };
  });
}

/** Throws WEEK_NOT_FOUND. */
export async function deleteWeekWithContent(
  db: Database,
  actor: Actor,
  id: string,
  requestInfo: RequestInfo,
): Promise<DataOf<typeof deleteWeekWithContentCall>> {
  return inTransaction(db, async (tx) => {
    const { leagueId, name, order } = await lockWeekForChange(tx, id);
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    const contents = await countDeletion(tx, 'weeks', id);
    const deleted = {
      deletedSectionsCount: contents.sections,
      deletedResourcesCount: contents.resources,
      deletedProgressCount: contents.progress,
    };
    await tx.delete(weeks).where(eq(weeks.id, id));
    await recountAfterCurriculumChange(tx, { leagueIds: [leagueId] });
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'WEEK_DELETED',
      metadata: { weekId: id, leagueId, name, order, ...deleted },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
    return { deletedWeek: { id, name, order }, ...deleted };
  });
}

/** Returns all weeks of the league. Throws LEAGUE_NOT_FOUND, WEEKS_FOREIGN, WEEK_ORDERS_REPEATED, ORDER_OVERTAKEN. */
export async function reorderWeeks(
  db: Database,
  actor: Actor,
  leagueId: string,
  { weekOrders: items, seen }: ReorderWeeksBody,
  requestInfo: RequestInfo,
): Promise<Week[]> {
  return inTransaction(db, async (tx) => {
    await lockLeagues(tx, [leagueId]);
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    const siblings = await tx
      .select({ id: weeks.id, order: weeks.order })
      .from(weeks)
      .where(eq(weeks.leagueId, leagueId));
    const moved = await reorderChildren(tx, {
      table: 'weeks',
      key: 'weekId',
      siblings,
      items,
      seen,
      foreign: WEEK_ERRORS.WEEKS_FOREIGN,
      repeated: WEEK_ERRORS.WEEK_ORDERS_REPEATED,
    });
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'WEEK_REORDERED',
      metadata: { leagueId, moved },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
    const rows = await selectWeeks(tx).where(eq(weeks.leagueId, leagueId)).orderBy(asc(weeks.order));
    return rows.map(toWeek);
  });
}

const SECTION = {
  id: sections.id,
  name: sections.name,
  description: sections.description,
  order: sections.order,
  weekId: sections.weekId,
  resourcesCount: sections.resourcesCount,
};

async function listSectionsOf(db: Database, weekId: string): Promise<WeekSection[]> {
  const rows = await db
    .select(SECTION)
    .from(sections)
    .where(eq(sections.weekId, weekId))
    .orderBy(asc(sections.order));
  return rows.map(toWeekSection);
}

function toWeekSection({
  resourcesCount,
  ...section
}: Omit<WeekSection, '_count'> & { resourcesCount: number }): WeekSection {
  return { ...section, _count: { resources: resourcesCount } };
}

async function readWeek(db: Database, id: string): Promise<Week> {
  const [row] = await selectWeeks(db).where(eq(weeks.id, id));
  if (!row) throw new ApiError(WEEK_ERRORS.WEEK_NOT_FOUND);
  return toWeek(row);
}

function selectWeeks(db: Database) {
  return db
    .select({
      id: weeks.id,
      name: weeks.name,
      description: weeks.description,
      order: weeks.order,
      leagueId: weeks.leagueId,
      leagueName: leagues.name,
      createdAt: weeks.createdAt,
      updatedAt: weeks.updatedAt,
      sections: sql<number>`(select count(*) from sections where sections.week_id = ${weeks.id})`.mapWith(
        Number,
      ),
    })
    .from(weeks)
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .$dynamic();
}

function toWeek(row: Awaited<ReturnType<typeof selectWeeks>>[number]): Week {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    order: row.order,
    leagueId: row.leagueId,
    league: { id: row.leagueId, name: row.leagueName },
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    _count: { sections: row.sections },
  };
}
