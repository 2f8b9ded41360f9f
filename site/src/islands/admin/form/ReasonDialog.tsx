import type { ComponentProps, ReactNode } from 'react';
import { FormDialog } from './FormDialog.tsx';
import { TextareaField } from './TextareaField.tsx';

interface Props extends Omit<ComponentProps<typeof FormDialog<{ reason: string }>>, 'children'> {
  hint: ReactNode;
  max: number;
}

export function ReasonDialog({ hint, max, ...dialog }: Props) {
  return (
    <FormDialog {...dialog}>
      <TextareaField form={dialog.form} name="reason" label="Reason" hint={hint} required counterMax={max} />
    </FormDialog>
  );
}
