import {
  type CurriculumFields,
  MODULE_FIELDS,
  pickFields,
  RESOURCE_FIELDS,
  TOPIC_FIELDS,
} from '#contract/curriculum-fields.ts';
import { createId } from '../../platform/process/secrets.ts';
import type { LeagueNode, Node, ResourceNode, SectionNode, WeekNode } from './tree.ts';

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
    rows.weeks.push(toRow(MODULE_FIELDS, week, { parentId: '', place: [] }));
    for (const section of week.sections) {
      const place = [week.name];
      rows.sections.push(toRow(TOPIC_FIELDS, section, { parentId: week.id ?? '', place }));
      for (const resource of section.resources) {
        const inside = { parentId: section.id ?? '', place: [...place, section.name] };
        rows.resources.push(toRow(RESOURCE_FIELDS, resource, inside));
      }
    }
  }
  return rows;
}

function toRow(
  fields: CurriculumFields,
  node: WeekNode | SectionNode | ResourceNode,
  at: Pick<Row, 'parentId' | 'place'>,
): Row {
  const name = 'title' in node ? node.title : node.name;
  return { id: node.id ?? '', ...at, order: node.order, name, texts: toTexts(fields, node), node };
}

export function toTexts(fields: CurriculumFields, node: Node): Row['texts'] {
  const values = Object.entries(pickFields(fields, node as object as Record<string, unknown>));
  return Object.fromEntries(values.map(([name, value]) => [name, value === null ? null : String(value)]));
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
