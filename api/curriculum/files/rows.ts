import { pickResourceFields } from '#contract/curriculum-fields.ts';
import { createId } from '../../platform/process/secrets.ts';
import type { LeagueNode, Node, ResourceNode } from './tree.ts';

export interface Row {
  id: string;
  parentId: string;
  order: number;
  name: string;
  texts: Record<string, string | null>;
  /** Names of the parents. */
  place: string[];
  node: Node;
}

export interface Rows {
  weeks: Row[];
  sections: Row[];
  resources: Row[];
}

export function toRows(league: LeagueNode | null): Rows {
  const rows: Rows = { weeks: [], sections: [], resources: [] };
  for (const week of league?.weeks ?? []) {
    const weekId = week.id ?? '';
    rows.weeks.push({
      id: weekId,
      parentId: '',
      order: week.order,
      name: week.name,
      texts: { name: week.name, description: week.description },
      place: [],
      node: week,
    });
    for (const section of week.sections) {
      const sectionId = section.id ?? '';
      rows.sections.push({
        id: sectionId,
        parentId: weekId,
        order: section.order,
        name: section.name,
        texts: { name: section.name, description: section.description },
        place: [week.name],
        node: section,
      });
      for (const resource of section.resources) {
        rows.resources.push({
          id: resource.id ?? '',
          parentId: sectionId,
          order: resource.order,
          name: resource.title,
          texts: toTexts(resource),
          place: [week.name, section.name],
          node: resource,
        });
      }
    }
  }
  return rows;
}

function toTexts(resource: ResourceNode): Row['texts'] {
  const fields: Record<string, string | number | null> = pickResourceFields(resource);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === null ? null : String(value)]),
  );
}

/** Returns the new ids. */
export function assignIds(league: LeagueNode): Set<string> {
  const newIds = new Set<string>();
  const give = (node: { id: string | null }) => {
    if (node.id !== null) return;
    node.id = createId();
    newIds.add(node.id);
  };
  give(league);
  if (league.assignment) give(league.assignment);
  for (const week of league.weeks) {
    give(week);
    for (const section of week.sections) {
      give(section);
      for (const resource of section.resources) give(resource);
    }
  }
  return newIds;
}
