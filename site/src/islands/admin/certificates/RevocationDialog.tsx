import { useState } from 'react';
import type { CertificateRow } from '#contract/certificates.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { type CertificateList, createRevocationForm } from './certificate-list.ts';
import { holderOf } from './certificate-texts.ts';

interface Props {
  row: CertificateRow;
  query: CertificateList['query'];
  onClose: () => void;
}

export function RevocationDialog({ row, query, onClose }: Props) {
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
