import { expect, test } from 'bun:test';
import { choose, selectedKeys } from './data-table.ts';

test('the chosen keys', () => {
  expect(selectedKeys({ a: true, c: true })).toEqual(['a', 'c']);
});

test('rows join the choice and leave it; the others stay', () => {
  expect(choose({ a: true }, ['a', 'b'], true)).toEqual({ a: true, b: true });
  expect(choose({ a: true, b: true, c: true }, ['a', 'b'], false)).toEqual({ c: true });
});
