import { expect, test } from 'bun:test';
import { fromLocalInput, toLocalInput } from './local-time.ts';

test("AASSIGN-10 a moment survives the way through the date box, in the reader's time zone", () => {
  const moment = '2026-11-21T18:30:00.000Z';
  expect(toLocalInput(moment)).toMatch(/^2026-11-2\dT\d\d:\d\d$/);
  expect(fromLocalInput(toLocalInput(moment))).toBe(moment);
});

test('no moment stays none', () => {
  expect(toLocalInput(null)).toBe('');
  expect(toLocalInput('nonsense')).toBe('');
  expect(fromLocalInput('')).toBeNull();
  expect(fromLocalInput('nonsense')).toBeNull();
});
