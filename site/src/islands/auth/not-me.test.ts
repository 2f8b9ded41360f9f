import { beforeEach, expect, test } from 'bun:test';
import { ok, refusal, setUpFakeBrowser } from '../shared/testing/fake-browser.ts';
import { createNotMe } from './not-me.ts';

const SECRET = `#${'s'.repeat(43)}`;
const REPORT = 'POST /auth/report-sign-in';
const CHECK = 'POST /auth/report-sign-in/check';
const browser = setUpFakeBrowser();
beforeEach(() => browser.answer(CHECK, ok()));

test('a link that is good for nothing more offers no button; whatever else failed may be tried again', async () => {
  const screen = createNotMe();
  await screen.start(SECRET);
  browser.answer(REPORT, refusal(503, 'Service temporarily unavailable'));
  await screen.confirm();
  expect(screen.$state.get()).toMatchObject({ step: 'asked', failure: expect.any(String) });
  browser.answer(REPORT, refusal(400, 'Used', { code: 'REPORT_LINK_SPENT' }));
  await screen.confirm();
  expect(screen.$state.get()).toEqual({ step: 'spent', failure: null });
});

test('a link that was used says so at once; a check that fails leaves the button', async () => {
  const screen = createNotMe();
  browser.answer(CHECK, refusal(400, 'Used', { code: 'REPORT_LINK_SPENT' }));
  await screen.start(SECRET);
  expect(screen.$state.get()).toEqual({ step: 'spent', failure: null });
  browser.answer(CHECK, refusal(503, 'Service temporarily unavailable'));
  await screen.start(SECRET);
  expect(screen.$state.get()).toEqual({ step: 'asked', failure: null });
});
