import { afterEach, beforeEach, expect, test } from 'bun:test';
import { setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { pollWhileVisible } from './poll.ts';

const EVERY_MS = 20;

class FakeDocument extends EventTarget {
  visibilityState = 'visible';
  look(state: 'visible' | 'hidden') {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'document', own);
  else Reflect.deleteProperty(globalThis, 'document');
});
setUpFakeBrowser();
let page: FakeDocument;
const own = Object.getOwnPropertyDescriptor(globalThis, 'document');
beforeEach(() => {
  page = new FakeDocument();
  Object.defineProperty(globalThis, 'document', { value: page, configurable: true });
});

test('a page that nobody sees asks nothing, and asks at once when it is looked at again', async () => {
  let asked = 0;
  const stop = pollWhileVisible(() => {
    asked += 1;
  }, EVERY_MS);
  await Bun.sleep(3 * EVERY_MS);
  expect(asked).toBeGreaterThan(0);
  page.look('hidden');
  asked = 0;
  await Bun.sleep(3 * EVERY_MS);
  expect(asked).toBe(0);
  page.look('visible');
  expect(asked).toBe(1);
  stop();
  page.look('visible');
  await Bun.sleep(2 * EVERY_MS);
  expect(asked).toBe(1);
});
