import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { DataTable } from './DataTable.tsx';
import { createListState } from './list-state.ts';

const list = createListState({
  address: { read: () => new URLSearchParams(), write: () => {}, follow: () => () => {} },
});
const draw = (rows: number) =>
  renderToStaticMarkup(
    <DataTable
      caption="people"
      columns={[{ key: 'name', header: 'Name', cell: (name: string) => name }]}
      rows={Array.from({ length: rows }, (_, index) => `Person ${index}`)}
      rowKey={(name) => name}
      rowLabel={(name) => name}
      list={list}
      total={200}
    />,
  );

test('the buttons that turn the page come when all rows above them are there, and never move under the finger', () => {
  expect(draw(12)).toContain('Next page');
  const long = draw(50);
  expect([long.includes('Person 11'), long.includes('Person 12'), long.includes('Next page')]).toEqual([
    true,
    false,
    false,
  ]);
});
