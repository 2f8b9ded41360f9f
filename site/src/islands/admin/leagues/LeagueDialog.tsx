import { useState } from 'react';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import type { League } from '#contract/leagues.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { toLoadFailure } from '../action/failures.ts';
import { cohortList } from '../data/cohort-list.ts';
import { toEditorLabels } from '../form/editor-labels.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextareaField } from '../form/TextareaField.tsx';
import { TextField } from '../form/TextField.tsx';
import { createLeagueForm } from './league-form.ts';

interface Props {
  league: League | null;
  onClose: () => void;
}

export function LeagueDialog({ league, onClose }: Props) {
  const [form] = useState(() => createLeagueForm(league, onClose));
  const cohorts = useQuery(cohortList);
  return (
    <FormDialog {...toEditorLabels('League', league === null)} form={form} onClose={onClose}>
      {cohorts.error && !cohorts.data ? (
        <Alert tone="danger">{toLoadFailure('cohorts', cohorts.error)}</Alert>
      ) : null}
      <TextField form={form} name="name" label="Name" required counterMax={NAME_MAX_LENGTH} />
      <SelectField
        form={form}
        name="cohortId"
        label="Cohort"
        required
        placeholder="Choose a cohort"
        hint={cohorts.data?.length === 0 ? 'There is no cohort yet. Create one first.' : undefined}
        options={toCohortOptions(cohorts.data ?? [], league)}
      />
      <TextareaField
        form={form}
        name="description"
        label="Description"
        counterMax={DESCRIPTION_MAX_LENGTH}
        isMarkdown
      />
      <TextField
        form={form}
        name="expiresAt"
        label="Ends"
        type="datetime-local"
        hint="After this moment no one can enroll or open it. Leave empty for no end."
      />
    </FormDialog>
  );
}

/** Offers the league's own cohort while the others load. */
function toCohortOptions(
  cohorts: readonly { id: string; name: string; isActive: boolean }[],
  league: League | null,
): { value: string; label: string }[] {
  if (cohorts.length === 0 && league) return [{ value: league.cohort.id, label: league.cohort.name }];
  return cohorts.map(({ id, name, isActive }) => ({
    value: id,
    label: isActive ? name : `${name} (inactive)`,
  }));
}
