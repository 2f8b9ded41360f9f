import { and, asc, count, eq } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import { pickFields, TOPIC_FIELDS } from '#contract/curriculum-fields.ts';
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
} from '#contract/weeks.ts';
import { recountAfterCurriculumChange, recountAfterEmptyChange } from '../../learning/recount.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import { listChanges } from '../../platform/audit/record.ts';
import { type Database, inTransaction, isoOf } from '../../platform/db/client.ts';
import { alphabetical, countAll, toWindow } from '../../platform/db/paging.ts';
import { leagues, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import { countDeletion } from '../deletions/service.ts';
import { insertPlace, lockLeagueOf, lockPlace, reorderPlaces, updatePlace } from '../places.ts';
import { recordChange } from '../record-change.ts';

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
      .select({ rows: count() })
      .from(weeks)
      .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
      .where(filter);
    return counted?.rows ?? 0;
  });
  return { weeks: rows, total };
}

export async function getWeek(db: Database, id: string): Promise<WeekDetail> {
  const week = await readWeek(db, id);
  return { ...week, sections: await selectWeekSections(db).where(eq(sections.weekId, id)) };
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
  const found = await selectWeekSections(db).where(eq(weeks.leagueId, leagueId));
  const byWeek = Map.groupBy(found, (section) => section.weekId);
  return { league, weeks: rows.map((week) => ({ ...week, sections: byWeek.get(week.id) ?? [] })) };
}

/** Throws LEAGUE_NOT_FOUND, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING, WEEK_ORDER_TAKEN. */
export async function createWeek(db: Database, by: ActorAndRequest, body: CreateWeekBody): Promise<Week> {
  return runIdempotent(db, by.actor.id, by.requestInfo, async (tx) => {
    const leagueId = await lockLeagueOf(tx, by.actor, 'leagues', body.leagueId);
    const { id, order } = await insertPlace(tx, 'weeks', leagueId, body);
    await recountAfterEmptyChange(tx, { leagueId });
    await recordChange(tx, by, 'WEEK_CREATED', { weekId: id, leagueId, name: body.name, order });
    return readWeek(tx, id);
  });
}

/**
 * Another `leagueId` moves it with its content. Throws WEEK_NOT_FOUND, LEAGUE_NOT_FOUND, LEAGUE_OUT_OF_SCOPE,
 * PERMISSION_MISSING, WEEK_ORDER_TAKEN, CONTENT_CHANGED.
 */
export async function updateWeek(
  db: Database,
  by: ActorAndRequest,
  id: string,
  { expected, ...body }: UpdateWeekBody,
): Promise<Week> {
  return inTransaction(db, async (tx) => {
    const { before, targetLeagueId } = await lockPlace(tx, by.actor, 'weeks', id, body.leagueId);
    const order = await updatePlace(tx, 'weeks', before, body, expected);
    if (targetLeagueId !== before.leagueId) {
      await recountAfterCurriculumChange(tx, { leagueIds: [before.leagueId, targetLeagueId] });
    }
    const changes = listChanges(before, { ...body, order });
    await recordChange(tx, by, 'WEEK_UPDATED', { weekId: id, leagueId: targetLeagueId, changes });
    return readWeek(tx, id);
  });
}

/** Throws WEEK_NOT_FOUND, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING, WEEK_HAS_SECTIONS. */
export async function deleteWeek(db: Database, by: ActorAndRequest, id: string) {
  return inTransaction(db, async (tx) => {
    const { before, leagueId } = await lockPlace(tx, by.actor, 'weeks', id);
    if ((await tx.$count(sections, eq(sections.weekId, id))) > 0) {
      throw new ApiError(WEEK_ERRORS.WEEK_HAS_SECTIONS);
    }
    const { name, order } = before;
    await tx.delete(weeks).where(eq(weeks.id, id));
    await recountAfterEmptyChange(tx, { leagueId });
    await recordChange(tx, by, 'WEEK_DELETED', { weekId: id, leagueId, name, order });
    return { deletedWeek: { id, name, order } };
  });
}

/** Throws WEEK_NOT_FOUND. */
export async function deleteWeekWithContent(
  db: Database,
  by: ActorAndRequest,
  id: string,
): Promise<DataOf<typeof deleteWeekWithContentCall>> {
  return inTransaction(db, async (tx) => {
    const { before, leagueId } = await lockPlace(tx, by.actor, 'weeks', id);
    const { name, order } = before;
    const contents = await countDeletion(tx, 'weeks', id);
    const deleted = {
      deletedSectionsCount: contents.sections,
      deletedResourcesCount: contents.resources,
      deletedProgressCount: contents.progress,
    };
    await tx.delete(weeks).where(eq(weeks.id, id));
    await recountAfterCurriculumChange(tx, { leagueIds: [leagueId] });
    await recordChange(tx, by, 'WEEK_DELETED', { weekId: id, leagueId, name, order, ...deleted });
    return { deletedWeek: { id, name, order }, ...deleted };
  });
}

/** Returns all weeks of the league. Throws LEAGUE_NOT_FOUND, WEEKS_FOREIGN, WEEK_ORDERS_REPEATED, ORDER_OVERTAKEN. */
export async function reorderWeeks(
  db: Database,
  by: ActorAndRequest,
  leagueId: string,
  { weekOrders, seen }: ReorderWeeksBody,
): Promise<Week[]> {
  return inTransaction(db, async (tx) => {
    await lockLeagueOf(tx, by.actor, 'leagues', leagueId);
    const moved = await reorderPlaces(tx, 'weeks', leagueId, weekOrders, seen);
    await recordChange(tx, by, 'WEEK_REORDERED', { leagueId, moved });
    return selectWeeks(tx).where(eq(weeks.leagueId, leagueId)).orderBy(asc(weeks.order));
  });
}

export function selectWeekSections(db: Database) {
  return db
    .select({
      id: sections.id,
      ...pickFields(TOPIC_FIELDS, sections),
      order: sections.order,
      weekId: sections.weekId,
      _count: { resources: sections.resourcesCount },
    })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .orderBy(asc(sections.order))
    .$dynamic();
}

async function readWeek(db: Database, id: string): Promise<Week> {
  const [week] = await selectWeeks(db).where(eq(weeks.id, id));
  if (!week) throw new ApiError(WEEK_ERRORS.WEEK_NOT_FOUND);
  return week;
}

function selectWeeks(db: Database) {
  return db
    .select({
      id: weeks.id,
      name: weeks.name,
      description: weeks.description,
      order: weeks.order,
      leagueId: weeks.leagueId,
      league: { id: leagues.id, name: leagues.name },
      createdAt: isoOf(weeks.createdAt),
      updatedAt: isoOf(weeks.updatedAt),
      _count: { sections: db.$count(sections, eq(sections.weekId, weeks.id)) },
    })
    .from(weeks)
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .$dynamic();
}
