import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import { cleanProse } from '#contract/text.ts';
import type { Week } from '#contract/weeks.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';
import { addWeek, changeWeek } from '../data/week-list.ts';
import { createEditorForm } from '../form/staff-form.ts';
import { findLengthFault, findTextFault } from '../form/text-faults.ts';
import { findOrderFault, suggestOrder } from '../order/order-text.ts';

export interface WeekValues {
  name: string;
  /** As typed; '' for what is no number (AMOD-08). */
  order: string;
  leagueId: string;
  description: string;
}

interface Begin {
  /** Null to add one. */
  week: Week | null;
  /** The modules at hand, for the suggested order and for orders that are taken. */
  weeks: readonly Week[];
  /** The league that is looked at; '' for none. */
  leagueId: string;
  onSaved: () => void;
}

/** The create and edit form of a module (AMOD-04, AMOD-07 to AMOD-10, AMOD-12). */
export function createWeekForm({ week, weeks, leagueId, onSaved }: Begin): Form<WeekValues> {
  return createEditorForm({
    about: week?.id ?? null,
    initial: {
      name: week?.name ?? '',
      order: String(week?.order ?? (leagueId ? suggestOrder(weeksOf(weeks, leagueId)) : '')),
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
    create: addWeek,
    update: changeWeek,
    goesWith: ['leagueId', 'order'],
    onSaved,
  });
}

function toBody({ name, order, description, leagueId }: WeekValues) {
  return {
    name: name.trim(),
    order: Number(order),
    leagueId,
    description: cleanProse(description) || null,
  };
}

/** The modules of one league. */
export function weeksOf(weeks: readonly Week[], leagueId: string): Week[] {
  return weeks.filter((week) => week.leagueId === leagueId);
}

/** Faults of the form, in the reader's words. */
export function validateWeek(
  { name, order, leagueId, description }: WeekValues,
  { week, weeks }: Pick<Begin, 'week' | 'weeks'>,
): FieldErrors<WeekValues> {
  return {
    name: findTextFault('Module name', name, NAME_MAX_LENGTH),
    order: findOrderFault(order, weeksOf(weeks, leagueId), week?.id),
    leagueId: leagueId ? undefined : 'League is required',
    description: findLengthFault('Description', description, DESCRIPTION_MAX_LENGTH),
  };
}
