import { and, asc, eq, type SQL } from 'drizzle-orm';
import { pickFields, RESOURCE_FIELDS } from '#contract/curriculum-fields.ts';
import {
  type CreateResourceBody,
  RESOURCE_ERRORS,
  type ReorderResourcesBody,
  type Resource,
  type ResourceContent,
  type ResourceProgress,
  type UpdateResourceBody,
} from '#contract/resources.ts';
import { SECTION_ERRORS } from '#contract/sections.ts';
import type { Page } from '#contract/shared.ts';
import { presentProgress } from '../../learning/placed-resources.ts';
import { recountAfterCurriculumChange, recountAfterNewResource } from '../../learning/recount.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import { listChanges } from '../../platform/audit/record.ts';
import { type Database, inTransaction, isoOf } from '../../platform/db/client.ts';
import { isOneOf, type Listing, toWindow } from '../../platform/db/paging.ts';
import { leagues, resources, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { resourceProgress } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import { insertPlace, lockLeagueOf, lockPlace, reorderPlaces, updatePlace } from '../places.ts';
import { recordChange } from '../record-change.ts';
import { listOwnContent } from './content.ts';
import { findResourcePage } from './search.ts';

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
): Promise<Resource & { progress: ResourceProgress }> {
  const resource = await readResource(db, id);
  const [progress] = await db
    .select()
    .from(resourceProgress)
    .where(and(eq(resourceProgress.userId, actor.id), eq(resourceProgress.resourceId, id)));
  return { ...resource, progress: presentProgress(progress) };
}

export async function listSectionResources(
  db: Database,
  actor: Actor,
  sectionId: string,
): Promise<{
  section: { id: string; name: string; order: number; weekId: string };
  resources: (ResourceContent & { progress: ResourceProgress })[];
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
  by: ActorAndRequest,
  sectionId: string,
  body: CreateResourceBody,
): Promise<Resource> {
  return runIdempotent(db, by.actor.id, by.requestInfo, async (tx) => {
    const leagueId = await lockLeagueOf(tx, by.actor, 'sections', sectionId);
    const { id, order } = await insertPlace(tx, 'resources', sectionId, body);
    await recountAfterNewResource(tx, { leagueId, sectionId });
    const metadata = { resourceId: id, sectionId, leagueId, ...body, order };
    await recordChange(tx, by, 'RESOURCE_CREATED', metadata);
    return readResource(tx, id);
  });
}

/**
 * Another `sectionId` moves it with its progress. Throws RESOURCE_NOT_FOUND, SECTION_NOT_FOUND, LEAGUE_OUT_OF_SCOPE,
 * PERMISSION_MISSING, RESOURCE_ORDER_TAKEN, CONTENT_CHANGED.
 */
export async function updateResource(
  db: Database,
  by: ActorAndRequest,
  id: string,
  { expected, ...body }: UpdateResourceBody,
): Promise<Resource> {
  return inTransaction(db, async (tx) => {
    const locked = await lockPlace(tx, by.actor, 'resources', id, body.sectionId);
    const { before, leagueId, targetLeagueId } = locked;
    const order = await updatePlace(tx, 'resources', before, body, expected);
    if (body.sectionId !== undefined && body.sectionId !== before.sectionId) {
      await recountAfterCurriculumChange(tx, {
        leagueIds: [...new Set([leagueId, targetLeagueId])],
        sectionIds: [before.sectionId, body.sectionId],
      });
    }
    const changes = listChanges(before, { ...body, order });
    await recordChange(tx, by, 'RESOURCE_UPDATED', { resourceId: id, leagueId: targetLeagueId, changes });
    return readResource(tx, id);
  });
}

/** Deletes the progress on it too. Throws RESOURCE_NOT_FOUND. */
export async function deleteResource(db: Database, by: ActorAndRequest, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { before, leagueId } = await lockPlace(tx, by.actor, 'resources', id);
    const { sectionId, title } = before;
    await tx.delete(resources).where(eq(resources.id, id));
    await recountAfterCurriculumChange(tx, { leagueIds: [leagueId], sectionIds: [sectionId] });
    await recordChange(tx, by, 'RESOURCE_DELETED', { resourceId: id, sectionId, leagueId, title });
  });
}

/** Returns all resources of the section. Throws SECTION_NOT_FOUND, RESOURCES_FOREIGN, RESOURCE_ORDERS_REPEATED. */
export async function reorderResources(
  db: Database,
  by: ActorAndRequest,
  sectionId: string,
  { resourceOrders, seen }: ReorderResourcesBody,
): Promise<Resource[]> {
  return inTransaction(db, async (tx) => {
    const leagueId = await lockLeagueOf(tx, by.actor, 'sections', sectionId);
    const moved = await reorderPlaces(tx, 'resources', sectionId, resourceOrders, seen);
    await recordChange(tx, by, 'RESOURCE_REORDERED', { sectionId, leagueId, moved });
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
      section: { id: sections.id, name: sections.name, order: sections.order, weekId: sections.weekId },
      week: { id: weeks.id, name: weeks.name, order: weeks.order, leagueId: weeks.leagueId },
      league: { id: leagues.id, name: leagues.name },
      createdAt: isoOf(resources.createdAt),
      updatedAt: isoOf(resources.updatedAt),
    })
    .from(resources)
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .$dynamic();
}

function toResource({
  section,
  week,
  league,
  ...resource
}: Awaited<ReturnType<typeof selectResources>>[number]): Resource {
  return { ...resource, section: { ...section, week: { ...week, league } } };
}
