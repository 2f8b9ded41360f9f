import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Specialization } from '#contract/specializations.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { cohortList } from '../cohorts/cohort-list.ts';
import { FormDialog } from '../shared/FormDialog.tsx';
import { toLoadFailure } from '../shared/failures.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '../shared/limits.ts';
import { useQuery } from '../shared/queries.ts';
import { SelectField } from '../shared/SelectField.tsx';
import { TextareaField } from '../shared/TextareaField.tsx';
import { TextField } from '../shared/TextField.tsx';
import { LeaguesField } from './LeaguesField.tsx';
import { createSpecializationForm } from './specialization-form.ts';

interface Props {
  /** Null to add one. */
  specialization: Specialization | null;
  onClose: () => void;
}

/** Adds or edits a specialization. */
export function SpecializationDialog({ specialization, onClose }: Props) {
  const [form] = useState(() => createSpecializationForm(specialization, onClose));
  const { values } = useStore(form.$form);
  const cohorts = useQuery(cohortList);
  const options = (cohorts.data ?? (specialization ? [specialization.cohort] : [])).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  return (
    <FormDialog
      title={specialization ? 'Edit Specialization' : 'Create New Specialization'}
      form={form}
      submitLabel={specialization ? 'Save Changes' : 'Create Specialization'}
      busyLabel={specialization ? 'Saving…' : 'Creating…'}
      canSubmit={values.leagues.length > 0}
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
        options={options}
      />
      <TextareaField
        form={form}
        name="description"
        label="Description"
        rows={2}
        counterMax={DESCRIPTION_MAX}
      />
      <LeaguesField form={form} />
    </FormDialog>
  );
}
