import { expect, test } from 'bun:test';
import { NEWS_ERRORS } from '#contract/news.ts';
import { ok, refusal, setUpFakeBrowser } from '../shared/testing/fake-browser.ts';
import { createUnsubscribe } from './unsubscribe.ts';

const CALL = 'POST /news/unsubscribe/t0ken';
const browser = setUpFakeBrowser();

test('opening the link stops nothing; the button does, and the screen says what was stopped', async () => {
  const screen = createUnsubscribe();
  browser.answer(CALL, ok({ stopped: 'Badges' }));
  await screen.confirm();
  screen.start('#t0ken');
  expect([screen.$state.get(), browser.requests.length]).toEqual([{ step: 'asked', failure: null }, 0]);
  const stopping = screen.confirm();
  await screen.confirm();
  await stopping;
  expect(screen.$state.get()).toEqual({ step: 'done', stopped: 'Badges' });
  expect(browser.sent(CALL)).toHaveLength(1);
});

test('a link that is cut off sends nothing; after a failure it may be tried again', async () => {
  const screen = createUnsubscribe();
  screen.start('');
  await screen.confirm();
  expect(screen.$state.get()).toEqual({
    step: 'asked',
    failure: 'This link is not complete. Open it from the message again.',
  });
  expect(browser.requests).toEqual([]);
  screen.start('#t0ken');
  browser.answer(CALL, 'network');
  await screen.confirm();
  expect(screen.$state.get()).toEqual({ step: 'asked', failure: 'Network error. Please try again.' });
  const { text } = NEWS_ERRORS.UNSUBSCRIBE_LINK_INVALID;
  browser.answer(CALL, refusal(400, text, { code: 'UNSUBSCRIBE_LINK_INVALID' }));
  await screen.confirm();
  expect(screen.$state.get()).toEqual({ step: 'asked', failure: text });
});
