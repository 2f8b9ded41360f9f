import { useState } from 'react';
import { type CertificateRow, REVOCATION_REASON_MAX_LENGTH } from '#contract/certificates.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { TextareaField } from '../form/TextareaField.tsx';
import { type CertificateList, createRevocationForm } from './certificate-list.ts';
import { holderOf } from './certificate-texts.ts';

interface Props {
  row: CertificateRow;
  query: CertificateList['query'];
  onClose: () => void;
}

/** Asks for the reason, and says who will read it. */
export function RevocationDialog({ row, query, onClose }: Props) {
  const [form] = useState(() => createRevocationForm(row, query, onClose));
  return (
    <FormDialog
      title={`Revoke the certificate of ${holderOf(row)}`}
      description={`For ${row.title}, code ${row.code}. It stops counting at once; it can be restored.`}
      form={form}
      submitLabel="Revoke"
      submitVariant="danger"
      busyLabel="Revoking…"
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="Shown to everybody who looks at the certificate, exactly as you write it. Name nobody in it."
        required
        counterMax={REVOCATION_REASON_MAX_LENGTH}
      />
    </FormDialog>
  );
}
