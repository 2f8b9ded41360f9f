import { expect, test } from 'bun:test';
import { createPageCache } from './board.ts';

const LEARNER = { seesHidden: false };

/** A cache over a ranking whose version the test sets. */
function setUp() {
  let clock = 0;
  let version = '5-100';
  let oldest = 7n;
  let reads = 0;
  const find = createPageCache(
    async () => {
      reads++;
      return { readAt: { version, oldest, next: oldest } };
    },
    { now: () => clock },
  );
  const countReads = async (work: () => Promise<unknown>) => {
    const before = reads;
    await work();
    return reads - before;
  };
  return {
    find,
    countReads,
    pass: (ms: number) => {
      clock += ms;
    },
    change: (to: string, done = oldest) => {
      version = to;
      oldest = done;
    },
  };
}

test('fault 10 LEADER-11 a page is read once a second for all who ask', async () => {
  const { find, countReads, pass } = setUp();
  const ask = () => Promise.all(Array.from({ length: 20 }, () => find({ ...LEARNER, page: '2' })));
  expect(await countReads(ask)).toBe(1);
  pass(999);
  expect(await countReads(ask)).toBe(0);
  expect(await countReads(() => find({ ...LEARNER, page: '3' }))).toBe(1);
  pass(1);
  expect(await countReads(ask)).toBe(1);
});

test('LEADER-11 all who name a newer version share one reading that shows it', async () => {
  const { find, countReads, change } = setUp();
  await find(LEARNER);
  change('6-100');
  const ask = (version: string) => () =>
    Promise.all(Array.from({ length: 20 }, () => find(LEARNER, version)));
  expect(await countReads(ask('5-100'))).toBe(0);
  expect(await countReads(ask('6-100'))).toBe(1);
  expect(await countReads(ask('6-100'))).toBe(0);
  // What was under way at the event is done.
  change('6-100', 9n);
  expect(await countReads(ask('6-100-9'))).toBe(1);
  expect(await countReads(ask('6-100-9'))).toBe(0);
});

test('LEADER-11 a version of the future or of no event keeps nothing old for others', async () => {
  const { find, countReads, change } = setUp();
  for (const version of ['', 'x', '9', '9-900', '5-100-x']) {
    await find(LEARNER, version);
    expect([version, await countReads(() => find(LEARNER, version))]).toEqual([version, 1]);
  }
  change('9-900');
  expect(await countReads(() => find(LEARNER, '9-900'))).toBe(1);
});

test('F12 a hundred pages are kept; the one read the longest ago goes first', async () => {
  const { find, countReads } = setUp();
  for (let page = 1; page <= 101; page++) await find({ ...LEARNER, page: String(page) });
  expect(await countReads(() => find({ ...LEARNER, page: '101' }))).toBe(0);
  expect(await countReads(() => find({ ...LEARNER, page: '1' }))).toBe(1);
});

test('LEADER-15 a page that could not be read is read again', async () => {
  let isBroken = true;
  const find = createPageCache(async () => {
    if (isBroken) throw new Error('gone');
    return { readAt: { version: '1-1', oldest: 1n, next: 1n } };
  });
  await expect(find(LEARNER)).rejects.toThrow('gone');
  isBroken = false;
  expect((await find(LEARNER)).readAt.version).toBe('1-1');
});
