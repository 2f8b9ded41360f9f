import { afterEach, expect, spyOn, test } from 'bun:test';
import { readHomeList } from './home-data.ts';

const warn = spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());

interface Card {
  id: string;
  name: string;
}

test('HOME-62 data in the right shape passes in silence', () => {
  expect(readHomeList<Card>('leagues', [{ id: 'ml', name: 'ML' }], ['id', 'name'])).toEqual([
    { id: 'ml', name: 'ML' },
  ]);
  expect(warn).not.toHaveBeenCalled();
});

test.each([[null], [undefined], [{}], ['text'], [[{ id: 'ml' }]], [[null]]])(
  'HOME-62 wrong shape %j shows nothing and warns',
  (value) => {
    expect(readHomeList<Card>('leagues', value, ['id', 'name'])).toEqual([]);
    expect(warn.mock.calls[0]?.[0]).toContain("'leagues'");
  },
);
