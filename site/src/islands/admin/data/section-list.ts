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
import { createStaffQuery, invalidate, loadPages } from '../query/queries.ts';

/** Ordered by module, then topic; the server returns only topics in scope. */
export const sectionList = createStaffQuery<Section[]>('sections', 'all', () => loadSections({}));

function loadSections(query: { weekId?: string }): Promise<Section[]> {
  return loadPages(async (page) => {
    const { sections, pagination } = await callApi(listSections, { query: { ...query, page } });
    return { rows: sections, pagination };
  });
}

export async function addSection(body: CreateSectionBody, idempotencyKey: string): Promise<void> {
  placeSection(await callApi(createSection, { body, idempotencyKey }));
}

export async function changeSection(id: string, body: UpdateSectionBody): Promise<void> {
  placeSection(await callApi(updateSection, { params: { id }, body }));
}

function placeSection(saved: Section): void {
  sectionList.change((rows) => [...rows.filter((row) => row.id !== saved.id), saved]);
  invalidate('sections');
}

/** Also deletes its resources and the progress on them. */
export async function removeSection({ id }: Pick<Section, 'id'>): Promise<void> {
  await callApi(deleteSection, { params: { id } });
  sectionList.change((rows) => rows.filter((row) => row.id !== id));
  invalidate('sections');
}

export async function readSectionOrder(weekId: string): Promise<Placed[]> {
  const sections = await loadSections({ weekId });
  return sections.map(({ id, name }) => ({ id, label: name }));
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
  sectionList.change((rows) => [...rows.filter((row) => row.weekId !== weekId), ...placed]);
  invalidate('sections');
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
