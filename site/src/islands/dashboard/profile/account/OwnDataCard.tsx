import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { DELETION_WORD } from '#contract/own-account.ts';
import type { Role } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { download as downloadIcon } from '#site/icons/actions.ts';
import { useForm } from '#site/islands/shared/form/use-form.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { PasswordInput } from '#site/islands/ui/PasswordInput.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { TitledCard } from '../../shell/TitledCard.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { Outcome, SettingRow } from './Outcome.tsx';
import {
  $download,
  clearDownload,
  createDeletionForm,
  type DataFormat,
  downloadData,
  toDeletionText,
} from './own-data.ts';

const FORMATS: readonly { format: DataFormat; label: string }[] = [
  { format: 'html', label: 'as a web page' },
  { format: 'json', label: 'as JSON' },
];

export function OwnDataCard({ user }: { user: User }) {
  const { busy, result } = useStore($download);
  const [isDeleting, setIsDeleting] = useState(false);
  useEffect(() => clearDownload, []);
  return (
    <TitledCard title="Your Data">
      <div className="divide-y divide-line">
        <div className={result ? 'pb-4' : ''}>
          <SettingRow
            title="Take it with you"
            action={FORMATS.map(({ format, label }) => (
              <Button
                key={format}
                variant="secondary"
                size="small"
                busy={busy === format}
                disabled={busy !== null && busy !== format}
                onClick={() => void downloadData(format)}
              >
                {busy === format ? null : <Icon path={downloadIcon} size={16} />}
                Download {label}
              </Button>
            ))}
          >
            One file with everything we hold about you. The{' '}
            <a className="link" href="/privacy" target="_self">
              privacy policy
            </a>{' '}
            says what we keep and for how long.
          </SettingRow>
          <Outcome result={result} />
        </div>
        <SettingRow
          title="Delete it"
          action={
            <Button
              variant="secondary"
              size="small"
              className="text-danger!"
              onClick={() => setIsDeleting(true)}
            >
              Delete my account
            </Button>
          }
        >
          Deletes your account and everything personal in it, for good. You first see what goes and what
          stays.
        </SettingRow>
      </div>
      {isDeleting ? (
        <DeletionDialog email={user.email} role={user.role} onClose={() => setIsDeleting(false)} />
      ) : null}
    </TitledCard>
  );
}

const GOES = [
  'your name, email, phone number, studies and social handles',
  'your enrollments, progress, notes, submissions and badges',
  'your sign-ins on every device, and the emails we kept',
];
const STAYS = [
  'a log of what was done and when, without your words or email',
  'your certificate links, which will say "revoked", without your name',
  'what you did for others: reviews, approvals, badges you awarded',
];

interface Props {
  email: string;
  role: string;
  onClose: () => void;
}

function DeletionDialog({ email, role, onClose }: Props) {
  const [form] = useState(() => createDeletionForm());
  const bound = useForm(form);
  const { errors, failure, bind } = bound;
  return (
    <AccountDialog
      role="alertdialog"
      title="Delete my account"
      description={toDeletionText(role as Role)}
      form={bound}
      failure={failure}
      cancelLabel="Keep my account"
      submitLabel="Delete my account"
      submitVariant="danger"
      busyLabel="Deleting…"
      before={
        <div className="grid gap-5 sm:grid-cols-2">
          <Listing title="What goes" items={GOES} />
          <Listing title="What stays, without your name" items={STAYS} />
        </div>
      }
      onClose={onClose}
    >
      {/* Tells password managers the account. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field label="Password" error={errors.password} required>
        <PasswordInput {...bind('password')} autoComplete="current-password" />
      </Field>
      <Field label={`Type ${DELETION_WORD} to confirm`} error={errors.confirmation} required>
        <TextInput
          {...bind('confirmation')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
    </AccountDialog>
  );
}

function Listing({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h3 className="text-base">{title}</h3>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm marker:text-faint">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
