import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '../shared/testing/fake-browser.ts';
import { createNotMe, USED } from './not-me.ts';

const SECRET = `#${'s'.repeat(43)}`;
const REPORT = 'POST /auth/report-sign-in';
let browser: FakeBrowser;
beforeEach(() => {
  browser = openFakeBrowser();
});
afterEach(() => browser.close());

test('nothing is sent before the button is pressed, and nothing without a secret', async () => {
  browser.answer(REPORT, ok());
  const screen = createNotMe();
  await screen.confirm();
  for (const half of ['', '#', SECRET.slice(0, -1), `${SECRET}s`]) {
    screen.start(half);
    await screen.confirm();
    expect([half, screen.$state.get().step, browser.sent(REPORT).length]).toEqual([half, 'incomplete', 0]);
  }
  screen.start(SECRET);
  expect([screen.$state.get().step, browser.sent(REPORT).length]).toEqual(['asked', 0]);
  await Promise.all([screen.confirm(), screen.confirm()]);
  expect([screen.$state.get().step, browser.sent(REPORT).length]).toEqual(['done', 1]);
  const reloaded = createNotMe();
  reloaded.start(USED);
  expect(reloaded.$state.get().step).toBe('spent');
});

test('a link that is good for nothing more offers no button; whatever else failed may be tried again', async () => {
  const screen = createNotMe();
  screen.start(SECRET);
  browser.answer(REPORT, refusal(503, 'Service temporarily unavailable'));
  await screen.confirm();
  expect(screen.$state.get()).toMatchObject({ step: 'asked', failure: expect.any(String) });
  browser.answer(REPORT, refusal(400, 'Used', { code: 'REPORT_LINK_SPENT' }));
  await screen.confirm();
  expect(screen.$state.get()).toEqual({ step: 'spent', failure: null });
});
