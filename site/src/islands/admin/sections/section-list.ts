import { listResources, type Resource } from '#contract/resources.ts';
import {
  type CreateSectionBody,
  createSection,
  deleteSection,
  listSections,
  reorderSections,
  type Section,
  updateSection,
} from '#contract/sections.ts';
import { callApi } from '#site/islands/shared/api.ts';
import { loadPages } from '../shared/load-pages.ts';
import type { Placed } from '../shared/order-change.ts';
import { createQuery, noteChange, type Query } from '../shared/queries.ts';

/** The topics in scope by week order and own order, as the server narrows them. */
export const sectionList = createQuery<Section[]>('sections', 'all', () => loadSections({}));

function loadSections(query: { weekId?: string }): Promise<Section[]> {
  return loadPages(async (page) => {
    const { sections, pagination } = await callApi(listSections, { query: { ...query, page } });
    return { rows: sections, pagination };
  });
}

/** Adds a topic, or changes the one given, and puts the answer in its place (ADMIN-27). */
export async function saveSection(body: CreateSectionBody, id: string | null): Promise<void> {
  const saved = id
    ? await callApi(updateSection, { params: { id }, body })
    : await callApi(createSection, { body });
  sectionList.change((rows) => [...rows.filter((row) => row.id !== saved.id), saved]);
  noteChange('sections');
}

/** Removes a topic with its resources and the progress on them. */
export async function removeSection({ id }: Pick<Section, 'id'>): Promise<void> {
  await callApi(deleteSection, { params: { id } });
  sectionList.change((rows) => rows.filter((row) => row.id !== id));
  noteChange('sections');
}

/** The topics of a module as they stand now. */
export async function readSectionOrder(weekId: string): Promise<Placed[]> {
  const sections = await loadSections({ weekId });
  return sections.map(({ id, name }) => ({ id, label: name }));
}

/** Numbers the topics of a module from 1 in the order given; refused when they no longer stand as `seen`. */
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
  noteChange('sections');
}

/** The resources of one topic, by order. */
export function loadTopicResources(sectionId: string): Promise<Resource[]> {
  return loadPages(async (page) => {
    const { resources, pagination } = await callApi(listResources, { query: { sectionId, page } });
    return { rows: resources, pagination };
  });
}

const panels = new Map<string, Query<Resource[]>>();

/** The resources of one topic, for the panel that opens below it; asked for when it opens. */
export function panelOf(sectionId: string): Query<Resource[]> {
  const known = panels.get(sectionId);
  if (known) return known;
  const panel = createQuery<Resource[]>('topicResources', sectionId, () => loadTopicResources(sectionId));
  panels.set(sectionId, panel);
  return panel;
}
