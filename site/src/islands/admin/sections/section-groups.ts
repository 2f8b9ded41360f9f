import { filterRows } from '#contract/list-rules.ts';
import { SECTION_LIST, type Section } from '#contract/sections.ts';
import { WEEK_LIST, type Week } from '#contract/weeks.ts';
import { groupRows } from '../groups/row-groups.ts';
import type { ListState } from '../list/list-state.ts';

export interface SectionGroup {
  week: Week;
  sections: Section[];
}

/** Empty modules stay unless the search excludes them. */
export function groupSections(
  weeks: readonly Week[],
  sections: readonly Section[],
  list: Pick<ListState, 'search' | 'filters'>,
): SectionGroup[] {
  const { searched, filters } = SECTION_LIST;
  const found = filterRows(sections, list, { searched, matches: { league: filters.leagueId } });
  const named = new Set(
    filterRows(weeks, list, {
      searched: ({ name, league }) => [name, league.name],
      matches: { league: WEEK_LIST.filters.leagueId },
    }),
  );
  const byWeek = groupRows(found, ({ weekId }) => weekId);
  return weeks.flatMap((week) => {
    const own = byWeek.get(week.id) ?? [];
    if (own.length === 0 && !named.has(week)) return [];
    return [{ week, sections: own.toSorted((one, other) => one.order - other.order) }];
  });
}
