import { lengthOf } from '#contract/text.ts';
import type { Week } from '#contract/weeks.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '../shared/limits.ts';
import { findOrderFault, suggestOrder } from '../shared/order-text.ts';
import { createStaffForm } from '../shared/staff-form.ts';
import { saveWeek } from './week-list.ts';

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
  return createStaffForm<WeekValues>({
    initial: {
      name: week?.name ?? '',
      order: String(week?.order ?? (leagueId ? suggestOrder(weeksOf(weeks, leagueId)) : '')),
      leagueId: week?.leagueId ?? leagueId,
      description: week?.description ?? '',
    },
    validate: (values) => validateWeek(values, { week, weeks }),
    action: week ? 'update week' : 'create week',
    done: week ? 'Module saved' : 'Module created',
    refusals: {
      WEEK_ORDER_TAKEN: { order: 'Choose an order that no other module of the league has' },
      LEAGUE_NOT_FOUND: { leagueId: 'Choose another league' },
      LEAGUE_OUT_OF_SCOPE: { leagueId: 'Choose a league that you work in' },
    },
    save: async ({ name, order, description, leagueId: chosen }) => {
      await saveWeek(
        {
          name: name.trim(),
          order: Number(order),
          leagueId: chosen,
          description: description.trim() || null,
        },
        week?.id ?? null,
      );
    },
    onSaved,
  });
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
  const errors: FieldErrors<WeekValues> = {};
  if (!name.trim()) errors.name = 'Module name is required';
  else if (lengthOf(name.trim()) > NAME_MAX)
    errors.name = `Module name must be ${NAME_MAX} characters or less`;
  const fault = findOrderFault(order);
  const holder = weeksOf(weeks, leagueId).find(
    (other) => other.order === Number(order) && other.id !== week?.id,
  );
  if (fault) errors.order = fault;
  else if (holder) errors.order = `Order ${holder.order} is taken by ${holder.name}`;
  if (!leagueId) errors.leagueId = 'League is required';
  if (lengthOf(description.trim()) > DESCRIPTION_MAX) {
    errors.description = `Description must be ${DESCRIPTION_MAX} characters or less`;
  }
  return errors;
}
