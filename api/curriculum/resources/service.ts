import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { pickFields, RESOURCE_FIELDS } from '#contract/curriculum-fields.ts';
import {
  type CreateResourceBody,
  type OwnResourceProgress,
  RESOURCE_ERRORS,
  type ReorderResourcesBody,
  type Resource,
  type ResourceContent,
  type UpdateResourceBody,
} from '#contract/resources.ts';
import { SECTION_ERRORS } from '#contract/sections.ts';
import type { Page } from '#contract/shared.ts';
import { recountAfterCurriculumChange, recountAfterNewResource } from '../../learning/recount.ts';
import { type Actor, requireScope } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import { listChanges, recordAudit } from '../../platform/audit/record.ts';
import { type Database, inTransaction, toIso } from '../../platform/db/client.ts';
import { raiseCurriculumVersion } from '../../platform/db/curriculum-version.ts';
import { isOneOf, type Listing, toWindow } from '../../platform/db/paging.ts';
import { leagues, resources, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { resourceProgress } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import { createId } from '../../platform/process/secrets.ts';
import { lockResourceForChange, lockSections } from '../locks.ts';
import { readNextOrder, refuseTakenOrder, reorderChildren } from '../order.ts';
import { listOwnContent, readResourceFields, toOwnProgress } from './content.ts';
import { findResourcePage } from './search.ts';

const orderKey = (order: number) => ({
  constraint: 'resources_section_order_key',
  taken: RESOURCE_ERRORS.RESOURCE_ORDER_TAKEN,
  order,
});

interface ResourceFilter {
  sectionId?: string;
  weekId?: string;
  leagueId?: string;
  type?: string;
  search?: string;
}

/** Sorted by week, section and own order. */
export async function listResources(
  db: Database,
  actor: Actor,
  page: Page,
  { search = '', type, ...place }: ResourceFilter,
): Promise<{ resources: Resource[]; total: number }> {
  const { ids, total } = await findResourcePage(db, {
    place: await toFilter(db, actor, place),
    type,
    search,
    ...toWindow(page),
  });
  const rows = await selectResources(db).where(isOneOf(resources.id, ids));
  const byId = new Map(rows.map((row) => [row.id, toResource(row)]));
  return { resources: ids.flatMap((id) => byId.get(id) ?? []), total };
}

/** Sorted by league, week, section and own order. */
export async function findResources(
  db: Database,
  actor: Actor,
  { search = '', type, ...place }: ResourceFilter,
): Promise<Listing<Resource>> {
  const { ids: all } = await findResourcePage(db, {
    place: await toFilter(db, actor, place),
    type,
    search,
    isByLeague: true,
    ...toWindow({ page: 1, limit: null }),
  });
  return {
    ids: all,
    read: async (ids) => (await selectResources(db).where(isOneOf(resources.id, ids))).map(toResource),
  };
}

async function toFilter(
  db: Database,
  actor: Actor,
  { sectionId, weekId, leagueId }: Omit<ResourceFilter, 'type' | 'search'>,
): Promise<SQL | undefined> {
  return and(
    await toScopeFilter(db, actor),
    sectionId ? eq(sections.id, sectionId) : undefined,
    weekId ? eq(sections.weekId, weekId) : undefined,
    leagueId ? eq(weeks.leagueId, leagueId) : undefined,
  );
}

export async function getResource(
  db: Database,
  actor: Actor,
  id: string,
): Promise<Resource & { progress: OwnResourceProgress }> {
  const resource = await readResource(db, id);
  const [progress] = await db
    .select()
    .from(resourceProgress)
    .where(and(eq(resourceProgress.userId, actor.id), eq(resourceProgress.resourceId, id)));
  return { ...resource, progress: toOwnProgress(progress ?? null) };
}

export async function listSectionResources(
  db: Database,
  actor: Actor,
  sectionId: string,
): Promise<{
  section: { id: string; name: string; order: number; weekId: string };
  resources: (ResourceContent & { progress: OwnResourceProgress })[];
}> {
  const [section] = await db
    .select({ id: sections.id, name: sections.name, order: sections.order, weekId: sections.weekId })
    .from(sections)
    .where(eq(sections.id, sectionId));
  if (!section) throw new ApiError(SECTION_ERRORS.SECTION_NOT_FOUND);
  return { section, resources: await listOwnContent(db, actor.id, sectionId) };
}

/** Throws SECTION_NOT_FOUND, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING, RESOURCE_ORDER_TAKEN. */
export async function createResource(
  db: Database,
  actor: Actor,
  sectionId: string,
  body: CreateResourceBody,
  requestInfo: RequestInfo,
): Promise<Resource> {
  return runIdempotent(db, actor.id, requestInfo, async (tx) => {
    const leagueId = (await lockSections(tx, [sectionId])).get(sectionId)?.leagueId ?? '';
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    const id = createId();
    const order = body.order ?? (await readNextOrder(tx, resources, eq(resources.sectionId, sectionId)));
    await refuseTakenOrder(orderKey(order), () =>
      tx.insert(resources).values({ id, sectionId, ...body, order }),
    );
    await recountAfterNewResource(tx, { leagueId, sectionId });
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'RESOURCE_CREATED',
      metadata: { resourceId: id, sectionId, leagueId, ...body, order },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
    return readResource(tx, id);
  });
}

/**
 * Another `sectionId` moves it with its progress. Throws RESOURCE_NOT_FOUND, SECTION_NOT_FOUND, LEAGUE_OUT_OF_SCOPE,
 * PERMISSION_MISSING, RESOURCE_ORDER_TAKEN.
 */
export async function updateResource(
  db: Database,
  actor: Actor,
  id: string,
  body: UpdateResourceBody,
  requestInfo: RequestInfo,
): Promise<Resource> {
  return inTransaction(db, async (tx) => {
    const locked = await lockResourceForChange(tx, id, body.sectionId);
    const { resource: before, leagueId, targetLeagueId } = locked;
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    if (targetLeagueId !== leagueId) await requireScope(tx, actor, targetLeagueId, 'canCreateContent');
    const sectionId = body.sectionId ?? before.sectionId;
    const isMoved = sectionId !== before.sectionId;
    const order =
      body.order === null
        ? await readNextOrder(tx, resources, eq(resources.sectionId, sectionId))
        : (body.order ?? before.order);
    await refuseTakenOrder(orderKey(order), () =>
      tx
        .update(resources)
        .set({ ...body, order, updatedAt: sql`now()` })
        .where(eq(resources.id, id)),
    );
    if (isMoved) {
      await recountAfterCurriculumChange(tx, {
        leagueIds: [...new Set([leagueId, targetLeagueId])],
        sectionIds: [before.sectionId, sectionId],
      });
    }
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'RESOURCE_UPDATED',
      metadata: {
        resourceId: id,
        leagueId: targetLeagueId,
        changes: listChanges(before, { ...body, order }),
      },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
    return readResource(tx, id);
  });
}

/** Deletes the progress on it too. Throws RESOURCE_NOT_FOUND. */
export async function deleteResource(
  db: Database,
  actor: Actor,
  id: string,
  requestInfo: RequestInfo,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { resource, leagueId } = await lockResourceForChange(tx, id);
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    await tx.delete(resources).where(eq(resources.id, id));
    await recountAfterCurriculumChange(tx, { leagueIds: [leagueId], sectionIds: [resource.sectionId] });
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'RESOURCE_DELETED',
      metadata: { resourceId: id, sectionId: resource.sectionId, leagueId, title: resource.title },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
  });
}

