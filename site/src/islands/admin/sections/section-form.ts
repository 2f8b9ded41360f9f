import { DESCRIPTION_MAX_LENGTH, SECTION_NAME_MAX_LENGTH } from '#contract/constants.ts';
import { filterRows } from '#contract/list-rules.ts';
import { SECTION_LIST, type Section } from '#contract/sections.ts';
import { cleanProse } from '#contract/text.ts';
import { WEEK_LIST, type Week } from '#contract/weeks.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';
import { addSection, changeSection } from '../data/section-list.ts';
import { createEditorForm, findLengthFault, findTextFault } from '../form/staff-form.ts';
import type { ListState } from '../list/list-state.ts';
import { findOrderFault, type OrderValues, suggestOrder, toSentOrder } from '../order/order-text.ts';

export interface SectionValues extends OrderValues {
  name: string;
  weekId: string;
  description: string;
}

interface Begin {
  section: Section | null;
  /** To suggest an order and find orders that are taken. */
  sections: readonly Section[];
  /** Preselected module; '' for none. */
  weekId: string;
  onSaved: () => void;
}

export function createSectionForm({ section, sections, weekId, onSaved }: Begin): Form<SectionValues> {
  return createEditorForm({
    draftId: section?.id ?? null,
    initial: {
      name: section?.name ?? '',
      weekId: section?.weekId ?? weekId,
      ...suggestSectionOrder(sections, section?.weekId ?? weekId, section),
      description: section?.description ?? '',
    },
    validate: (values) => validateSection(values, { section, sections }),
    action: section ? 'update section' : 'create section',
    done: section ? 'Topic saved' : 'Topic created',
    fieldFailures: {
      SECTION_ORDER_TAKEN: { order: 'Choose an order that no other topic of the module has' },
      WEEK_NOT_FOUND: { weekId: 'Choose another module' },
      LEAGUE_OUT_OF_SCOPE: { weekId: 'Choose a module of a league that you work in' },
    },
    toBody,
    create: ({ order, ...body }, key) => addSection({ ...body, order: order ?? undefined }, key),
    update: changeSection,
    sentWith: ['weekId', 'order'],
    onSaved,
  });
}

function toBody({ name, description, weekId, ...order }: SectionValues) {
  return {
    name: name.trim(),
    order: toSentOrder(order),
    weekId,
    description: cleanProse(description) || null,
  };
}

export function suggestSectionOrder(
  sections: readonly Section[],
  weekId: string,
  section: Section | null,
): OrderValues {
  const siblings = sections.filter((other) => other.weekId === weekId);
  return suggestOrder(weekId, siblings, section?.weekId === weekId ? section.order : undefined);
}

export function validateSection(
  { name, order, suggestedOrder, weekId, description }: SectionValues,
  { section, sections }: Pick<Begin, 'section' | 'sections'>,
): FieldErrors<SectionValues> {
  const siblings = sections.filter((other) => other.weekId === weekId);
  return {
    name: findTextFault('Topic name', name, SECTION_NAME_MAX_LENGTH),
    weekId: weekId ? undefined : 'Module is required',
    order: weekId && order === suggestedOrder ? undefined : findOrderFault(order, siblings, section?.id),
    description: findLengthFault('Description', description, DESCRIPTION_MAX_LENGTH),
  };
}

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
