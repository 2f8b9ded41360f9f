import { useState } from 'react';
import type { League } from '#contract/leagues.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { cohortList } from '../cohorts/cohort-list.ts';
import { FormDialog } from '../shared/FormDialog.tsx';
import { toLoadFailure } from '../shared/failures.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '../shared/limits.ts';
import { useQuery } from '../shared/queries.ts';
import { SelectField } from '../shared/SelectField.tsx';
import { TextareaField } from '../shared/TextareaField.tsx';
import { TextField } from '../shared/TextField.tsx';
import { createLeagueForm } from './league-form.ts';

interface Props {
  /** Null to add one. */
  league: League | null;
  onClose: () => void;
}

/** Adds or edits a league. */
export function LeagueDialog({ league, onClose }: Props) {
  const [form] = useState(() => createLeagueForm(league, onClose));
  const cohorts = useQuery(cohortList);
  return (
    <FormDialog
      title={league ? 'Edit League' : 'Create New League'}
      form={form}
      submitLabel={league ? 'Save Changes' : 'Create League'}
      busyLabel={league ? 'Saving…' : 'Creating…'}
      onClose={onClose}
    >
      {cohorts.error && !cohorts.data ? (
        <Alert tone="danger">{toLoadFailure('cohorts', cohorts.error)}</Alert>
      ) : null}
      <TextField form={form} name="name" label="Name" required counterMax={NAME_MAX} />
      <SelectField
        form={form}
        name="cohortId"
        label="Cohort"
        required
        placeholder="Choose a cohort"
        hint={cohorts.data?.length === 0 ? 'There is no cohort yet. Create one first.' : undefined}
        options={toCohortOptions(cohorts.data ?? [], league)}
      />
      <TextareaField form={form} name="description" label="Description" counterMax={DESCRIPTION_MAX} />
      <TextField
        form={form}
        name="expiresAt"
        label="Ends"
        type="datetime-local"
        hint="After this moment nobody can enroll or open it. Empty means that it has no end."
      />
    </FormDialog>
  );
}

/** The cohorts to choose from; the league's own is there while the others are on their way. */
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
