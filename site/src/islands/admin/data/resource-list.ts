import type { ReadableAtom } from 'nanostores';
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
import { isSearched } from '../groups/groups.ts';
import { type ListQuery, toListQuery } from '../list/csv-export.ts';
import { createListParams, type ListControl, type ListState } from '../list/list-state.ts';
import { loadPage } from '../list/served-list.ts';
import { type OrderSource, toOrders } from '../order/order-change.ts';
import { createStaffQuery, createStaffQueryFor, invalidate } from '../query/queries.ts';
import { loadTopicResources, panelOf } from './section-list.ts';

export const resourceCount = createStaffQuery<number>('resources', 'count', async () => {
  const { pagination } = await callApi(listResources, { query: { limit: '1' } });
  return pagination.total;
});

export const FOUND_PAGE_SIZE = 200;

export function createFoundResources(list: ListControl) {
  const $params = createListParams(list, toFoundParams);
  return {
    /** Null without a search or filter. */
    $params,
    query: createStaffQueryFor('resources', 'found', $params, (params: ListQuery) =>
      loadPage(
        { ...params, limit: FOUND_PAGE_SIZE },
        (query) => callApi(listResources, { query }),
        ({ pagination }) => pagination,
      ),
    ),
  };
}

/** Null if only a league or a whole topic is selected, which needs no search. */
export function toFoundParams(state: ListState, search: string): ListQuery | null {
  const isTyped = isSearched({ search, filters: { ...state.filters, sectionId: '' } });
  return isTyped ? toListQuery(state, search) : null;
}

/** Null loads nothing. */
export function createTopicQuery($sectionId: ReadableAtom<string | null>) {
  return createStaffQueryFor('topicResources', 'form', $sectionId, async (sectionId: string) => ({
    sectionId,
    resources: await loadTopicResources(sectionId),
  }));
}

export async function addResource(
  sectionId: string,
  body: CreateResourceBody,
  idempotencyKey: string,
): Promise<void> {
  placeResource(await callApi(createResource, { params: { id: sectionId }, body, idempotencyKey }));
}

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

/** Also deletes the progress on it. */
export async function removeResource({ id, sectionId }: Pick<Resource, 'id' | 'sectionId'>): Promise<void> {
  await callApi(deleteResource, { params: { id } });
  panelOf(sectionId).change((rows) => rows.filter((row) => row.id !== id));
  invalidate('topicResources');
}

export const resourceOrder: OrderSource = {
  many: 'resources',
  failedAs: 'resources',
  read: async (sectionId) =>
    (await loadTopicResources(sectionId)).map(({ id, title }) => ({ id, label: title })),
  write: async (sectionId, ids, seen) => {
    const body = { resourceOrders: toOrders(ids, 'resourceId'), seen: [...seen] };
    const placed = await callApi(reorderResources, { params: { id: sectionId }, body });
    panelOf(sectionId).change(() => placed);
    invalidate('topicResources');
  },
};
