import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import { cleanProse } from '#contract/text.ts';
import type { Week } from '#contract/weeks.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';
import { addWeek, changeWeek } from '../data/week-list.ts';
import { createEditorForm, findLengthFault, findTextFault } from '../form/staff-form.ts';
import { findOrderFault, type OrderValues, suggestOrder, toSentOrder } from '../order/order-text.ts';

export interface WeekValues extends OrderValues {
  name: string;
  leagueId: string;
  description: string;
}

interface Begin {
  week: Week | null;
  /** To suggest an order and find orders that are taken. */
  weeks: readonly Week[];
  /** Preselected league; '' for none. */
  leagueId: string;
  onSaved: () => void;
}

export function createWeekForm({ week, weeks, leagueId, onSaved }: Begin): Form<WeekValues> {
  return createEditorForm({
    draftId: week?.id ?? null,
    initial: {
      name: week?.name ?? '',
      ...suggestOrder(leagueId, weeksOf(weeks, leagueId), week?.order),
      leagueId: week?.leagueId ?? leagueId,
      description: week?.description ?? '',
    },
    validate: (values) => validateWeek(values, { week, weeks }),
    action: week ? 'update week' : 'create week',
    done: week ? 'Module saved' : 'Module created',
    fieldFailures: {
      WEEK_ORDER_TAKEN: { order: 'Choose an order that no other module of the league has' },
      LEAGUE_NOT_FOUND: { leagueId: 'Choose another league' },
      LEAGUE_OUT_OF_SCOPE: { leagueId: 'Choose a league that you work in' },
    },
    toBody,
    create: ({ order, ...body }, key) => addWeek({ ...body, order: order ?? undefined }, key),
    update: changeWeek,
    sentWith: ['leagueId', 'order'],
    onSaved,
  });
}

function toBody({ name, description, leagueId, ...order }: WeekValues) {
  return {
    name: name.trim(),
    order: toSentOrder(order),
    leagueId,
    description: cleanProse(description) || null,
  };
}

export function weeksOf(weeks: readonly Week[], leagueId: string): Week[] {
  return weeks.filter((week) => week.leagueId === leagueId);
}

function validateWeek(
  { name, order, suggestedOrder, leagueId, description }: WeekValues,
  { week, weeks }: Pick<Begin, 'week' | 'weeks'>,
): FieldErrors<WeekValues> {
  return {
    name: findTextFault('Module name', name, NAME_MAX_LENGTH),
    order:
      leagueId && order === suggestedOrder
        ? undefined
        : findOrderFault(order, weeksOf(weeks, leagueId), week?.id),
    leagueId: leagueId ? undefined : 'League is required',
    description: findLengthFault('Description', description, DESCRIPTION_MAX_LENGTH),
  };
}
