import { type FormEvent, useId, useState } from 'react';
import { PasswordChecklist } from '#site/islands/auth/PasswordChecklist.tsx';
import { FormFailure } from '#site/islands/shared/FormFailure.tsx';
import { useForm } from '#site/islands/shared/use-form.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { PasswordInput } from '#site/islands/ui/PasswordInput.tsx';
import { createPasswordForm, type PasswordValues } from './change-password.ts';

interface Props {
  email: string;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the present password and the new one, with its rules ticked off while it is typed. */
export function PasswordDialog({ email, onClose, onDone }: Props) {
  const id = useId();
  const [form] = useState(() => createPasswordForm(onDone));
  const { values, errors, failure, busy, ref } = useForm(form);
  const bind = (name: keyof PasswordValues) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => form.change(name, event.target.value),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  const differs = values.confirmPassword !== '' && values.newPassword !== values.confirmPassword;
  return (
    <Dialog
      open
      title="Change password"
      description="Every other device is signed out; this one stays. We send you a mail about it."
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={busy} busyLabel="Changing…">
            Change password
          </Button>
        </>
      }
    >
      <form id={id} ref={ref} method="post" noValidate onSubmit={submit} className="grid gap-5">
        <FormFailure>{failure}</FormFailure>
        {/* Tells password managers whose password this is. */}
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
      </form>
    </Dialog>
  );
}
