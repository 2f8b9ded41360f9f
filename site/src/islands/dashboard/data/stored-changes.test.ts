import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createQuery, forgetQueries } from '#site/islands/shared/query/query.ts';
import { ok, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { followOtherTabs, publishStoredChange } from './stored-changes.ts';

class FakeDocument extends EventTarget {
  visibilityState = 'visible';
}

afterEach(() => {
  stop();
  otherTab.close();
  forgetQueries();
  Reflect.deleteProperty(globalThis, 'document');
});
const browser = setUpFakeBrowser();
let page: FakeDocument;
let otherTab: BroadcastChannel;
let stop = () => {};
beforeEach(() => {
  browser.answer('GET /progress/dashboard', ok({}));
  page = new FakeDocument();
  Object.defineProperty(globalThis, 'document', { value: page, configurable: true });
  otherTab = new BroadcastChannel('stored-changes');
  stop = followOtherTabs();
});

test('a change in another tab, and coming back to this one, asks again for what is on the screen without a sign of it', async () => {
  let count = 0;
  const query = createQuery('league-ml', async () => ++count);
  const answered = async (answer: number) => {
    while (query.$state.get().data !== answer) await Bun.sleep(1);
  };
  const leave = query.watch();
  await answered(1);
  otherTab.postMessage(null);
  await answered(2);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(query.$state.get().isLoading).toBe(false);
  await answered(3);
  leave();
  page.dispatchEvent(new Event('visibilitychange'));
  expect([count, query.$state.get().data]).toEqual([3, 3]);
  // It is asked for again when it is shown the next time.
  expect(await query.ensure()).toBe(true);
});

test('other tabs hear of a change that the server took', async () => {
  const heard = new Promise((resolve) => {
    otherTab.onmessage = resolve;
  });
  publishStoredChange();
  await heard;
});
