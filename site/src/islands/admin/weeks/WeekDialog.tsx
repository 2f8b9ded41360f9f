import { useState } from 'react';
import type { Week } from '#contract/weeks.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { FormDialog } from '../shared/FormDialog.tsx';
import { toLoadFailure } from '../shared/failures.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '../shared/limits.ts';
import { suggestOrder } from '../shared/order-text.ts';
import { useOwnLeagues } from '../shared/own-leagues.ts';
import { SelectField } from '../shared/SelectField.tsx';
import { TextareaField } from '../shared/TextareaField.tsx';
import { TextField } from '../shared/TextField.tsx';
import { createWeekForm, weeksOf } from './week-form.ts';

interface Props {
  /** Null to add one. */
  week: Week | null;
  weeks: readonly Week[];
  /** The league that is looked at; '' for none. */
  leagueId: string;
  onClose: () => void;
}

/** Adds or edits a module (AMOD-04, AMOD-05). */
export function WeekDialog({ week, weeks, leagueId, onClose }: Props) {
  const { data: leagues, error } = useOwnLeagues('canCreateContent');
  const [form] = useState(() => createWeekForm({ week, weeks, leagueId, onSaved: onClose }));
  return (
    <FormDialog
      title={week ? 'Edit Module' : 'Create New Module'}
      form={form}
      submitLabel={week ? 'Save Changes' : 'Create Module'}
      busyLabel={week ? 'Saving…' : 'Creating…'}
      onClose={onClose}
    >
      {error && !leagues ? <Alert tone="danger">{toLoadFailure('leagues', error)}</Alert> : null}
      <TextField form={form} name="name" label="Module Name" required counterMax={NAME_MAX} />
      <SelectField
        form={form}
        name="leagueId"
        label="League"
        required
        placeholder="Choose a league"
        options={(leagues ?? (week ? [week.league] : [])).map(({ id, name }) => ({ value: id, label: name }))}
        onChosen={(chosen) => {
          if (!week) form.change('order', String(suggestOrder(weeksOf(weeks, chosen))));
        }}
      />
      <TextField
        form={form}
        name="order"
        label="Order"
        type="number"
        min={1}
        step={1}
        required
        hint="Its place within the league, from 1"
      />
      <TextareaField
        form={form}
        name="description"
        label="Description"
        rows={2}
        counterMax={DESCRIPTION_MAX}
      />
    </FormDialog>
  );
}
