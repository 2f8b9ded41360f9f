import { useState } from 'react';
import { DELETION_WORD } from '#contract/own-account.ts';
import type { Role } from '#contract/roles.ts';
import { useForm } from '#site/islands/shared/form/use-form.ts';
import { Field } from '#site/islands/ui/Field.tsx';
import { PasswordInput } from '#site/islands/ui/PasswordInput.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { createDeletionForm, toDeletionText } from './own-data.ts';

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

export function DeletionDialog({ email, role, onClose }: Props) {
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
