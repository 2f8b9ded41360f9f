import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import type { Specialization } from '#contract/specializations.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { toLoadFailure } from '../action/failures.ts';
import { cohortList } from '../data/cohort-list.ts';
import { toEditorLabels } from '../form/editor-labels.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextareaField } from '../form/TextareaField.tsx';
import { TextField } from '../form/TextField.tsx';
import { LeaguesField } from './LeaguesField.tsx';
import { createSpecializationForm } from './specialization-form.ts';

interface Props {
  specialization: Specialization | null;
  onClose: () => void;
}

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
      {...toEditorLabels('Specialization', specialization === null)}
      form={form}
      canSubmit={values.leagues.length > 0}
      onClose={onClose}
    >
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
        options={options}
      />
      <TextareaField
        form={form}
        name="description"
        label="Description"
        rows={2}
        counterMax={DESCRIPTION_MAX_LENGTH}
        isMarkdown
      />
      <LeaguesField form={form} />
    </FormDialog>
  );
}
