import { expect, test } from 'bun:test';
import { NEWS_ERRORS } from '#contract/news.ts';
import { ok, refusal, setUpFakeBrowser } from '../shared/testing/fake-browser.ts';
import { createUnsubscribe } from './unsubscribe.ts';

const CALL = 'POST /news/unsubscribe/t0ken';
const browser = setUpFakeBrowser();
function open(fragment: string) {
  let stopped: string | null = null;
  const { form, start } = createUnsubscribe((kind) => {
    stopped = kind;
  });
  start(fragment);
  const state = () => ({ failure: form.$form.get().failure, stopped });
  return { submit: form.submit, start, state };
}
const refused = refusal(400, NEWS_ERRORS.UNSUBSCRIBE_LINK_INVALID.text, { code: 'UNSUBSCRIBE_LINK_INVALID' });

test('opening the link stops nothing; the button does, and the screen says what was stopped', async () => {
  const screen = open('#t0ken');
  browser.answer(CALL, ok({ stopped: 'Badges' }));
  expect([screen.state(), browser.requests.length]).toEqual([{ failure: null, stopped: null }, 0]);
  const stopping = screen.submit();
  await screen.submit();
  await stopping;
  expect(screen.state()).toEqual({ failure: null, stopped: 'Badges' });
  expect(browser.sent(CALL)).toHaveLength(1);
});

test('after a failure it may be tried again; another link in the same tab asks again', async () => {
  const screen = open('#t0ken');
  browser.answer(CALL, 'network');
  await screen.submit();
  expect(screen.state()).toEqual({ failure: 'Network error. Please try again.', stopped: null });
  browser.answer(CALL, ok({ stopped: 'Badges' }));
  await screen.submit();
  expect(screen.state()).toEqual({ failure: null, stopped: 'Badges' });
  screen.start('#other');
  expect(screen.state()).toEqual({ failure: null, stopped: null });
  browser.answer('POST /news/unsubscribe/other', refused);
  await screen.submit();
  expect(screen.state()).toEqual({ failure: NEWS_ERRORS.UNSUBSCRIBE_LINK_INVALID.text, stopped: null });
});

test('a link that is cut off does not work', async () => {
  const screen = open('');
  browser.answer('POST /news/unsubscribe/-', refused);
  await screen.submit();
  expect(screen.state()).toEqual({ failure: NEWS_ERRORS.UNSUBSCRIBE_LINK_INVALID.text, stopped: null });
});
