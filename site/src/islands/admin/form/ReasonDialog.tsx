import { type ComponentProps, useState } from 'react';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import { TextareaField } from '#site/islands/shared/form/TextareaField.tsx';
import { createReasonForm, type ReasonRules } from './staff-form.ts';

export interface ReasonQuestion
  extends ReasonRules,
    Pick<ComponentProps<typeof FormDialog>, 'title' | 'description' | 'submitLabel' | 'submitVariant'> {
  busyLabel: string;
  hint: string;
}

interface Props extends ReasonQuestion {
  onClose: () => void;
  onSaved?: () => void;
}

export function ReasonDialog({
  title,
  description,
  submitLabel,
  submitVariant = 'danger',
  busyLabel,
  hint,
  onClose,
  onSaved = onClose,
  ...rules
}: Props) {
  const [form] = useState(() => createReasonForm(rules, onSaved));
  return (
    <FormDialog {...{ title, description, submitLabel, submitVariant, busyLabel, form, onClose }}>
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint={hint}
        required
        counterMax={REASON_MAX_LENGTH}
      />
    </FormDialog>
  );
}
