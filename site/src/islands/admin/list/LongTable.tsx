import type { ComponentProps } from 'react';
import { Table } from '#site/islands/ui/Table.tsx';
import { useIncrementalList } from '../../shared/list/incremental-list.ts';

/** Draws the rows in sight first. */
export function LongTable<Row>({ rows, rowKey, ...table }: ComponentProps<typeof Table<Row>>) {
  const drawn = useIncrementalList({ keys: rows.map(rowKey) });
  return (
    <div ref={drawn.box} style={drawn.style}>
      <Table {...table} density="compact" rows={rows.slice(0, drawn.count)} rowKey={rowKey} />
    </div>
  );
}
