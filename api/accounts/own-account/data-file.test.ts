import { expect, test } from 'bun:test';
import { product } from '../../platform/process/product.ts';
import { toDataFile } from './data-file.ts';

const EVIL = `<img src=x onerror="alert('1')">&`;

/** Does a piece of work while the product is called otherwise. */
async function called<T>(name: string, work: () => T): Promise<T> {
  const before = product.name;
  product.name = name;
  try {
    return work();
  } finally {
    product.name = before;
  }
}

test('P29 nothing in the page of the own data becomes HTML: values, names of parts and columns, name of the product', async () => {
  const file = await called(EVIL, () =>
    toDataFile(
      {
        [EVIL]: { [EVIL]: EVIL, list: [EVIL], rows: [{ [EVIL]: EVIL, part: EVIL }] },
        account: [{ part: 'fields' }],
      },
      'html',
    ),
  );
  const page = String(file.content);
  expect(page).not.toMatch(/<img|"alert|'1'/i);
  // The product twice, the part in an address, an id and two titles, then a name, a value, an entry, a head and two cells.
  expect(page.toLowerCase().split(Bun.escapeHTML(EVIL))).toHaveLength(1 + 12);
});

test('the name of the file holds letters, digits and hyphens alone', async () => {
  const file = await called('A "B"; ../C\r\nX: y', () =>
    toDataFile({}, 'json', new Date('2026-01-05T12:00:00Z')),
  );
  expect(file.fileName).toBe('a-b-c-x-y-my-data-2026-01-05.json');
});
