import { expect, test } from 'bun:test';
import { selectedKeys } from './data-table.ts';

test('the chosen keys', () => {
  expect(selectedKeys({ a: true, c: true })).toEqual(['a', 'c']);
});
