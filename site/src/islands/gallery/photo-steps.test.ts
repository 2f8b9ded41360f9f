import { expect, test } from 'bun:test';
import { nextPhoto, previousPhoto, toPosition } from './photo-steps.ts';

test('EVENT-16 EVENT-18 both ends wrap', () => {
  expect([nextPhoto(0, 30), nextPhoto(29, 30), nextPhoto(0, 1)]).toEqual([1, 0, 0]);
  expect([previousPhoto(1, 30), previousPhoto(0, 30), previousPhoto(0, 1)]).toEqual([0, 29, 0]);
});

test("EVENT-17 'n / total'", () => {
  expect(toPosition(0, 30)).toBe('1 / 30');
});