/** Returns all resources of the section. Throws SECTION_NOT_FOUND, RESOURCES_FOREIGN, RESOURCE_ORDERS_REPEATED. */
export async function reorderResources(
  db: Database,
  actor: Actor,
  sectionId: string,
  { resourceOrders: items, seen }: ReorderResourcesBody,
  requestInfo: RequestInfo,
): Promise<Resource[]> {
  return inTransaction(db, async (tx) => {
    const leagueId = (await lockSections(tx, [sectionId])).get(sectionId)?.leagueId ?? '';
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    const siblings = await tx
      .select({ id: resources.id, order: resources.order })
      .from(resources)
      .where(eq(resources.sectionId, sectionId));
    const moved = await reorderChildren(tx, {
      table: 'resources',
      key: 'resourceId',
      siblings,
      items,
      seen,
      foreign: RESOURCE_ERRORS.RESOURCES_FOREIGN,
      repeated: RESOURCE_ERRORS.RESOURCE_ORDERS_REPEATED,
    });
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'RESOURCE_REORDERED',
      metadata: { sectionId, leagueId, moved },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
    const rows = await selectResources(tx)
      .where(eq(resources.sectionId, sectionId))
      .orderBy(asc(resources.order));
    return rows.map(toResource);
  });
}

async function readResource(db: Database, id: string): Promise<Resource> {
  const [row] = await selectResources(db).where(eq(resources.id, id));
  if (!row) throw new ApiError(RESOURCE_ERRORS.RESOURCE_NOT_FOUND);
  return toResource(row);
}

function selectResources(db: Database) {
  return db
    .select({
      id: resources.id,
      ...pickFields(RESOURCE_FIELDS, resources),
      order: resources.order,
      sectionId: resources.sectionId,
      sectionName: sections.name,
      sectionOrder: sections.order,
      weekId: sections.weekId,
      weekName: weeks.name,
      weekOrder: weeks.order,
      leagueId: weeks.leagueId,
      leagueName: leagues.name,
      createdAt: resources.createdAt,
      updatedAt: resources.updatedAt,
    })
    .from(resources)
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .$dynamic();
}

function toResource(row: Awaited<ReturnType<typeof selectResources>>[number]): Resource {
  const league = { id: row.leagueId, name: row.leagueName };
  const week = { id: row.weekId, name: row.weekName, order: row.weekOrder, leagueId: row.leagueId, league };
  return {
    id: row.id,
    ...readResourceFields(row),
    order: row.order,
    sectionId: row.sectionId,
    section: {
      id: row.sectionId,
      name: row.sectionName,
      order: row.sectionOrder,
      weekId: row.weekId,
      week,
    },
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}
