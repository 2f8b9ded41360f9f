import { and, asc, count, eq, type SQL } from 'drizzle-orm';
import {
  type CreateSectionBody,
  type ReorderSectionsBody,
  SECTION_ERRORS,
  type Section,
  type SectionDetail,
  type UpdateSectionBody,
} from '#contract/sections.ts';
import type { Page } from '#contract/shared.ts';
import { recountAfterCurriculumChange, recountAfterEmptyChange } from '../../learning/recount.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import { listChanges } from '../../platform/audit/record.ts';
import { type Database, inTransaction, isoOf } from '../../platform/db/client.ts';
import { alphabetical, countAll, isOneOf, type Listing, toWindow } from '../../platform/db/paging.ts';
import { leagues, resources, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { resourceProgress, sectionProgress } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import { insertPlace, lockLeagueOf, lockPlace, reorderPlaces, updatePlace } from '../places.ts';
import { recordChange } from '../record-change.ts';
import { listOwnContent, toOwnSectionProgress } from '../resources/content.ts';

interface SectionFilter {
  weekId?: string;
  leagueId?: string;
}

/** Sorted by week order, then own order. */
export async function listSections(
  db: Database,
  actor: Actor,
  page: Page,
  query: SectionFilter,
): Promise<{ sections: Section[]; total: number }> {
  const filter = await toFilter(db, actor, query);
  const rows = await selectSections(db)
    .where(filter)
    .orderBy(asc(weeks.order), asc(sections.order), alphabetical(leagues.name), asc(sections.id))
    .limit(toWindow(page).limit)
    .offset(toWindow(page).offset);
  const total = await countAll(page, rows.length, () => countSections(db, filter));
  return { sections: rows.map(toSection), total };
}

/** Sorted by league, week and own order. */
export async function findSections(
  db: Database,
  actor: Actor,
  query: SectionFilter,
): Promise<Listing<Section>> {
  const rows = await db
    .select({ id: sections.id })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .where(await toFilter(db, actor, query))
    .orderBy(alphabetical(leagues.name), asc(weeks.order), asc(sections.order), asc(sections.id));
  return {
    ids: rows.map(({ id }) => id),
    read: async (ids) => (await selectSections(db).where(isOneOf(sections.id, ids))).map(toSection),
  };
}

async function toFilter(
  db: Database,
  actor: Actor,
  { weekId, leagueId }: SectionFilter,
): Promise<SQL | undefined> {
  return and(
    await toScopeFilter(db, actor),
    weekId ? eq(sections.weekId, weekId) : undefined,
    leagueId ? eq(weeks.leagueId, leagueId) : undefined,
  );
}

export async function getSection(db: Database, actor: Actor, id: string): Promise<SectionDetail> {
  const section = await readSection(db, id);
  const [progress] = await db
    .select()
    .from(sectionProgress)
    .where(and(eq(sectionProgress.userId, actor.id), eq(sectionProgress.sectionId, id)));
  return {
    ...section,
    resources: await listOwnContent(db, actor.id, id),
    progress: toOwnSectionProgress(progress, section._count.resources),
  };
}

/** Throws WEEK_NOT_FOUND, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING, SECTION_ORDER_TAKEN. */
export async function createSection(
  db: Database,
  by: ActorAndRequest,
  body: CreateSectionBody,
): Promise<Section> {
  const { name, weekId } = body;
  return runIdempotent(db, by.actor.id, by.requestInfo, async (tx) => {
    const leagueId = await lockLeagueOf(tx, by.actor, 'weeks', weekId);
    const { id, order } = await insertPlace(tx, 'sections', weekId, body);
    await recountAfterEmptyChange(tx, { leagueId, newSectionIn: weekId });
    await recordChange(tx, by, 'SECTION_CREATED', { sectionId: id, weekId, leagueId, name, order });
    return readSection(tx, id);
  });
}

/**
 * Another `weekId` moves it with its resources. Throws SECTION_NOT_FOUND, WEEK_NOT_FOUND, LEAGUE_OUT_OF_SCOPE,
 * PERMISSION_MISSING, SECTION_ORDER_TAKEN, CONTENT_CHANGED.
 */
export async function updateSection(
  db: Database,
  by: ActorAndRequest,
  id: string,
  { expected, ...body }: UpdateSectionBody,
): Promise<Section> {
  return inTransaction(db, async (tx) => {
    const { before, leagueId, targetLeagueId } = await lockPlace(tx, by.actor, 'sections', id, body.weekId);
    const order = await updatePlace(tx, 'sections', before, body, expected);
    if (body.weekId !== undefined && body.weekId !== before.weekId) {
      await recountAfterCurriculumChange(tx, { leagueIds: [...new Set([leagueId, targetLeagueId])] });
    }
    const changes = listChanges(before, { ...body, order });
    await recordChange(tx, by, 'SECTION_UPDATED', { sectionId: id, leagueId: targetLeagueId, changes });
    return readSection(tx, id);
  });
}

/** Deletes its resources and their progress too. Throws SECTION_NOT_FOUND. */
export async function deleteSection(db: Database, by: ActorAndRequest, id: string) {
  return inTransaction(db, async (tx) => {
    const { before, leagueId } = await lockPlace(tx, by.actor, 'sections', id);
    const { weekId, name } = before;
    const [progress] = await tx
      .select({ rows: count() })
      .from(resourceProgress)
      .innerJoin(resources, eq(resources.id, resourceProgress.resourceId))
      .where(eq(resources.sectionId, id));
    const deletion = {
      deletedResourcesCount: await tx.$count(resources, eq(resources.sectionId, id)),
      deletedProgressCount: progress?.rows ?? 0,
    };
    await tx.delete(sections).where(eq(sections.id, id));
    await recountAfterCurriculumChange(tx, { leagueIds: [leagueId] });
    await recordChange(tx, by, 'SECTION_DELETED', { sectionId: id, weekId, leagueId, name, ...deletion });
    return deletion;
  });
}

/** Returns all sections of the week. Throws WEEK_NOT_FOUND, SECTIONS_FOREIGN, SECTION_ORDERS_REPEATED. */
export async function reorderSections(
  db: Database,
  by: ActorAndRequest,
  weekId: string,
  { sectionOrders, seen }: ReorderSectionsBody,
): Promise<Section[]> {
  return inTransaction(db, async (tx) => {
    const leagueId = await lockLeagueOf(tx, by.actor, 'weeks', weekId);
    const moved = await reorderPlaces(tx, 'sections', weekId, sectionOrders, seen);
    await recordChange(tx, by, 'SECTION_REORDERED', { weekId, leagueId, moved });
    const rows = await selectSections(tx).where(eq(sections.weekId, weekId)).orderBy(asc(sections.order));
    return rows.map(toSection);
  });
}

async function readSection(db: Database, id: string): Promise<Section> {
  const [row] = await selectSections(db).where(eq(sections.id, id));
  if (!row) throw new ApiError(SECTION_ERRORS.SECTION_NOT_FOUND);
  return toSection(row);
}

async function countSections(db: Database, filter: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ rows: count() })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .where(filter);
  return row?.rows ?? 0;
}

function selectSections(db: Database) {
  return db
    .select({
      id: sections.id,
      name: sections.name,
      description: sections.description,
      order: sections.order,
      weekId: sections.weekId,
      week: { id: weeks.id, name: weeks.name, order: weeks.order, leagueId: weeks.leagueId },
      league: { id: leagues.id, name: leagues.name },
      createdAt: isoOf(sections.createdAt),
      updatedAt: isoOf(sections.updatedAt),
      _count: { resources: sections.resourcesCount },
    })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .$dynamic();
}

function toSection({
  week,
  league,
  ...section
}: Awaited<ReturnType<typeof selectSections>>[number]): Section {
  return { ...section, week: { ...week, league } };
}
