import { expect, test } from 'bun:test';
import { readSwipe } from './swipe.ts';

test('HOME-23 HOME-24 HOME-25 CONST-03 beyond 50 px moves, 50 px does not, left is next', () => {
  expect(readSwipe(200, 149)).toBe('next');
  expect(readSwipe(200, 251)).toBe('previous');
  expect(readSwipe(200, 150)).toBeNull();
  expect(readSwipe(200, 250)).toBeNull();
});
