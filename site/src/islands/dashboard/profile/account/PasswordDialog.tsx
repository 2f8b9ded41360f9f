import { useState } from 'react';
import { PasswordChecklist } from '#site/islands/shared/form/PasswordChecklist.tsx';
import { useForm } from '#site/islands/shared/form/use-form.ts';
import { Field } from '#site/islands/ui/Field.tsx';
import { PasswordInput } from '#site/islands/ui/PasswordInput.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { createPasswordForm } from './change-password.ts';

interface Props {
  email: string;
  onClose: () => void;
  onDone: () => void;
}

export function PasswordDialog({ email, onClose, onDone }: Props) {
  const [form] = useState(() => createPasswordForm(onDone));
  const bound = useForm(form);
  const { values, errors, failure, bind } = bound;
  const differs = values.confirmPassword !== '' && values.newPassword !== values.confirmPassword;
  return (
    <AccountDialog
      title="Change password"
      description="Every other device is signed out. We email you about it."
      form={bound}
      failure={failure}
      submitLabel="Change password"
      busyLabel="Changing…"
      onClose={onClose}
    >
      {/* Tells password managers the account. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" error={errors.currentPassword} required>
        <PasswordInput {...bind('currentPassword')} autoComplete="current-password" />
      </Field>
      <div className="grid gap-3">
        <Field label="New password" error={errors.newPassword} required>
          <PasswordInput {...bind('newPassword')} autoComplete="new-password" />
        </Field>
        <PasswordChecklist password={values.newPassword} />
      </div>
      <Field
        label="Confirm password"
        error={errors.confirmPassword ?? (differs ? 'Passwords do not match' : undefined)}
        required
      >
        <PasswordInput {...bind('confirmPassword')} autoComplete="new-password" />
      </Field>
    </AccountDialog>
  );
}
