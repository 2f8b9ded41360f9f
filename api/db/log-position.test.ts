import { expect, test } from 'bun:test';
import { LagMeter, splitPosition, toBytes } from './log-position.ts';

test('a place in the log is a number of bytes, a position names its timeline as well', () => {
  expect(toBytes('0/0')).toBe(0n);
  expect(toBytes('0/3A1F28')).toBe(0x3a1f28n);
  expect(toBytes('2A/FF000000')).toBe(0x2aff000000n);
  expect(splitPosition('0000000B 2A/FF000000')).toEqual({ timeline: 11, place: '2A/FF000000' });
});

test('lag is the age of the oldest place of the log that the copy has not reached', () => {
  const meter = new LagMeter();
  expect(meter.note(100n, 100n, 0)).toBe(0);
  expect(meter.note(200n, 150n, 250)).toBe(0);
  expect(meter.note(300n, 199n, 500)).toBe(250);
  // Reached what was looked at first, not yet what came after it.
  expect(meter.note(400n, 299n, 750)).toBe(250);
  expect(meter.note(400n, 399n, 1000)).toBe(250);
  expect(meter.note(400n, 400n, 1250)).toBe(0);
});

test('a primary that does not answer adds nothing, and what its copy lacks grows older', () => {
  const meter = new LagMeter();
  meter.note(200n, 100n, 0);
  expect(meter.note(null, 150n, 3000)).toBe(3000);
  expect(meter.note(null, 200n, 3250)).toBe(0);
});

test('the meter keeps as much as it needs, however long a copy stands still', () => {
  const meter = new LagMeter();
  for (let look = 0; look < 20_000; look++) meter.note(BigInt(look + 1), 0n, look * 250);
  expect(meter.note(30_000n, 0n, 20_000 * 250)).toBe(20_000 * 250);
  expect(meter.note(30_000n, 30_000n, 20_001 * 250)).toBe(0);
  expect((meter as unknown as { marks: unknown[] }).marks).toHaveLength(0);
});
