import { afterEach, beforeEach, expect, test } from 'bun:test';
import { ok, refusal, setUpFakeBrowser } from '../../../shared/testing/fake-browser.ts';
import { $toasts } from '../../../shared/toast/toast.ts';
import { choose, newsChoices } from './news-choices.ts';

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
afterEach(() => $toasts.set([]));
const told = () => $toasts.get().at(-1)?.text;
const shown = () => newsChoices.$state.get().data;

test('choices are shown at once and sent in order, each with its own field alone', async () => {
  browser.answer(CALL, ok({ mailRhythm: 'DAILY', kinds: [] }));
  const first = choose({ kinds: [{ kind: 'BADGE_EARNED', isMailed: false }] }, { kinds: [BADGES] });
  const second = choose({ mailRhythm: 'WEEKLY' }, { mailRhythm: 'DAILY' });
  expect(shown()).toEqual({ mailRhythm: 'WEEKLY', kinds: [{ ...BADGES, isMailed: false }] });
  await Promise.all([first, second]);
  expect(browser.sent(CALL).map(({ body }) => body)).toEqual([
    { kinds: [{ kind: 'BADGE_EARNED', isMailed: false }] },
    { mailRhythm: 'WEEKLY' },
  ]);
  expect(told()).toBe('Saved.');
});

test('a choice that did not arrive is taken back alone, and says why', async () => {
  browser.answer(CALL, ({ body }) =>
    body && Object.hasOwn(body, 'mailRhythm') ? ok() : refusal(500, 'Something broke'),
  );
  await Promise.all([
    choose({ kinds: [{ kind: 'BADGE_EARNED', isShown: false }] }, { kinds: [BADGES] }),
    choose({ mailRhythm: 'NEVER' }, { mailRhythm: 'DAILY' }),
  ]);
  expect(shown()).toEqual({ mailRhythm: 'NEVER', kinds: [BADGES] });
  browser.answer(CALL, 'network');
  await choose({ mailRhythm: 'DAILY' }, { mailRhythm: 'NEVER' });
  expect(shown()?.mailRhythm).toBe('NEVER');
  expect(told()).toBe('Nothing was changed: Network error. Please try again.');
});
