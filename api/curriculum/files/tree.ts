import type { Assignment } from '#contract/assignments.ts';
import type {
  AssignmentField,
  MODULE_FIELDS,
  ResourceField,
  TOPIC_FIELDS,
} from '#contract/curriculum-fields.ts';
import type { ResourceContent } from '#contract/resources.ts';
import type { Section } from '#contract/sections.ts';
import type { Week } from '#contract/weeks.ts';

export interface LeagueNode {
  id: string | null;
  name: string;
  description: string | null;
  cohort: string;
  /** ISO 8601 in UTC; null for no end. */
  expiresAt: string | null;
  assignment: AssignmentNode | null;
  weeks: WeekNode[];
}

export interface AssignmentNode extends Pick<Assignment, AssignmentField> {
  id: string | null;
}

export interface WeekNode extends Pick<Week, keyof typeof MODULE_FIELDS> {
  id: string | null;
  order: number;
  sections: SectionNode[];
}

export interface SectionNode extends Pick<Section, keyof typeof TOPIC_FIELDS> {
  id: string | null;
  order: number;
  resources: ResourceNode[];
}

export interface ResourceNode extends Pick<ResourceContent, Exclude<ResourceField, 'type'>> {
  id: string | null;
  type: string;
  order: number;
}

export type Node = LeagueNode | AssignmentNode | WeekNode | SectionNode | ResourceNode;

export interface NodesById {
  weeks: Map<string, WeekNode>;
  sections: Map<string, SectionNode>;
  resources: Map<string, ResourceNode>;
}

export function indexNodes(league: LeagueNode | null): NodesById {
  const index: NodesById = { weeks: new Map(), sections: new Map(), resources: new Map() };
  for (const week of league?.weeks ?? []) {
    if (week.id) index.weeks.set(week.id, week);
    for (const section of week.sections) {
      if (section.id) index.sections.set(section.id, section);
      for (const resource of section.resources) if (resource.id) index.resources.set(resource.id, resource);
    }
  }
  return index;
}
