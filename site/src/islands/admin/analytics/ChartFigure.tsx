import { type ReactNode, useId, useState } from 'react';
import { type Column, Table } from '#site/islands/ui/Table.tsx';

interface Props<Row> {
  title: string;
  summary: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  children: ReactNode;
}

/** The wrapper of two figures: subgrid aligns their charts, however long their summaries are. */
export const SIDE_BY_SIDE = 'grid gap-8 xl:grid-cols-2 xl:*:row-span-3 xl:*:grid-rows-subgrid';

export function ChartFigure<Row>({ title, summary, rows, columns, rowKey, children }: Props<Row>) {
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <figure aria-labelledby={id} className="grid min-w-0 content-start gap-3">
      <figcaption>
        <h3 id={id} className="text-base font-semibold text-strong">
          {title}
        </h3>
        <p className="mt-1 text-sm text-muted">{summary}</p>
      </figcaption>
      {children}
      <details className="text-sm" onToggle={(event) => setUnfolded(event.currentTarget.open)}>
        <summary className="inline-flex min-h-9 pointer-coarse:min-h-11 cursor-pointer items-center font-semibold text-strong underline decoration-line-strong underline-offset-4">
          The numbers as a table<span className="sr-only">: {title}</span>
        </summary>
        {isUnfolded ? (
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            tabIndex={0}
            aria-label={`${title}, numbers`}
            className="mt-2 max-h-96 overflow-y-auto rounded-md border border-line"
          >
            <Table caption={title} columns={columns} rows={rows} rowKey={rowKey} density="compact" />
          </section>
        ) : null}
      </details>
    </figure>
  );
}
