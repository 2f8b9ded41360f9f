import { useState } from 'react';
import { download } from '#site/icons/actions.ts';
import type { AnyCall } from '#site/islands/shared/http/api.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { FailureBanner } from '../action/ActionFailure.tsx';
import { toActionFailure } from '../action/failures.ts';
import { exportList, type ListQuery } from './csv-export.ts';

interface Props {
  call: AnyCall;
  /** Completes 'Exporting cohorts' and 'Failed to export cohorts: …'. */
  what: string;
  toQuery: () => ListQuery;
}

/** Saves all pages of the list. */
export function ExportButton({ call, what, toQuery }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      showToast({ text: `Saved as ${await exportList(call, toQuery())}.` });
    } catch (error) {
      setFailure(toActionFailure(`export ${what}`, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        className="ms-auto -me-3"
        onClick={() => void run()}
        busy={busy}
        busyLabel="Exporting…"
      >
        {busy ? null : <Icon path={download} size={16} />}
        Export CSV
      </Button>
      <span role="status" className="sr-only">
        {busy ? `Exporting ${what}` : ''}
      </span>
      <div className="basis-full *:not-empty:mt-2">
        <FailureBanner failure={failure} onDismiss={() => setFailure(null)} />
      </div>
    </>
  );
}
