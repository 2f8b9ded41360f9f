import type { ReadableAtom } from 'nanostores';
import type { DataOf } from '#contract/call.ts';
import {
  type CreateResourceBody,
  createResource,
  deleteResource,
  listResources,
  type Resource,
  reorderResources,
  type UpdateResourceBody,
  updateResource,
} from '#contract/resources.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { Query } from '../../shared/query/query.ts';
import { isSearched } from '../groups/open-groups.ts';
import { createListParams, type ListControl, type ListState } from '../list/list-state.ts';
import { createPagedQuery } from '../list/paged-query.ts';
import type { Placed } from '../order/order-change.ts';
import { createStaffQuery, createStaffQueryFor, invalidate } from '../query/queries.ts';
import { loadTopicResources, panelOf } from './section-list.ts';

/** How many resources there are in scope. They themselves are asked for by topic, or when they are searched for. */
export const resourceCount = createStaffQuery<number>('resources', 'count', async () => {
  const { pagination } = await callApi(listResources, { query: { limit: '1' } });
  return pagination.total;
});

/** Found resources on a page. */
export const FOUND_PAGE_SIZE = 200;

/** What search and filters ask the server for. */
interface FoundParams {
  page: string;
  search?: string;
  leagueId?: string;
  type?: string;
  sectionId?: string;
}

export interface FoundResources {
  /** Null while nothing is looked for: topics are then shown whole. */
  $params: ReadableAtom<FoundParams | null>;
  query: Query<DataOf<typeof listResources>>;
}

/** A page of the resources that search and filters leave, found by the server. One a screen. */
export function createFoundResources(list: ListControl): FoundResources {
  const $params = createListParams(list, toFoundParams);
  return {
    $params,
    query: createPagedQuery({
      kind: 'resources',
      name: 'found',
      list,
      $params,
      load: (params: FoundParams) =>
        callApi(listResources, { query: { ...params, limit: String(FOUND_PAGE_SIZE) } }),
      countPages: ({ pagination }) => pagination.totalPages,
    }),
  };
}

/** What the list's state asks for; null when it only looks through the modules, or at a whole topic. */
export function toFoundParams({ filters, page }: ListState, search: string): FoundParams | null {
  if (!isSearched({ search, filters: { ...filters, topic: '' } })) return null;
  const { league, type, topic } = filters;
  return {
    page: String(page),
    ...(search ? { search } : {}),
    ...(league ? { leagueId: league } : {}),
    ...(type ? { type } : {}),
    ...(topic ? { sectionId: topic } : {}),
  };
}

/** The resources of the topic that a form has chosen, with that topic; null asks for nothing. */
export function createTopicQuery($sectionId: ReadableAtom<string | null>) {
  return createStaffQueryFor('topicResources', 'form', $sectionId, async (sectionId: string) => ({
    sectionId,
    resources: await loadTopicResources(sectionId),
  }));
}

/** Adds a resource to a topic and puts it in its place (ADMIN-27). */
export async function addResource(
  sectionId: string,
  body: CreateResourceBody,
  idempotencyKey: string,
): Promise<void> {
  placeResource(await callApi(createResource, { params: { id: sectionId }, body, idempotencyKey }));
}

/** Changes what is given of a resource and puts the answer in its place (ADMIN-27). */
export async function changeResource(
  { id, sectionId }: Pick<Resource, 'id' | 'sectionId'>,
  body: UpdateResourceBody,
): Promise<void> {
  const saved = await callApi(updateResource, { params: { id }, body });
  if (saved.sectionId !== sectionId) panelOf(sectionId).change((rows) => rows.filter((row) => row.id !== id));
  placeResource(saved);
}

function placeResource(saved: Resource): void {
  panelOf(saved.sectionId).change((rows) =>
    [...rows.filter(({ id }) => id !== saved.id), saved].toSorted((one, other) => one.order - other.order),
  );
  invalidate('topicResources');
}

/** Removes a resource and the progress on it. */
export async function removeResource({ id, sectionId }: Pick<Resource, 'id' | 'sectionId'>): Promise<void> {
  await callApi(deleteResource, { params: { id } });
  panelOf(sectionId).change((rows) => rows.filter((row) => row.id !== id));
  invalidate('topicResources');
}

/** The resources of a topic as they stand now. */
export async function readResourceOrder(sectionId: string): Promise<Placed[]> {
  const resources = await loadTopicResources(sectionId);
  return resources.map(({ id, title }) => ({ id, label: title }));
}

/**
 * Numbers the resources of a topic from 1 in the order given; refused when they no longer stand as `seen`. What the
 * server answers takes the place of the topic's rows (ARES-12).
 */
export async function saveResourceOrder(
  sectionId: string,
  ids: readonly string[],
  seen: readonly string[],
): Promise<void> {
  const placed = await callApi(reorderResources, {
    params: { id: sectionId },
    body: {
      resourceOrders: ids.map((resourceId, index) => ({ resourceId, order: index + 1 })),
      seen: [...seen],
    },
  });
  panelOf(sectionId).change(() => placed);
  invalidate('topicResources');
}
