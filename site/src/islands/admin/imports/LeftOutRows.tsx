import { CSV_MARK, toCsvLine } from '#contract/csv.ts';
import type { ImportRow } from '#contract/imports.ts';
import { download } from '#site/icons/actions.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { saveFile } from '#site/islands/shared/http/download.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';

export function LeftOutRows({ rows }: { rows: readonly ImportRow[] }) {
  const save = () => {
    const lines = rows.map(({ line, label, place, reasons }) => [line, label, place, reasons.join('; ')]);
    const content = [['Line', 'Row', 'Where', 'Reason'], ...lines].map(toCsvLine).join('');
    saveFile({ content: new Blob([CSV_MARK, content], { type: 'text/csv' }), name: 'left-out-rows.csv' });
  };
  return (
    <section aria-labelledby="left-out" className="grid w-full justify-items-start gap-3">
      <h3 id="left-out">{countOf(rows.length, 'row')} left out</h3>
      <ul aria-labelledby="left-out" className="grid max-h-80 w-full gap-2 overflow-y-auto">
        {rows.map(({ line, label, reasons }) => (
          <li key={line} className="wrap-anywhere">
            <span className="text-muted">Line {line}: </span>
            <span className="text-strong">{label || 'Without a name'}</span>
            <span className="block text-sm text-danger">{reasons.join('. ')}</span>
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={save}>
        <Icon path={download} size={18} />
        Download left-out rows
      </Button>
    </section>
  );
}
