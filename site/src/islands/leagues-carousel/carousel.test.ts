import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { CAROUSEL_ADVANCE_MS } from '#contract/constants.ts';
import { createCarousel } from './carousel.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('HOME-19 HOME-20 CONST-03 advances every 4000 ms and wraps', () => {
  expect(CAROUSEL_ADVANCE_MS).toBe(4000);
  const carousel = createCarousel(3);
  jest.advanceTimersByTime(9000);
  expect(carousel.$index.get()).toBe(0);
  carousel.play();
  jest.advanceTimersByTime(3999);
  expect(carousel.$index.get()).toBe(0);
  jest.advanceTimersByTime(1);
  expect(carousel.$index.get()).toBe(1);
  jest.advanceTimersByTime(8000);
  expect(carousel.$index.get()).toBe(0);
  carousel.stop();
  jest.advanceTimersByTime(20_000);
  expect(carousel.$index.get()).toBe(0);
});

test('HOME-15 HOME-21 a step by hand moves at once and starts the wait anew', () => {
  const carousel = createCarousel(3);
  carousel.play();
  jest.advanceTimersByTime(3000);
  carousel.goPrevious();
  expect(carousel.$index.get()).toBe(2);
  jest.advanceTimersByTime(3999);
  expect(carousel.$index.get()).toBe(2);
  carousel.goNext();
  expect(carousel.$index.get()).toBe(0);
  carousel.goTo(1);
  expect(carousel.$index.get()).toBe(1);
  carousel.stop();
});

test('HOME-13 one league alone never advances', () => {
  const carousel = createCarousel(1);
  carousel.play();
  jest.advanceTimersByTime(9000);
  expect(carousel.$index.get()).toBe(0);
});
