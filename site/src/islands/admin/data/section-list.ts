import { listResources, type Resource } from '#contract/resources.ts';
import {
  createSection,
  deleteSection,
  listSections,
  reorderSections,
  type Section,
  updateSection,
} from '#contract/sections.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { Query } from '../../shared/query/query.ts';
import { type OrderSource, toOrders, toPlaced } from '../order/order-change.ts';
import { createStaffQuery, loadPages } from '../query/queries.ts';
import { createWholeList } from './whole-list.ts';

/** The server returns only topics in scope. A removal also deletes the resources and the progress on them. */
export const sectionList = createWholeList({
  kind: 'sections',
  load: () => loadSections({}),
  create: createSection,
  update: updateSection,
  remove: deleteSection,
});

function loadSections(query: { weekId?: string }): Promise<Section[]> {
  return loadPages(async (page) => {
    const answer = await callApi(listSections, { query: { ...query, page } });
    return { rows: answer.sections, pagination: answer.pagination };
  });
}

export const sectionOrder: OrderSource = {
  many: 'topics',
  failedAs: 'sections',
  read: async (weekId) => toPlaced(await loadSections({ weekId })),
  write: async (weekId, ids, seen) => {
    const body = { sectionOrders: toOrders(ids, 'sectionId'), seen: [...seen] };
    const placed = await callApi(reorderSections, { params: { id: weekId }, body });
    sectionList.write((rows) => [...rows.filter((row) => row.weekId !== weekId), ...placed]);
  },
};

export function loadTopicResources(sectionId: string): Promise<Resource[]> {
  return loadPages(async (page) => {
    const { resources, pagination } = await callApi(listResources, { query: { sectionId, page } });
    return { rows: resources, pagination };
  });
}

/** Loads when the panel opens. */
export function panelOf(sectionId: string): Query<Resource[]> {
  return createStaffQuery('topicResources', sectionId, () => loadTopicResources(sectionId));
}
