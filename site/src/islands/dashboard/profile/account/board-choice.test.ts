import { afterEach, beforeEach, expect, test } from 'bun:test';
import { ok, refusal, setUpFakeBrowser } from '../../../shared/testing/fake-browser.ts';
import { $boardChoice, clearBoardChoice, hideFromBoards } from './board-choice.ts';

const CALL = 'PUT /users/me/learning';

afterEach(clearBoardChoice);
const browser = setUpFakeBrowser();
beforeEach(() => {
  localStorage.setItem('accessToken', 'a');
  browser.answer('GET /auth/profile', ok({ id: 'u1', name: 'Ada', isHiddenFromBoards: true }));
});

test('a choice is sent once, shown while it is on its way, and told in words', async () => {
  browser.answer(CALL, ok({ dailyGoal: 1, isHiddenFromBoards: true }));
  const hiding = hideFromBoards(true);
  expect($boardChoice.get().sent).toBe(true);
  await hideFromBoards(false);
  await hiding;
  expect(browser.sent(CALL).map(({ body }) => body)).toEqual([{ isHiddenFromBoards: true }]);
  expect($boardChoice.get()).toEqual({
    sent: null,
    result: { kind: 'success', text: 'Other learners no longer see you.' },
  });
});

test('a choice that did not arrive is taken back and says why', async () => {
  browser.answer(CALL, refusal(500, 'Something broke'));
  await hideFromBoards(true);
  expect($boardChoice.get()).toMatchObject({ sent: null, result: { kind: 'failure' } });
  browser.answer(CALL, 'network');
  await hideFromBoards(true);
  expect($boardChoice.get().result?.text).toBe('Nothing was changed: Network error. Please try again.');
});
