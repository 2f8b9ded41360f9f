import { useState } from 'react';
import type { HeldCertificate } from '#contract/certificates.ts';
import { renameOwnCertificate } from '#contract/certificates.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { ConfirmDialog } from '#site/islands/ui/Dialog.tsx';
import { announce, warn } from '../../shared/toast/notices.ts';
import { dashboard } from '../data/dashboard.ts';

/** Says that a certificate carries an earlier name, and puts the present one on it. */
export function RenameCertificate({ certificate }: { certificate: HeldCertificate }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const rename = async () => {
    setBusy(true);
    try {
      await callApi(renameOwnCertificate, { params: { id: certificate.id } });
      announce('Your certificate carries your present name.');
      dashboard.invalidate();
      await dashboard.refresh();
    } catch (error) {
      warn(`The certificate is as it was: ${toMessage(error, REQUEST_FAILED)}`);
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <div className="mt-4 rounded-md bg-sunken px-3 py-2 text-sm">
      <p className="[overflow-wrap:anywhere]">
        It carries the name you had: <strong dir="auto">{certificate.holderName}</strong>
      </p>
      <Button
        variant="ghost"
        size="small"
        className="mt-1 -ml-3 max-lg:min-h-11"
        onClick={() => setAsking(true)}
      >
        Use my present name<span className="sr-only"> on the certificate for {certificate.title}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Put your present name on it?"
        confirmLabel="Use my present name"
        variant="primary"
        busy={isBusy}
        busyLabel="Changing…"
        onCancel={() => setAsking(false)}
        onConfirm={() => void rename()}
      >
        The address stays the same, so links and papers you gave away lead to the new name. The certificate
        says since when it stands there.
      </ConfirmDialog>
    </div>
  );
}
