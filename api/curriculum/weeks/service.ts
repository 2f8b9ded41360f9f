import { and, asc, eq } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import { pickFields, TOPIC_FIELDS } from '#contract/curriculum-fields.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import type { Page, Pagination } from '#contract/shared.ts';
import {
  type deleteWeekWithContent as deleteWeekWithContentCall,
  WEEK_ERRORS,
  type Week,
  type WeekDetail,
} from '#contract/weeks.ts';
import { recountAfterCurriculumChange, recountAfterEmptyChange } from '../../learning/recount.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import { recordChange } from '../../platform/audit/record-change.ts';
import { type Database, inTransaction, isoOf } from '../../platform/db/client.ts';
import { alphabetical, readRows } from '../../platform/db/paging.ts';
import { leagues, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { countDeletion } from '../deletions/service.ts';
import { lockPlace } from '../places.ts';

/** Sorted by league name, then order. */
export async function listWeeks(
  db: Database,
  actor: Actor,
  page: Page,
  leagueId: string | undefined,
): Promise<{ weeks: Week[]; pagination: Pagination }> {
  const filter = and(
    await toScopeFilter(db, actor, weeks.leagueId),
    leagueId ? eq(weeks.leagueId, leagueId) : undefined,
  );
  const all = selectWeeks(db).where(filter).orderBy(alphabetical(leagues.name), asc(weeks.order));
  const { rows, pagination } = await readRows(all, page, () => db.$count(weeks, filter));
  return { weeks: rows, pagination };
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
  const rows = await listInLeague(db, leagueId);
  const found = await selectWeekSections(db).where(eq(weeks.leagueId, leagueId));
  const byWeek = Map.groupBy(found, (section) => section.weekId);
  return { league, weeks: rows.map((week) => ({ ...week, sections: byWeek.get(week.id) ?? [] })) };
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
  { db, config }: Pick<Deps, 'db' | 'config'>,
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
    await recountAfterCurriculumChange(tx, { leagueIds: [leagueId], timeZone: config.TIME_ZONE });
    await recordChange(tx, by, 'WEEK_DELETED', { weekId: id, leagueId, name, order, ...deleted });
    return { deletedWeek: { id, name, order }, ...deleted };
  });
}

function selectWeekSections(db: Database) {
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

export async function listInLeague(db: Database, leagueId: string): Promise<Week[]> {
  return selectWeeks(db).where(eq(weeks.leagueId, leagueId)).orderBy(asc(weeks.order));
}

export async function readWeek(db: Database, id: string): Promise<Week> {
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
