import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { NewPasswordFields } from '#site/islands/shared/account/NewPasswordFields.tsx';
import { useForm } from '#site/islands/shared/form/use-form.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { PasswordInput } from '#site/islands/ui/PasswordInput.tsx';
import { TitledCard } from '../../shell/TitledCard.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { createPasswordForm } from './change-password.ts';
import { EmailDialog } from './EmailDialog.tsx';
import { Outcome, SettingRow } from './Outcome.tsx';
import { loadSessions } from './own-sessions.ts';

export function SignInCard({ user }: { user: User }) {
  const [open, setOpen] = useState<'email' | 'password' | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const begin = (dialog: 'email' | 'password') => {
    setDone(null);
    setOpen(dialog);
  };
  const finish = (text: string) => {
    setOpen(null);
    setDone(text);
    void loadSessions();
  };
  return (
    <TitledCard title="Email and Password">
      <div className="divide-y divide-line">
        <SettingRow
          title="Email"
          action={
            <Button variant="secondary" size="small" onClick={() => begin('email')}>
              Change email
            </Button>
          }
        >
          Used to sign in and for our emails.
        </SettingRow>
        <SettingRow
          title="Password"
          action={
            <Button variant="secondary" size="small" onClick={() => begin('password')}>
              Change password
            </Button>
          }
        >
          Use one you use nowhere else.
        </SettingRow>
      </div>
      <div className={done ? 'mt-4' : ''}>
        <Outcome result={done ? { kind: 'success', text: done } : null} />
      </div>
      {open === 'password' ? (
        <PasswordDialog
          email={user.email}
          onClose={() => setOpen(null)}
          onDone={() => finish('Your password is changed. Every other device is signed out.')}
        />
      ) : null}
      {open === 'email' ? (
        <EmailDialog
          email={user.email}
          onClose={() => setOpen(null)}
          onDone={(email) => finish(`Your email is now ${email}. Sign in with it from now on.`)}
        />
      ) : null}
    </TitledCard>
  );
}

interface Props {
  email: string;
  onClose: () => void;
  onDone: () => void;
}

function PasswordDialog({ email, onClose, onDone }: Props) {
  const [form] = useState(() => createPasswordForm(onDone));
  const bound = useForm(form);
  const { values, errors, failure, bind } = bound;
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
      <NewPasswordFields values={values} errors={errors} bind={bind} />
    </AccountDialog>
  );
}
