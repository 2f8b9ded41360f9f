import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Cohort } from '#contract/cohorts.ts';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { Switch } from '#site/islands/ui/Switch.tsx';
import { toEditorLabels } from '../form/editor-labels.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { TextareaField } from '../form/TextareaField.tsx';
import { TextField } from '../form/TextField.tsx';
import { createCohortForm } from './cohort-form.ts';

interface Props {
  cohort: Cohort | null;
  onClose: () => void;
}

export function CohortDialog({ cohort, onClose }: Props) {
  const [form] = useState(() => createCohortForm(cohort, onClose));
  const { values, busy } = useStore(form.$form);
  return (
    <FormDialog
      {...toEditorLabels('Cohort', cohort === null)}
      description={cohort ? `Created ${toShortDate(cohort.createdAt)}` : undefined}
      form={form}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" required counterMax={NAME_MAX_LENGTH} />
      <TextareaField
        form={form}
        name="description"
        label="Description"
        counterMax={DESCRIPTION_MAX_LENGTH}
        isMarkdown
      />
      <div>
        <Switch
          label="Active"
          checked={values.isActive}
          disabled={busy}
          onChange={(isActive) => form.change('isActive', isActive)}
        />
        <p className="text-sm text-muted">New learners join the newest active cohort.</p>
      </div>
      <div>
        <Switch
          label="Approve new accounts automatically"
          checked={values.autoApprove}
          disabled={busy}
          onChange={(autoApprove) => form.change('autoApprove', autoApprove)}
        />
        <p className="text-sm text-muted">For sign-ups while this is the newest active cohort.</p>
      </div>
      <TextField
        form={form}
        name="maxEnrollments"
        label="Maximum enrollments"
        type="number"
        min={1}
        step={1}
        hint="Leave empty for no limit."
      />
    </FormDialog>
  );
}
