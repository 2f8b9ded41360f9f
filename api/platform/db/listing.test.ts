import { expect, test } from 'bun:test';
import { readInBatches } from './paging.ts';

test('a listing is read in its order, 250 rows at a time; rows that are gone are left out, none comes twice', async () => {
  const ids = Array.from({ length: 2500 }, (_, index) => `row-${(index * 7919) % 2500}`);
  const sizes: number[] = [];
  const rows: string[] = [];
  const batches = readInBatches({
    ids,
    read: async (batch) => {
      sizes.push(batch.length);
      return batch
        .filter((id) => id !== 'row-5')
        .toSorted()
        .map((id) => ({ id }));
    },
  });
  for await (const batch of batches) rows.push(...batch.map(({ id }) => id));
  expect(sizes).toEqual(Array(10).fill(250));
  expect(rows).toEqual(ids.filter((id) => id !== 'row-5'));
});
