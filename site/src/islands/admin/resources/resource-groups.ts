import { filterRows } from '#contract/list-rules.ts';
import type { Resource } from '#contract/resources.ts';
import { SECTION_LIST, type Section } from '#contract/sections.ts';
import type { Week } from '#contract/weeks.ts';
import type { ListState } from '../list/list-state.ts';

interface TopicGroup {
  section: Section;
  /** Null for a whole topic, which loads its resources when opened. */
  found: Resource[] | null;
  count: number;
}

export interface ResourceGroup {
  week: Week;
  topics: TopicGroup[];
  count: number;
}

/** With a search (`found` not null) only topics with matches and empty topics with matching names appear. */
export function groupResources(
  weeks: readonly Week[],
  sections: readonly Section[],
  found: readonly Resource[] | null,
  list: Pick<ListState, 'search' | 'filters'>,
): ResourceGroup[] {
  const { leagueId = '', sectionId: topic = '' } = list.filters;
  const foundBySection = Map.groupBy(found ?? [], ({ sectionId }) => sectionId);
  const whole = new Set(
    found ? listNamedEmpty(sections, list) : sections.filter(({ id }) => !topic || id === topic),
  );
  const byWeek = Map.groupBy(sections, ({ weekId }) => weekId);
  return weeks.flatMap((week) => {
    if (leagueId && week.leagueId !== leagueId) return [];
    const topics = (byWeek.get(week.id) ?? [])
      .toSorted((one, other) => one.order - other.order)
      .flatMap((section): TopicGroup[] => {
        if (whole.has(section)) return [{ section, found: null, count: section._count.resources }];
        const own = foundBySection.get(section.id)?.toSorted((one, other) => one.order - other.order);
        return own ? [{ section, found: own, count: own.length }] : [];
      });
    if (topics.length === 0 && (found || topic)) return [];
    return [{ week, topics, count: topics.reduce((sum, { count }) => sum + count, 0) }];
  });
}

function listNamedEmpty(
  sections: readonly Section[],
  list: Pick<ListState, 'search' | 'filters'>,
): readonly Section[] {
  if (list.filters.type) return [];
  const empty = sections.filter(({ _count }) => _count.resources === 0);
  return filterRows(empty, list, {
    searched: ({ name, week }) => [name, week.name, week.league.name],
    matches: {
      ...SECTION_LIST.filters,
      sectionId: ({ id }, value) => id === value,
    },
  });
}
