import { type FormEvent, useId, useState } from 'react';
import { DELETION_WORD } from '#contract/own-account.ts';
import { FormFailure } from '#site/islands/shared/FormFailure.tsx';
import { useForm } from '#site/islands/shared/use-form.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { PasswordInput } from '#site/islands/ui/PasswordInput.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { createDeletionForm } from './own-data.ts';

const GOES = [
  'your name, e-mail, phone number, studies and social handles',
  'your enrollments, progress, notes, submissions and badges',
  'every device you are signed in on, and the mails we kept',
];
const STAYS = [
  'a log of what was done and when, without your words and addresses',
  'your certificates: from then on their address says that they were withdrawn, and names nobody',
  'what you did for others: reviews, approvals, badges you awarded',
];

interface Props {
  email: string;
  onClose: () => void;
}

/** Says what goes and what stays, then asks for the password and the word. */
export function DeletionDialog({ email, onClose }: Props) {
  const id = useId();
  const [form] = useState(() => createDeletionForm());
  const { values, errors, failure, busy, ref } = useForm(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Dialog
      open
      role="alertdialog"
      title="Delete my account"
      description="It goes at once and cannot be brought back, not by us either. One last mail tells you so."
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy} data-first-focus>
            Keep my account
          </Button>
          <Button type="submit" form={id} variant="danger" busy={busy} busyLabel="Deleting…">
            Delete my account
          </Button>
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Listing title="What goes" items={GOES} />
        <Listing title="What stays, without your name" items={STAYS} />
      </div>
      <form id={id} ref={ref} method="post" noValidate onSubmit={submit} className="mt-6 grid gap-5">
        <FormFailure>{failure}</FormFailure>
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field label="Password" error={errors.password} required>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={values.password}
            onChange={(event) => form.change('password', event.target.value)}
          />
        </Field>
        <Field label={`Type ${DELETION_WORD} to confirm`} error={errors.confirmation} required>
          <TextInput
            name="confirmation"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={values.confirmation}
            onChange={(event) => form.change('confirmation', event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
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
