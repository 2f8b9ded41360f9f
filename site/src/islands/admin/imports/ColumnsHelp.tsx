import { useState } from 'react';
import { IMPORT_COLUMNS, type ImportColumn, type ImportKind } from '#contract/import-columns.ts';
import { Disclosure } from '#site/islands/ui/Disclosure.tsx';
import { type Column, Table } from '#site/islands/ui/Table.tsx';

const COLUMNS: readonly Column<ImportColumn>[] = [
  {
    key: 'header',
    header: 'Column',
    isRowHeader: true,
    cell: ({ header }) => <span className="font-semibold text-strong">{header}</span>,
  },
  { key: 'hint', header: 'Contents', bare: true, cell: ({ hint }) => hint },
  {
    key: 'sample',
    header: 'For example',
    cell: ({ sample }) => <span className="wrap-anywhere text-muted">{sample || '–'}</span>,
  },
];

export function ColumnsHelp({ kind }: { kind: ImportKind }) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure className="-mx-2" title="Columns of the file" open={open} onToggle={setOpen}>
      <div className="grid gap-3 px-2 pt-2">
        <p className="max-w-measure text-sm text-muted">
          The first line names the columns, in any order; other columns are ignored. You can import an
          exported list as it is: rows are matched by ID, in any order.
        </p>
        <Table
          caption="Columns of the file"
          density="compact"
          columns={COLUMNS}
          rows={IMPORT_COLUMNS[kind]}
          rowKey={({ field }) => field}
        />
      </div>
    </Disclosure>
  );
}
