import { expect, test } from 'bun:test';
import { nextIndex, offsetOf, previousIndex, readSwipe, toPosition } from './slides.ts';

test('HOME-23 HOME-24 HOME-25 CONST-03 beyond 50 px moves, 50 px does not, left is next', () => {
  expect(readSwipe(200, 149)).toBe('next');
  expect(readSwipe(200, 251)).toBe('previous');
  expect(readSwipe(200, 150)).toBeNull();
  expect(readSwipe(200, 250)).toBeNull();
});

test('HOME-20 HOME-21 both ends wrap', () => {
  expect(nextIndex(6, 7)).toBe(0);
  expect(nextIndex(2, 7)).toBe(3);
  expect(previousIndex(0, 7)).toBe(6);
  expect(previousIndex(3, 7)).toBe(2);
  expect([nextIndex(0, 0), previousIndex(0, 0)]).toEqual([0, 0]);
});

test('HOME-18 neighbours stand at one step on either side, also across the ends', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((index) => offsetOf(index, 0, 7))).toEqual([0, 1, 2, 3, -3, -2, -1]);
});

test('EVENT-16 EVENT-18 both ends of the photos wrap', () => {
  expect([nextIndex(0, 30), nextIndex(29, 30), nextIndex(0, 1)]).toEqual([1, 0, 0]);
  expect([previousIndex(1, 30), previousIndex(0, 30), previousIndex(0, 1)]).toEqual([0, 29, 0]);
});

test("EVENT-17 'n / total'", () => {
  expect(toPosition(0, 30)).toBe('1 / 30');
});
