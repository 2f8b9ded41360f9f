import { listResources, type Resource } from '#contract/resources.ts';
import {
  type CreateSectionBody,
  createSection,
  deleteSection,
  listSections,
  reorderSections,
  type Section,
  type UpdateSectionBody,
  updateSection,
} from '#contract/sections.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { Query } from '../../shared/query/query.ts';
import type { Placed } from '../order/order-change.ts';
import { createStaffQuery, loadPages } from '../query/queries.ts';
import { createWholeList } from './whole-list.ts';

const sections = createWholeList({
  kind: 'sections',
  load: () => loadSections({}),
  create: (body: CreateSectionBody, idempotencyKey) => callApi(createSection, { body, idempotencyKey }),
  update: (id, body: UpdateSectionBody) => callApi(updateSection, { params: { id }, body }),
  remove: (id) => callApi(deleteSection, { params: { id } }),
});
/** The server returns only topics in scope. A removal also deletes the resources and the progress on them. */
export const { query: sectionList, add: addSection, change: changeSection, remove: removeSection } = sections;

function loadSections(query: { weekId?: string }): Promise<Section[]> {
  return loadPages(async (page) => {
    const answer = await callApi(listSections, { query: { ...query, page } });
    return { rows: answer.sections, pagination: answer.pagination };
  });
}

export async function readSectionOrder(weekId: string): Promise<Placed[]> {
  const ordered = await loadSections({ weekId });
  return ordered.map(({ id, name }) => ({ id, label: name }));
}

/** The server refuses if the order is no longer `seen`. */
export async function saveSectionOrder(
  weekId: string,
  ids: readonly string[],
  seen: readonly string[],
): Promise<void> {
  const placed = await callApi(reorderSections, {
    params: { id: weekId },
    body: {
      sectionOrders: ids.map((sectionId, index) => ({ sectionId, order: index + 1 })),
      seen: [...seen],
    },
  });
  sections.write((rows) => [...rows.filter((row) => row.weekId !== weekId), ...placed]);
}

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
