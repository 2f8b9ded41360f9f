import { useState } from 'react';
import { download } from '#site/icons/actions.ts';
import { FailureBanner } from '#site/islands/shared/action/ActionFailure.tsx';
import { toActionFailure } from '#site/islands/shared/action/failures.ts';
import type { AnyCall } from '#site/islands/shared/http/api.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { exportList, type ListQuery } from './csv-export.ts';

interface Props {
  call: AnyCall;
  /** Completes 'Exporting cohorts' and 'Failed to export cohorts: …'. */
  what: string;
  toQuery: () => ListQuery;
}

/** `save` returns the name of the file. */
export function useExport(what: string, save: () => Promise<string>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      showToast({ text: `Saved as ${await save()}.` });
    } catch (error) {
      setFailure(toActionFailure(`export ${what}`, error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, run, dismiss: () => setFailure(null) };
}

/** Saves all pages of the list. */
export function ExportButton({ call, what, toQuery }: Props) {
  const { busy, failure, run, dismiss } = useExport(what, () => exportList(call, toQuery()));
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
        <FailureBanner failure={failure} onDismiss={dismiss} />
      </div>
    </>
  );
}
