import type { Outline } from '../outline.ts';

export type ItemKind = 'weeks' | 'sections' | 'resources';
export type Module = Outline['weeks'][number];
export type Topic = Module['sections'][number];
export type OutlineResource = Topic['resources'][number];

/** A place among the other items of a parent. */
export interface Spot {
  parentId: string;
  index: number;
}

interface Item {
  id: string;
}

interface Parent extends Item {
  name: string;
  items: readonly Item[];
}

export const listTopics = ({ weeks }: Outline): Topic[] => weeks.flatMap(({ sections }) => sections);

/** What holds items of this kind, in the order of the page. */
function listParents(outline: Outline, kind: ItemKind): Parent[] {
  if (kind === 'weeks') return [{ ...outline, items: outline.weeks }];
  if (kind === 'sections') return outline.weeks.map((week) => ({ ...week, items: week.sections }));
  return listTopics(outline).map((topic) => ({ ...topic, items: topic.resources }));
}

export function findParent(outline: Outline, kind: ItemKind, id: string): Parent | undefined {
  return listParents(outline, kind).find((parent) => parent.id === id);
}

export function listIds(outline: Outline, kind: ItemKind, parentId: string): string[] {
  return findParent(outline, kind, parentId)?.items.map(({ id }) => id) ?? [];
}

/** The place of an item of this kind; of a parent, the place after its last one. */
export function findSpot(outline: Outline, kind: ItemKind, id: string): Spot | null {
  for (const { id: parentId, items } of listParents(outline, kind)) {
    const index = parentId === id ? items.length : items.findIndex((item) => item.id === id);
    if (index >= 0) return { parentId, index };
  }
  return null;
}

/** One step up or down; from the edge of a parent into the one beside it. Null at the end of the page. */
export function findNextSpot(outline: Outline, kind: ItemKind, id: string, by: 1 | -1): Spot | null {
  const parents = listParents(outline, kind);
  const at = parents.findIndex(({ items }) => items.some((item) => item.id === id));
  const parent = parents[at];
  if (!parent) return null;
  const index = parent.items.findIndex((item) => item.id === id) + by;
  if (index >= 0 && index < parent.items.length) return { parentId: parent.id, index };
  const beside = parents[at + by];
  return beside ? { parentId: beside.id, index: by > 0 ? 0 : beside.items.length } : null;
}

export function mapItems(
  outline: Outline,
  edit: <Row extends Item>(items: Row[], parentId: string) => Row[],
): Outline {
  const weeks = edit(outline.weeks, outline.id).map((week) => {
    const sections = edit(week.sections, week.id).map((topic) => ({
      ...topic,
      resources: edit(topic.resources, topic.id),
    }));
    return { ...week, sections };
  });
  return { ...outline, weeks };
}

/** Moves items, in their order on the page, to a place among the others of a parent. */
export function placeItems(outline: Outline, kind: ItemKind, ids: readonly string[], spot: Spot): Outline {
  const moved = listParents(outline, kind).flatMap(({ items }) => items.filter(({ id }) => ids.includes(id)));
  return mapItems(outline, (items, parentId) => {
    const kept = items.filter(({ id }) => !ids.includes(id));
    return parentId === spot.parentId ? kept.toSpliced(spot.index, 0, ...(moved as typeof items)) : kept;
  });
}
