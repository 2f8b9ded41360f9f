import { SECTION_NAME_MAX_LENGTH } from '#contract/constants.ts';
import { filterRows } from '#contract/list-rules.ts';
import { SECTION_LIST, type Section } from '#contract/sections.ts';
import { WEEK_LIST, type Week } from '#contract/weeks.ts';
import { sectionList } from '../data/section-list.ts';
import { DESCRIPTION_FIELD, defineEditor, NAME_FIELD, orderField } from '../form/editor-fields.ts';
import type { ListState } from '../list/list-state.ts';

export const TOPIC_EDITOR = defineEditor({
  kind: 'section',
  title: 'Topic',
  fields: {
    name: { ...NAME_FIELD, label: 'Topic Name', called: 'Topic name', max: SECTION_NAME_MAX_LENGTH },
    weekId: { kind: 'choice', label: 'Module', required: true },
    order: orderField('module'),
    description: { ...DESCRIPTION_FIELD, rows: 2 },
  },
  place: {
    of: 'weekId',
    siblingsIn: (weekId) => sectionList.$state.get().data?.filter((topic) => topic.weekId === weekId) ?? [],
  },
  fieldFailures: {
    SECTION_ORDER_TAKEN: { order: 'Choose an order that no other topic of the module has' },
    WEEK_NOT_FOUND: { weekId: 'Choose another module' },
    LEAGUE_OUT_OF_SCOPE: { weekId: 'Choose a module of a league that you work in' },
  },
  list: sectionList,
});

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
  const found = filterRows(sections, list, { searched, matches: filters });
  const named = new Set(
    filterRows(weeks, list, {
      searched: ({ name, league }) => [name, league.name],
      matches: WEEK_LIST.filters,
    }),
  );
  const byWeek = Map.groupBy(found, ({ weekId }) => weekId);
  return weeks.flatMap((week) => {
    const own = byWeek.get(week.id) ?? [];
    if (own.length === 0 && !named.has(week)) return [];
    return [{ week, sections: own.toSorted((one, other) => one.order - other.order) }];
  });
}
