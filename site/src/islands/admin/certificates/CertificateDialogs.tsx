import { useState } from 'react';
import type { CertificateRow } from '#contract/certificates.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { TextareaField } from '../form/TextareaField.tsx';
import { TextField } from '../form/TextField.tsx';
import { type CertificateList, createNameForm, createRevocationForm, holderOf } from './certificate-list.ts';

interface Props {
  row: CertificateRow;
  query: CertificateList['query'];
  onClose: () => void;
}

export function NameDialog({ row, query, onClose }: Props) {
  const [form] = useState(() => createNameForm(row, query, onClose));
  return (
    <FormDialog
      title={`Correct the name of ${holderOf(row)}`}
      description={
        <>
          On the certificate for {row.title}, code <span className="whitespace-nowrap">{row.code}</span>. The
          code stays the same.
        </>
      }
      form={form}
      submitLabel="Correct Name"
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name on the certificate" required />
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="Shown with today's date to anyone who checks the certificate."
        required
        counterMax={REASON_MAX_LENGTH}
      />
    </FormDialog>
  );
}

interface RevocationDialogProps {
  row: CertificateRow;
  query: CertificateList['query'];
  onClose: () => void;
}

export function RevocationDialog({ row, query, onClose }: RevocationDialogProps) {
  const [form] = useState(() => createRevocationForm(row, query, onClose));
  return (
    <ReasonDialog
      title={`Revoke the certificate of ${holderOf(row)}`}
      description={
        <>
          For {row.title}, code <span className="whitespace-nowrap">{row.code}</span>. It stops counting at
          once; it can be restored.
        </>
      }
      form={form}
      submitLabel="Revoke"
      submitVariant="danger"
      busyLabel="Revoking…"
      onClose={onClose}
      hint="Shown to anyone who checks the certificate. Do not name people."
      max={REASON_MAX_LENGTH}
    />
  );
}
