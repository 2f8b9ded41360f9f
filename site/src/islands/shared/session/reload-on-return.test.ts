import { afterEach, expect, test } from 'bun:test';
import { ok, setUpFakeBrowser } from '../testing/fake-browser.ts';
import { reloadUserOnReturn } from './reload-on-return.ts';
import { stopSession } from './session.ts';

const PROFILE = 'GET /auth/profile';
const browser = setUpFakeBrowser();
afterEach(() => {
  stopSession();
  Reflect.deleteProperty(globalThis, 'document');
});

test('a tab that comes back, and each other occasion, reloads the account every 20 seconds at most', async () => {
  localStorage.setItem('accessToken', 'a');
  browser.answer(PROFILE, ok({ id: 'u1', unreadNews: 2 }));
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  Object.assign(globalThis, { document: page });
  let now = 0;
  let navigate = () => {};
  const stop = reloadUserOnReturn(
    (reload) => {
      navigate = reload;
      return () => {};
    },
    () => now,
  );
  const turn = async (state: string, at: number) => {
    page.visibilityState = state;
    now = at;
    page.dispatchEvent(new Event('visibilitychange'));
    await Bun.sleep(1);
    return browser.sent(PROFILE).length;
  };
  expect(await turn('visible', 19_999)).toBe(0);
  expect(await turn('hidden', 20_000)).toBe(0);
  expect(await turn('visible', 20_000)).toBe(1);
  expect(await turn('visible', 39_999)).toBe(1);
  now = 40_000;
  navigate();
  await Bun.sleep(1);
  expect(browser.sent(PROFILE)).toHaveLength(2);
  stop();
  expect(await turn('visible', 90_000)).toBe(2);
});
