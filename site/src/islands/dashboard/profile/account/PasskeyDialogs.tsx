import { useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import type { Passkey } from '#contract/passkeys.ts';
import { useForm } from '#site/islands/shared/form/use-form.ts';
import { Field } from '#site/islands/ui/Field.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { createPasskeyForm, createRenameForm } from './own-passkeys.ts';

interface AddProps {
  count: number;
  onClose: () => void;
}

export function AddPasskeyDialog({ count, onClose }: AddProps) {
  const [form] = useState(() =>
    createPasskeyForm(count === 0 ? 'My passkey' : `Passkey ${count + 1}`, onClose),
  );
  const bound = useForm(form);
  return (
    <AccountDialog
      title="Add a passkey"
      description="Your browser asks for your fingerprint, your face, a PIN or a security key. We email you about it."
      size="small"
      form={bound}
      failure={bound.failure}
      submitLabel="Continue"
      busyLabel="Waiting for your browser…"
      onClose={onClose}
    >
      <NameField error={bound.errors.name} bound={bound.bind('name')} />
    </AccountDialog>
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [form] = useState(() => createRenameForm(passkey, onClose));
  const bound = useForm(form);
  return (
    <AccountDialog
      title={`Rename ${passkey.name}`}
      description="Only you see this name."
      size="small"
      form={bound}
      failure={bound.failure}
      submitLabel="Save"
      busyLabel="Saving…"
      onClose={onClose}
    >
      <NameField error={bound.errors.name} bound={bound.bind('name')} />
    </AccountDialog>
  );
}

function NameField({ error, bound }: { error: string | undefined; bound: React.ComponentProps<'input'> }) {
  return (
    <Field label="Name" hint="For example: My phone." error={error} required>
      <TextInput {...bound} maxLength={NAME_MAX_LENGTH} autoComplete="off" />
    </Field>
  );
}
