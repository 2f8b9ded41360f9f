import type { ComponentProps } from 'react';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import type { FieldErrors } from '../form/form.ts';
import { PasswordChecklist } from '../form/PasswordChecklist.tsx';
import type { NewPassword } from './new-password.ts';

interface Props {
  values: NewPassword;
  errors: FieldErrors<NewPassword>;
  bind: (name: keyof NewPassword) => ComponentProps<'input'>;
}

export function NewPasswordFields({ values: { newPassword, confirmPassword }, errors, bind }: Props) {
  const differs = confirmPassword !== '' && newPassword !== confirmPassword;
  return (
    <>
      <div className="grid gap-3">
        <Field label="New password" error={errors.newPassword} required>
          <PasswordInput {...bind('newPassword')} autoComplete="new-password" />
        </Field>
        <PasswordChecklist password={newPassword} />
      </div>
      <Field
        label="Confirm password"
        error={errors.confirmPassword ?? (differs ? 'Passwords do not match' : undefined)}
        required
      >
        <PasswordInput {...bind('confirmPassword')} autoComplete="new-password" />
      </Field>
    </>
  );
}
