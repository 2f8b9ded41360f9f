import { expect, spyOn, test } from 'bun:test';
import type { Database } from '../platform/db/client.ts';
import { countEnrollments } from './enrollment-counts.ts';

test('F13 a kept count is thirty seconds old at most, wherever the clock of the machine is put', async () => {
  let asked = 0;
  const groupBy = async () => {
    asked += 1;
    return [{ id: 'large', count: 50_000 + asked }];
  };
  const db = { select: () => ({ from: () => ({ groupBy }) }) } as unknown as Database;
  const elapsed = spyOn(performance, 'now').mockReturnValue(1000);
  const clock = spyOn(Date, 'now');
  const counts: (number | undefined)[] = [];
  const twoHours = 2 * 3_600_000;
  for (const [ms, jump] of [
    [1000, 0],
    [29_000, twoHours],
    [31_001, -twoHours],
  ] as const) {
    elapsed.mockReturnValue(ms);
    clock.mockReturnValue(1_800_000_000_000 + jump);
    counts.push((await countEnrollments(db, 'leagueId')).get('large'));
  }
  elapsed.mockRestore();
  clock.mockRestore();
  expect(counts).toEqual([50_001, 50_001, 50_002]);
});
