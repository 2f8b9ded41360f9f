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
import { loadPages } from '../query/load-pages.ts';
import { createStaffQuery, invalidate } from '../query/queries.ts';

/** By week order and own order, narrowed by the server. */
export const sectionList = createStaffQuery<Section[]>('sections', 'all', () => loadSections({}));

function loadSections(query: { weekId?: string }): Promise<Section[]> {
  return loadPages(async (page) => {
    const { sections, pagination } = await callApi(listSections, { query: { ...query, page } });
    return { rows: sections, pagination };
  });
}

/** Adds a topic to the list (ADMIN-27). */
export async function addSection(body: CreateSectionBody, idempotencyKey: string): Promise<void> {
  placeSection(await callApi(createSection, { body, idempotencyKey }));
}

/** Saves the given fields and updates the list (ADMIN-27). */
export async function changeSection(id: string, body: UpdateSectionBody): Promise<void> {
  placeSection(await callApi(updateSection, { params: { id }, body }));
}

function placeSection(saved: Section): void {
  sectionList.change((rows) => [...rows.filter((row) => row.id !== saved.id), saved]);
  invalidate('sections');
}

/** Removes a topic with its resources and the progress on them. */
export async function removeSection({ id }: Pick<Section, 'id'>): Promise<void> {
  await callApi(deleteSection, { params: { id } });
  sectionList.change((rows) => rows.filter((row) => row.id !== id));
  invalidate('sections');
}

/** The topics of a module as they stand now. */
export async function readSectionOrder(weekId: string): Promise<Placed[]> {
  const sections = await loadSections({ weekId });
  return sections.map(({ id, name }) => ({ id, label: name }));
}

/** Saves the order of a module's topics; refused if it is no longer `seen`. */
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
  sectionList.change((rows) => [...rows.filter((row) => row.weekId !== weekId), ...placed]);
  invalidate('sections');
}

/** The resources of one topic, by order. */
export function loadTopicResources(sectionId: string): Promise<Resource[]> {
  return loadPages(async (page) => {
    const { resources, pagination } = await callApi(listResources, { query: { sectionId, page } });
    return { rows: resources, pagination };
  });
}

/** Resources of a topic, loaded when its panel opens. */
export function panelOf(sectionId: string): Query<Resource[]> {
  return createStaffQuery('topicResources', sectionId, () => loadTopicResources(sectionId));
}
