import { expect, test } from 'bun:test';
import { SharedReadings, type Versioned } from './shared-readings.ts';

/** Readings that end when the test says so, each with the version that stands when it ends. */
function open(bytesMax = 1000) {
  const pending: { key: string; end: (version: string) => void; fail: () => void }[] = [];
  const readings = new SharedReadings<{ text: string; bytes: number }>({
    read: (key) =>
      new Promise<Versioned<{ text: string; bytes: number }>>((resolve, reject) => {
        pending.push({
          key,
          end: (version) => resolve({ version, value: { text: `${key}@${version}`, bytes: 100 } }),
          fail: () => reject(new Error('gone')),
        });
      }),
    bytesOf: ({ bytes }) => bytes,
    bytesMax,
  });
  const texts = async (asked: Promise<Versioned<{ text: string }>>[]) =>
    (await Promise.all(asked)).map(({ value }) => value.text);
  return { readings, pending, texts };
}

test('LEADER-11 however many ask at once, one reading serves them, and after it all who come with its version', async () => {
  const { readings, pending, texts } = open();
  const asked = Array.from({ length: 50 }, () => readings.get('a', '1'));
  expect(pending.length).toBe(1);
  pending[0]?.end('1');
  expect(new Set(await texts(asked))).toEqual(new Set(['a@1']));
  expect(await texts([readings.get('a', '1'), readings.get('a', '1')])).toEqual(['a@1', 'a@1']);
  expect(pending.length).toBe(1);
});

test('LEADER-11 nobody is answered by a reading that began before theirs and has another version', async () => {
  const { readings, pending, texts } = open();
  const early = readings.get('a', '1');
  const late = Array.from({ length: 20 }, () => readings.get('a', '2'));
  pending[0]?.end('1');
  expect(await texts([early])).toEqual(['a@1']);
  await Bun.sleep(0);
  // One more for all twenty. What it finds is later than what any of them read, whatever it is called.
  expect(pending.length).toBe(2);
  pending[1]?.end('3');
  expect(new Set(await texts(late))).toEqual(new Set(['a@3']));
});

test('LEADER-11 a reading that fails fails those it was begun for, and the others are read for again', async () => {
  const { readings, pending, texts } = open();
  const early = readings.get('a', '1');
  const late = readings.get('a', '1');
  pending[0]?.fail();
  expect(early).rejects.toThrow('gone');
  await Bun.sleep(0);
  pending[1]?.end('1');
  expect(await texts([late])).toEqual(['a@1']);
  expect(readings.usage).toEqual({ entries: 1, bytes: 100 });
});

test('CALL-30 what the clock changes serves whoever read before that moment, and nobody after', async () => {
  const found = [
    { version: '1', value: 'before', untilMs: 100 },
    { version: '1', value: 'after', untilMs: null },
  ];
  let reads = 0;
  const readings = new SharedReadings<string>({
    read: async () => found[reads++] as Versioned<string>,
    bytesOf: () => 1,
    bytesMax: 10,
  });
  const at = async (ms: number) => (await readings.get('a', '1', ms)).value;
  expect([await at(98), await at(99.9)]).toEqual(['before', 'before']);
  expect([await at(100), await at(1e15)]).toEqual(['after', 'after']);
  expect(reads).toBe(2);
});

test('F12 memory is bounded: what was asked for the longest ago goes first', async () => {
  const { readings, pending, texts } = open(300);
  const read = async (key: string) => {
    const asked = readings.get(key, '1');
    pending.at(-1)?.end('1');
    await asked;
  };
  for (const key of ['a', 'b', 'c']) await read(key);
  expect(readings.usage).toEqual({ entries: 3, bytes: 300 });
  await texts([readings.get('a', '1')]);
  await read('d');
  expect(readings.usage).toEqual({ entries: 3, bytes: 300 });
  const before = pending.length;
  await texts([readings.get('a', '1'), readings.get('c', '1'), readings.get('d', '1')]);
  expect(pending.length).toBe(before);
  await read('b');
  expect(pending.length).toBe(before + 1);
});
