import { type ComponentProps, useState } from 'react';
import { name as productName } from '#content/site.json';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import type { Passkey } from '#contract/passkeys.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { useForm } from '#site/islands/shared/form/use-form.ts';
import { saveFile } from '#site/islands/shared/http/download.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { Outcome } from './Outcome.tsx';
import { clearCodes, createPasskeyForm, createRenameForm } from './own-passkeys.ts';

interface AddProps {
  count: number;
  onClose: () => void;
}

export function AddPasskeyDialog({ count, onClose }: AddProps) {
  const name = count === 0 ? 'My passkey' : `Passkey ${count + 1}`;
  return (
    <NameDialog
      title="Add a passkey"
      description="Your browser asks for your fingerprint, your face, a PIN or a security key. We email you about it."
      createForm={() => createPasskeyForm(name, onClose)}
      submitLabel="Continue"
      busyLabel="Waiting for your browser…"
      onClose={onClose}
    />
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <NameDialog
      title={`Rename ${passkey.name}`}
      description="Only you see this name."
      createForm={() => createRenameForm(passkey, onClose)}
      submitLabel="Save"
      busyLabel="Saving…"
      onClose={onClose}
    />
  );
}

interface NameProps
  extends Pick<
    ComponentProps<typeof AccountDialog>,
    'title' | 'description' | 'submitLabel' | 'busyLabel' | 'onClose'
  > {
  createForm: () => Form<{ name: string }>;
}

function NameDialog({ createForm, ...words }: NameProps) {
  const [form] = useState(createForm);
  const bound = useForm(form);
  return (
    <AccountDialog {...words} size="small" form={bound} failure={bound.failure}>
      <Field label="Name" hint="For example: My phone." error={bound.errors.name} required>
        <TextInput {...bound.bind('name')} maxLength={NAME_MAX_LENGTH} autoComplete="off" />
      </Field>
    </AccountDialog>
  );
}

export function RecoveryCodesDialog({ codes }: { codes: readonly string[] }) {
  const [result, setResult] = useState<{ kind: 'success' | 'failure'; text: string } | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setResult({ kind: 'success', text: 'Copied.' });
    } catch {
      setResult({ kind: 'failure', text: 'Your browser blocked copying. Save them as a file instead.' });
    }
  };
  const save = () => {
    const text = `Recovery codes for ${productName}. Each is good once.\n\n${codes.join('\n')}\n`;
    saveFile({ content: new Blob([text], { type: 'text/plain' }), name: 'recovery-codes.txt' });
  };
  return (
    <Dialog
      open
      role="alertdialog"
      title="Save your recovery codes"
      description="Without your passkeys, each of these lets you in once. They are shown only once: keep them in a safe place, away from your devices."
      size="small"
      // Escape does not close it, because the codes are not shown again.
      onClose={() => setResult({ kind: 'failure', text: 'Save them first: they are not shown again.' })}
      actions={<Button onClick={clearCodes}>I have saved them</Button>}
    >
      <div className="grid gap-4">
        <ol className="grid gap-x-6 gap-y-1 font-mono text-strong sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="small" onClick={save} data-first-focus>
            Save as a file
          </Button>
          <Button variant="secondary" size="small" onClick={() => void copy()}>
            Copy
          </Button>
        </div>
        <Outcome result={result} />
      </div>
    </Dialog>
  );
}
