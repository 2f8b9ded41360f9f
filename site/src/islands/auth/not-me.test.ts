import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '../shared/testing/fake-browser.ts';
import { createNotMe } from './not-me.ts';

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
  screen.start('');
  await screen.confirm();
  expect([screen.$state.get().step, browser.sent(REPORT).length]).toEqual(['incomplete', 0]);
  screen.start('#secret');
  expect([screen.$state.get().step, browser.sent(REPORT).length]).toEqual(['asked', 0]);
  await Promise.all([screen.confirm(), screen.confirm()]);
  expect([screen.$state.get().step, browser.sent(REPORT).length]).toEqual(['done', 1]);
});

test('a link that is good for nothing more offers no button; whatever else failed may be tried again', async () => {
  const screen = createNotMe();
  screen.start('#secret');
  browser.answer(REPORT, refusal(503, 'Service temporarily unavailable'));
  await screen.confirm();
  expect(screen.$state.get()).toMatchObject({ step: 'asked', failure: expect.any(String) });
  browser.answer(REPORT, refusal(400, 'Used', { code: 'REPORT_LINK_SPENT' }));
  await screen.confirm();
  expect(screen.$state.get()).toEqual({ step: 'spent', failure: null });
});
