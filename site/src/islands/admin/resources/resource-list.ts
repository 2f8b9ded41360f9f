import {
  createResource,
  deleteResource,
  listResources,
  type Resource,
  reorderResources,
  type UpdateResourceBody,
  updateResource,
} from '#contract/resources.ts';
import { callApi } from '#site/islands/shared/api.ts';
import { loadPages } from '../shared/load-pages.ts';
import type { Placed } from '../shared/order-change.ts';
import { createQuery, noteChange } from '../shared/queries.ts';

/** The resources in scope, as the server narrows them. */
export const resourceList = createQuery<Resource[]>('resources', 'all', () => loadResources({}));

function loadResources(query: { sectionId?: string }): Promise<Resource[]> {
  return loadPages(async (page) => {
    const { resources, pagination } = await callApi(listResources, { query: { ...query, page } });
    return { rows: resources, pagination };
  });
}

/** Adds a resource to a topic, or changes the one given, and puts the answer in its place (ADMIN-27). */
export async function saveResource(
  { sectionId, ...body }: Required<UpdateResourceBody>,
  id: string | null,
): Promise<void> {
  const saved = id
    ? await callApi(updateResource, { params: { id }, body: { ...body, sectionId } })
    : await callApi(createResource, { params: { id: sectionId }, body });
  resourceList.change((rows) => [...rows.filter((row) => row.id !== saved.id), saved]);
  noteChange('resources');
}

/** Removes a resource and the progress on it. */
export async function removeResource(id: string): Promise<void> {
  await callApi(deleteResource, { params: { id } });
  resourceList.change((rows) => rows.filter((row) => row.id !== id));
  noteChange('resources');
}

/** The resources of a topic as they stand now. */
export async function readResourceOrder(sectionId: string): Promise<Placed[]> {
  const resources = await loadResources({ sectionId });
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
  resourceList.change((rows) => [...rows.filter((row) => row.sectionId !== sectionId), ...placed]);
  noteChange('resources');
}
