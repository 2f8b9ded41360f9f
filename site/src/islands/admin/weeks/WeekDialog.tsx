import { useState } from 'react';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import type { Week } from '#contract/weeks.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { useOwnLeagues } from '../access/own-leagues.ts';
import { toLoadFailure } from '../action/failures.ts';
import { toOptions } from '../content/league-filter.ts';
import { toEditorLabels } from '../form/editor-labels.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { OrderField } from '../form/OrderField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextareaField } from '../form/TextareaField.tsx';
import { TextField } from '../form/TextField.tsx';
import { fillOrder, suggestOrder } from '../order/order-text.ts';
import { createWeekForm, weeksOf } from './week-form.ts';

interface Props {
  week: Week | null;
  weeks: readonly Week[];
  leagueId: string;
  onClose: () => void;
}

export function WeekDialog({ week, weeks, leagueId, onClose }: Props) {
  const { data: leagues, error } = useOwnLeagues('canCreateContent');
  const [form] = useState(() => createWeekForm({ week, weeks, leagueId, onSaved: onClose }));
  return (
    <FormDialog {...toEditorLabels('Module', week === null)} form={form} onClose={onClose}>
      {error && !leagues ? <Alert tone="danger">{toLoadFailure('leagues', error)}</Alert> : null}
      <TextField form={form} name="name" label="Module Name" required counterMax={NAME_MAX_LENGTH} />
      <SelectField
        form={form}
        name="leagueId"
        label="League"
        required
        placeholder="Choose a league"
        options={toOptions(leagues ?? (week ? [week.league] : []))}
        onChosen={(chosen) => {
          const ownOrder = chosen === week?.leagueId ? week.order : undefined;
          fillOrder(form, suggestOrder(chosen, weeksOf(weeks, chosen), ownOrder));
        }}
      />
      <OrderField form={form} parent="league" />
      <TextareaField
        form={form}
        name="description"
        label="Description"
        rows={2}
        counterMax={DESCRIPTION_MAX_LENGTH}
        isMarkdown
      />
    </FormDialog>
  );
}
