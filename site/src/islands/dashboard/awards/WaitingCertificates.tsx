import { useState } from 'react';
import { APPEAL_MAX_LENGTH, type WaitingCertificate } from '#contract/certificates.ts';
import { useForm } from '#site/islands/shared/form/use-form.ts';
import { useQuery } from '#site/islands/shared/query/use-query.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { CharacterCount } from '#site/islands/ui/CharacterCount.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Textarea } from '#site/islands/ui/Textarea.tsx';
import { AccountDialog } from '../profile/account/AccountDialog.tsx';
import { createAppealForm, ownCertificates, toWaitingText } from './own-certificates.ts';

/** Completed leagues without a certificate, each with what it waits for; nothing where there is none. */
export default function WaitingCertificates() {
  const { data } = useQuery(ownCertificates);
  if (!data || data.waiting.length === 0) return null;
  return (
    <ul aria-label="Certificates that wait" className="mt-4 grid gap-3">
      {data.waiting.map((waiting) => (
        <Waiting key={waiting.leagueId} waiting={waiting} />
      ))}
    </ul>
  );
}

function Waiting({ waiting }: { waiting: WaitingCertificate }) {
  const [isAppealing, setAppealing] = useState(false);
  const { title, hold } = waiting;
  return (
    <li className="rounded-md bg-sunken px-4 py-3 text-sm [overflow-wrap:anywhere]">
      <h3 className="text-base">Certificate of {title}</h3>
      <p className="mt-1">
        {toWaitingText(waiting)}
        {hold?.outcome === 'DECLINED' ? (hold.reason ? `: ${hold.reason}` : '.') : null}
      </p>
      {hold?.mayAppeal ? (
        <Button
          variant="secondary"
          size="small"
          className="mt-2 max-lg:min-h-11"
          onClick={() => setAppealing(true)}
        >
          Appeal<span className="sr-only"> for the certificate of {title}</span>
        </Button>
      ) : null}
      {isAppealing && hold ? (
        <AppealDialog id={hold.id} title={title} onClose={() => setAppealing(false)} />
      ) : null}
    </li>
  );
}

function AppealDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const [form] = useState(() => createAppealForm(id, onClose));
  const bound = useForm(form);
  return (
    <AccountDialog
      title={`Appeal for the certificate of ${title}`}
      description="You can appeal once. Somebody else than before reads it and has the last word."
      form={bound}
      failure={bound.failure}
      submitLabel="Send the appeal"
      busyLabel="Sending…"
      onClose={onClose}
    >
      <Field
        label="What should we know?"
        hint="Such as where you learned it before."
        error={bound.errors.appeal}
        counter={<CharacterCount text={bound.values.appeal} max={APPEAL_MAX_LENGTH} />}
        required
      >
        <Textarea {...bound.bind('appeal')} dir="auto" />
      </Field>
    </AccountDialog>
  );
}
