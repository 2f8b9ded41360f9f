import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
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
import { type Actor, requireScope } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import { listChanges, recordAudit } from '../../platform/audit/record.ts';
import { type Database, inTransaction, queryRows, toIso } from '../../platform/db/client.ts';
import { raiseCurriculumVersion } from '../../platform/db/curriculum-version.ts';
import { alphabetical, countAll, isOneOf, type Listing, toWindow } from '../../platform/db/paging.ts';
import { leagues, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { sectionProgress } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import { createId } from '../../platform/process/secrets.ts';
import { lockSectionForChange, lockWeeks } from '../locks.ts';
import { readNextOrder, refuseTakenOrder, reorderChildren } from '../order.ts';
import { listOwnContent, toOwnSectionProgress } from '../resources/content.ts';

const orderKey = (order: number) => ({
  constraint: 'sections_week_order_key',
  taken: SECTION_ERRORS.SECTION_ORDER_TAKEN,
  order,
});

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
  actor: Actor,
  body: CreateSectionBody,
  requestInfo: RequestInfo,
): Promise<Section> {
  return runIdempotent(db, actor.id, requestInfo, async (tx) => {
    const leagueId = (await lockWeeks(tx, [body.weekId])).get(body.weekId)?.leagueId ?? '';
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    const id = createId();
    const order = body.order ?? (await readNextOrder(tx, sections, eq(sections.weekId, body.weekId)));
    await refuseTakenOrder(orderKey(order), () => tx.insert(sections).values({ id, ...body, order }));
    await recountAfterEmptyChange(tx, { leagueId, newSectionIn: body.weekId });
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'SECTION_CREATED',
      metadata: { sectionId: id, weekId: body.weekId, leagueId, name: body.name, order },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
    return readSection(tx, id);
  });
}

/**
 * Another `weekId` moves it with its resources. Throws SECTION_NOT_FOUND, WEEK_NOT_FOUND, LEAGUE_OUT_OF_SCOPE,
 * PERMISSION_MISSING, SECTION_ORDER_TAKEN.
 */
export async function updateSection(
  db: Database,
  actor: Actor,
  id: string,
  body: UpdateSectionBody,
  requestInfo: RequestInfo,
): Promise<Section> {
  return inTransaction(db, async (tx) => {
    const { section: before, leagueId, targetLeagueId } = await lockSectionForChange(tx, id, body.weekId);
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    if (targetLeagueId !== leagueId) await requireScope(tx, actor, targetLeagueId, 'canCreateContent');
    const weekId = body.weekId ?? before.weekId;
    const isMoved = weekId !== before.weekId;
    const order =
      body.order === null
        ? await readNextOrder(tx, sections, eq(sections.weekId, weekId))
        : (body.order ?? before.order);
    await refuseTakenOrder(orderKey(order), () =>
      tx
        .update(sections)
        .set({ ...body, order, updatedAt: sql`now()` })
        .where(eq(sections.id, id)),
    );
    if (isMoved) {
      await recountAfterCurriculumChange(tx, { leagueIds: [...new Set([leagueId, targetLeagueId])] });
    }
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'SECTION_UPDATED',
      metadata: { sectionId: id, leagueId: targetLeagueId, changes: listChanges(before, { ...body, order }) },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
    return readSection(tx, id);
  });
}

export interface SectionDeletion {
  deletedResourcesCount: number;
  deletedProgressCount: number;
}

/** Deletes its resources and their progress too. Throws SECTION_NOT_FOUND. */
export async function deleteSection(
  db: Database,
  actor: Actor,
  id: string,
  requestInfo: RequestInfo,
): Promise<SectionDeletion> {
  return inTransaction(db, async (tx) => {
    const { section, leagueId } = await lockSectionForChange(tx, id);
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    const [counted] = await queryRows<{ resources: string | number; progress: string | number }>(
      tx,
      sql`select count(distinct r.id) as resources, count(rp.id) as progress
        from resources r left join resource_progress rp on rp.resource_id = r.id where r.section_id = ${id}`,
    );
    const deletion = {
      deletedResourcesCount: Number(counted?.resources ?? 0),
      deletedProgressCount: Number(counted?.progress ?? 0),
    };
    await tx.delete(sections).where(eq(sections.id, id));
    await recountAfterCurriculumChange(tx, { leagueIds: [leagueId] });
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'SECTION_DELETED',
      metadata: { sectionId: id, weekId: section.weekId, leagueId, name: section.name, ...deletion },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
    return deletion;
  });
}

/** Returns all sections of the week. Throws WEEK_NOT_FOUND, SECTIONS_FOREIGN, SECTION_ORDERS_REPEATED. */
export async function reorderSections(
  db: Database,
  actor: Actor,
  weekId: string,
  { sectionOrders: items, seen }: ReorderSectionsBody,
  requestInfo: RequestInfo,
): Promise<Section[]> {
  return inTransaction(db, async (tx) => {
    const leagueId = (await lockWeeks(tx, [weekId])).get(weekId)?.leagueId ?? '';
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    const siblings = await tx
      .select({ id: sections.id, order: sections.order })
      .from(sections)
      .where(eq(sections.weekId, weekId));
    const moved = await reorderChildren(tx, {
      table: 'sections',
      key: 'sectionId',
      siblings,
      items,
      seen,
      foreign: SECTION_ERRORS.SECTIONS_FOREIGN,
      repeated: SECTION_ERRORS.SECTION_ORDERS_REPEATED,
    });
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'SECTION_REORDERED',
      metadata: { weekId, leagueId, moved },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
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
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .where(filter);
  return row?.count ?? 0;
}

function selectSections(db: Database) {
  return db
    .select({
      id: sections.id,
      name: sections.name,
      description: sections.description,
      order: sections.order,
      weekId: sections.weekId,
      weekName: weeks.name,
      weekOrder: weeks.order,
      leagueId: weeks.leagueId,
      leagueName: leagues.name,
      resourcesCount: sections.resourcesCount,
      createdAt: sections.createdAt,
      updatedAt: sections.updatedAt,
    })
    .from(sections)
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .$dynamic();
}

function toSection(row: Awaited<ReturnType<typeof selectSections>>[number]): Section {
  const league = { id: row.leagueId, name: row.leagueName };
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    order: row.order,
    weekId: row.weekId,
    week: { id: row.weekId, name: row.weekName, order: row.weekOrder, leagueId: row.leagueId, league },
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    _count: { resources: row.resourcesCount },
  };
}
