import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { TitledCard } from '../../shell/TitledCard.tsx';
import { EmailDialog } from './EmailDialog.tsx';
import { Outcome } from './Outcome.tsx';
import { loadSessions } from './own-sessions.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import { SettingRow } from './SettingRow.tsx';

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
