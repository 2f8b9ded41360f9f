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

export const listTopics = ({ weeks }: Outline): Topic[] => weeks.flatMap(({ sections }) => sections);

/** What one parent of each kind holds, by the parent's id, in the order of the page. */
function listParents(outline: Outline, kind: ItemKind): { id: string; items: readonly Item[] }[] {
  if (kind === 'weeks') return [{ id: outline.id, items: outline.weeks }];
  if (kind === 'sections') return outline.weeks.map(({ id, sections }) => ({ id, items: sections }));
  return listTopics(outline).map(({ id, resources }) => ({ id, items: resources }));
}

export function listIds(outline: Outline, kind: ItemKind, parentId: string): string[] {
  const parent = listParents(outline, kind).find(({ id }) => id === parentId);
  return parent?.items.map(({ id }) => id) ?? [];
}

export function findSpot(outline: Outline, kind: ItemKind, id: string): Spot | null {
  for (const { id: parentId, items } of listParents(outline, kind)) {
    const index = items.findIndex((item) => item.id === id);
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

/** Where an item lands that is dropped on another: at its place, or last in a parent dropped on. */
export function findDropSpot(outline: Outline, kind: ItemKind, overId: string): Spot | null {
  const spot = findSpot(outline, kind, overId);
  if (spot) return spot;
  const parent = listParents(outline, kind).find(({ id }) => id === overId);
  return parent ? { parentId: parent.id, index: parent.items.length } : null;
}

/** Moves items, in their order on the page, to a place among the others of a parent. */
export function placeItems(outline: Outline, kind: ItemKind, ids: readonly string[], spot: Spot): Outline {
  const moved = listParents(outline, kind).flatMap(({ items }) => items.filter(({ id }) => ids.includes(id)));
  const place = <Kept extends Item>(parentId: string, items: readonly Kept[]): Kept[] => {
    const kept = items.filter(({ id }) => !ids.includes(id));
    return parentId === spot.parentId ? kept.toSpliced(spot.index, 0, ...(moved as unknown as Kept[])) : kept;
  };
  if (kind === 'weeks') return { ...outline, weeks: place(outline.id, outline.weeks) };
  if (kind === 'sections') {
    return mapModules(outline, (week) => ({ ...week, sections: place(week.id, week.sections) }));
  }
  return mapTopics(outline, (topic) => ({ ...topic, resources: place(topic.id, topic.resources) }));
}

export function mapModules(outline: Outline, edit: (module: Module) => Module): Outline {
  return { ...outline, weeks: outline.weeks.map(edit) };
}

export function mapTopics(outline: Outline, edit: (topic: Topic) => Topic): Outline {
  return mapModules(outline, (week) => ({ ...week, sections: week.sections.map(edit) }));
}

export function mapResources(
  outline: Outline,
  edit: (resource: OutlineResource) => OutlineResource,
): Outline {
  return mapTopics(outline, (topic) => ({ ...topic, resources: topic.resources.map(edit) }));
}

export function removeItems(outline: Outline, ids: ReadonlySet<string>): Outline {
  const keep = ({ id }: Item) => !ids.has(id);
  const kept = { ...outline, weeks: outline.weeks.filter(keep) };
  return mapModules(kept, (week) => ({
    ...week,
    sections: week.sections
      .filter(keep)
      .map((topic) => ({ ...topic, resources: topic.resources.filter(keep) })),
  }));
}

/** 'Basics', 'Basics › What money is': what an item of this kind is in. */
export function toPlaceText(
  outline: Outline,
  { kind, parentId }: { kind: ItemKind; parentId: string },
): string {
  if (kind === 'weeks') return outline.name;
  const topic = listTopics(outline).find(({ id }) => id === parentId);
  return topic?.name ?? outline.weeks.find(({ id }) => id === parentId)?.name ?? '';
}
