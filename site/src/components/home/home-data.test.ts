import { afterEach, expect, spyOn, test } from 'bun:test';
import { pickFeatured, readHomeList } from './home-data.ts';

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

test('HOME-28 HOME-30 CONST-01 three featured at most, none when none is featured', () => {
  const event = (featured: boolean) => ({ data: { featured } });
  expect(pickFeatured([true, false, true, true, true].map(event))).toHaveLength(3);
  expect(pickFeatured([event(false)])).toEqual([]);
});
