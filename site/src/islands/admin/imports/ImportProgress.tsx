import { useEffect, useState } from 'react';
import type { ImportKind } from '#contract/import-columns.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Spinner } from '#site/islands/ui/Spinner.tsx';
import { IMPORT_KIND_LABELS } from './import-kinds.ts';

interface Props {
  count: number;
  kind: ImportKind;
}

/** Shows only the elapsed time, because the import is a single transaction. */
export function ImportProgress({ count, kind }: Props) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Dialog
      open
      busy
      size="small"
      title={`Importing ${countOf(count, IMPORT_KIND_LABELS[kind].one)}`}
      onClose={() => undefined}
    >
      <div className="grid gap-4">
        <div role="progressbar" aria-label="Import" className="flex items-center gap-3 text-strong">
          <Spinner size={24} />
          <span className="tabular-nums" aria-hidden="true">
            {countOf(seconds, 'second')}
          </span>
        </div>
        <p role="status">
          Either every row is imported or none. 5,000 rows take a few seconds; keep this page open.
        </p>
      </div>
    </Dialog>
  );
}
