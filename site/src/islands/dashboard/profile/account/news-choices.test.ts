import { afterEach, beforeEach, expect, test } from 'bun:test';
import { ok, refusal, setUpFakeBrowser } from '../../../shared/testing/fake-browser.ts';
import {
  $newsChoiceResult,
  chooseChannel,
  chooseRhythm,
  clearNewsChoiceResult,
  newsChoices,
} from './news-choices.ts';

const CALL = 'PUT /users/me/news/choices';
const BADGES = {
  kind: 'BADGE_EARNED',
  label: 'Badges',
  isShown: true,
  isMailed: true,
  mail: 'COLLECTED',
  isFixed: false,
} as const;
const browser = setUpFakeBrowser();
beforeEach(() => {
  localStorage.setItem('accessToken', 'a');
  newsChoices.put({ mailRhythm: 'DAILY', kinds: [BADGES] });
});
afterEach(clearNewsChoiceResult);
const shown = () => newsChoices.$state.get().data;

test('choices are shown at once and sent in order, each with its own field alone', async () => {
  browser.answer(CALL, ok({ mailRhythm: 'DAILY', kinds: [] }));
  const first = chooseChannel(BADGES, 'isMailed', false);
  const second = chooseRhythm('DAILY', 'WEEKLY');
  expect(shown()).toEqual({ mailRhythm: 'WEEKLY', kinds: [{ ...BADGES, isMailed: false }] });
  await Promise.all([first, second]);
  expect(browser.sent(CALL).map(({ body }) => body)).toEqual([
    { kinds: [{ kind: 'BADGE_EARNED', isMailed: false }] },
    { mailRhythm: 'WEEKLY' },
  ]);
  expect($newsChoiceResult.get()).toEqual({ kind: 'success', text: 'Saved.' });
});

test('a choice that did not arrive is taken back alone, and says why', async () => {
  browser.answer(CALL, ({ body }) =>
    body && Object.hasOwn(body, 'mailRhythm') ? ok() : refusal(500, 'Something broke'),
  );
  await Promise.all([chooseChannel(BADGES, 'isShown', false), chooseRhythm('DAILY', 'NEVER')]);
  expect(shown()).toEqual({ mailRhythm: 'NEVER', kinds: [BADGES] });
  browser.answer(CALL, 'network');
  await chooseRhythm('NEVER', 'DAILY');
  expect(shown()?.mailRhythm).toBe('NEVER');
  expect($newsChoiceResult.get()).toEqual({
    kind: 'failure',
    text: 'Nothing was changed: Network error. Please try again.',
  });
});
