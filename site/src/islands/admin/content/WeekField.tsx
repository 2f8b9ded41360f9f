import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Week } from '#contract/weeks.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { SelectField } from '#site/islands/shared/form/SelectField.tsx';
import type { TextName } from '#site/islands/shared/form/TextField.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';

/** Longer lists are slow and hard to search. */
const MANY_WEEKS = 60;

interface Props<Values extends { weekId: string }> {
  form: Form<Values>;
  weeks: readonly Week[];
  /** '' for none. */
  onChosen: (weekId: string) => void;
}

/** With many modules, the league is chosen first. */
export function WeekField<Values extends { weekId: string }>({ form, weeks, onChosen }: Props<Values>) {
  const { values, errors, busy } = useStore(form.$form);
  const [chosenLeague, setChosenLeague] = useState('');
  const name = 'weekId' as TextName<Values>;
  const isMany = weeks.length > MANY_WEEKS;
  const leagueId = weeks.find(({ id }) => id === values.weekId)?.leagueId ?? chosenLeague;
  const shown = isMany ? weeks.filter((week) => week.leagueId === leagueId) : weeks;
  return (
    <>
      {isMany ? (
        <Field
          label="League"
          required
          error={errors[name] && !leagueId ? 'Please choose the league first' : undefined}
        >
          <Select
            value={leagueId}
            disabled={busy}
            placeholder="Choose a league"
            options={toLeagueChoices(weeks)}
            onChange={(event) => {
              setChosenLeague(event.currentTarget.value);
              form.change(name, '' as Values[typeof name]);
              onChosen('');
            }}
          />
        </Field>
      ) : null}
      <SelectField
        form={form}
        name={name}
        label="Module"
        required
        placeholder={isMany && !leagueId ? 'Choose a league first' : 'Choose a module'}
        options={isMany ? toPlainOptions(shown) : toWeekOptions(shown)}
        onChosen={onChosen}
      />
    </>
  );
}

interface Choice {
  value: string;
  label: string;
}

export function toWeekOptions(weeks: readonly Week[]): Choice[] {
  return weeks.map(({ id, name, order, league }) => ({
    value: id,
    label: `${league.name}: ${order}. ${name}`,
  }));
}

export function toPlainOptions(weeks: readonly Week[]): Choice[] {
  return weeks.map(({ id, name, order }) => ({ value: id, label: `${order}. ${name}` }));
}

export function toLeagueChoices(weeks: readonly Week[]): Choice[] {
  const names = new Map(weeks.map(({ leagueId, league }) => [leagueId, league.name]));
  return [...names].map(([value, label]) => ({ value, label }));
}
