import { useState } from 'react';
import { type HeldCertificate, REVOCATION_REASON_MAX_LENGTH } from '#contract/certificates.ts';
import { useForm } from '#site/islands/shared/form/use-form.ts';
import { useQuery } from '#site/islands/shared/query/use-query.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { CharacterCount } from '#site/islands/ui/CharacterCount.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Textarea } from '#site/islands/ui/Textarea.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { AccountDialog } from '../profile/account/AccountDialog.tsx';
import { createNameChangeForm, ownCertificates } from './own-certificates.ts';

/** Says which name a certificate carries, what became of a request for another, and takes a new one. */
export default function NameCorrection({ certificate }: { certificate: HeldCertificate }) {
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery(ownCertificates);
  const own = data?.certificates.find(({ id }) => id === certificate.id);
  const holderName = own?.holderName ?? certificate.holderName;
  const change = own?.nameChange ?? null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-36 [overflow-wrap:anywhere]">
        Made out to <strong dir="auto">{holderName}</strong>
      </p>
      {change?.outcome === null ? (
        <p className="w-full text-muted [overflow-wrap:anywhere]">
          You asked for <strong dir="auto">{change.toName}</strong>. We are looking at it.
        </p>
      ) : (
        <>
          {change?.outcome === 'REFUSED' ? (
            <p className="order-1 w-full text-muted [overflow-wrap:anywhere]">
              <strong dir="auto">{change.toName}</strong> was refused
              {change.decisionReason ? `: ${change.decisionReason}` : '.'}
            </p>
          ) : null}
          <Button
            variant="secondary"
            size="small"
            className="max-lg:min-h-11"
            onClick={() => setAsking(true)}
          >
            Correct the name<span className="sr-only"> on the certificate for {certificate.title}</span>
          </Button>
        </>
      )}
      {isAsking ? (
        <NameDialog id={certificate.id} holderName={holderName} onClose={() => setAsking(false)} />
      ) : null}
    </div>
  );
}

function NameDialog({ id, holderName, onClose }: { id: string; holderName: string; onClose: () => void }) {
  const [form] = useState(() => createNameChangeForm(id, holderName, onClose));
  const bound = useForm(form);
  const { errors, failure, bind } = bound;
  return (
    <AccountDialog
      title="Correct the name"
      description="Somebody looks at it first. The address stays the same, and the certificate says when its name was corrected."
      form={bound}
      failure={failure}
      submitLabel="Ask for it"
      busyLabel="Sending…"
      onClose={onClose}
    >
      <Field label="Name on the certificate" error={errors.name} required>
        <TextInput {...bind('name')} autoComplete="name" dir="auto" />
      </Field>
      <Field
        label="Reason"
        hint="Such as a misspelling or a new name. Staff alone read it."
        error={errors.reason}
        counter={<CharacterCount text={bound.values.reason} max={REVOCATION_REASON_MAX_LENGTH} />}
        required
      >
        <Textarea {...bind('reason')} dir="auto" />
      </Field>
    </AccountDialog>
  );
}
