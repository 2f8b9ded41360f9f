import { useState } from 'react';
import type { CertificateRow } from '#contract/certificates.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { TextareaField } from '../form/TextareaField.tsx';
import { TextField } from '../form/TextField.tsx';
import { type CertificateList, createNameForm } from './certificate-list.ts';
import { holderOf } from './certificate-texts.ts';

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
