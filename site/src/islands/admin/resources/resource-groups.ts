import { narrowRows } from '#contract/list-rules.ts';
import { RESOURCE_LIST, type Resource } from '#contract/resources.ts';
import { SECTION_LIST, type Section } from '#contract/sections.ts';
import type { Week } from '#contract/weeks.ts';
import type { ListState } from '../shared/list-state.ts';
import { isSearched } from '../shared/open-groups.ts';
import { groupRows } from '../shared/row-groups.ts';

export interface TopicGroup {
  section: Section;
  /** Those that search and filters leave, by order. */
  resources: Resource[];
}

export interface ResourceGroup {
  week: Week;
  topics: TopicGroup[];
  /** How many resources its topics show. */
  count: number;
}

/**
 * Resources below their topics, topics below their modules (ARES-01). Without search and filters everything stands
 * there, empty topics and modules too; the league filter leaves modules of one league (ARES-02); anything else leaves
 * what it has found, and what is named so.
 */
export function groupResources(
  weeks: readonly Week[],
  sections: readonly Section[],
  resources: readonly Resource[],
  list: Pick<ListState, 'search' | 'filters'>,
): ResourceGroup[] {
  const { league = '', type = '' } = list.filters;
  const { searched, filters } = RESOURCE_LIST;
  const found = narrowRows(resources, list, {
    searched,
    matches: { league: filters.leagueId, type: filters.type, topic: filters.sectionId },
  });
  // A type says nothing about a topic that has no resources.
  const named = type
    ? []
    : narrowRows(sections, list, {
        searched: ({ name, week }) => [name, week.name, week.league.name],
        matches: {
          league: SECTION_LIST.filters.leagueId,
          topic: ({ id }, value) => id === value,
        },
      });
  const isWhole = !isSearched(list);
  const shown = new Set(named.map(({ id }) => id));
  const bySection = groupRows(found, ({ sectionId }) => sectionId);
  const byWeek = groupRows(sections, ({ weekId }) => weekId);
  return weeks.flatMap((week) => {
    if (league && week.leagueId !== league) return [];
    const topics = (byWeek.get(week.id) ?? [])
      .toSorted((one, other) => one.order - other.order)
      .flatMap((section) => {
        const own = bySection.get(section.id);
        if (!own && !shown.has(section.id)) return [];
        return [{ section, resources: (own ?? []).toSorted((one, other) => one.order - other.order) }];
      });
    if (topics.length === 0 && !isWhole) return [];
    return [{ week, topics, count: topics.reduce((sum, group) => sum + group.resources.length, 0) }];
  });
}
