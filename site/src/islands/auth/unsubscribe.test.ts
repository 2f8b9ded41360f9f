import { expect, test } from 'bun:test';
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

test('a link that the server does not know offers no button; after any other failure it may be tried again', async () => {
  const screen = createUnsubscribe();
  screen.start('');
  expect(screen.$state.get()).toEqual({ step: 'invalid' });
  screen.start('#t0ken');
  browser.answer(CALL, 'network');
  await screen.confirm();
  expect(screen.$state.get()).toEqual({ step: 'asked', failure: 'Network error. Please try again.' });
  browser.answer(CALL, refusal(400, 'Wrong', { code: 'UNSUBSCRIBE_LINK_INVALID' }));
  await screen.confirm();
  expect(screen.$state.get()).toEqual({ step: 'invalid' });
});
