import { expect, test } from 'bun:test';
import { followArrivals, takeFocusWish } from './arrival.ts';
import { openPath } from './router.ts';

test('ROUTE-13 each change of screen scrolls to the top and lets one heading take the focus', () => {
  openPath('/dashboard');
  let scrolls = 0;
  const stop = followArrivals(() => scrolls++);
  expect(takeFocusWish()).toBe(false);
  openPath('/dashboard/leagues');
  expect(scrolls).toBe(1);
  expect(takeFocusWish()).toBe(true);
  expect(takeFocusWish()).toBe(false);
  openPath('/dashboard/leagues?from=menu');
  expect(scrolls).toBe(1);
  stop();
  openPath('/dashboard');
  expect(scrolls).toBe(1);
});
