import { beforeEach, expect, test } from 'bun:test';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { closePasskeyNotice, readPasskeyDay } from './PasskeyNotice.tsx';

const LIST = 'GET /users/me/passkeys';
const DAY = '2027-03-01';

const browser = setUpFakeBrowser();
beforeEach(() => localStorage.setItem('accessToken', 'a'));

const overview = (passkeys: object[], requiredFrom: string | null) =>
  ok({ passkeys, recoveryCodesLeft: 0, isAvailable: true, isRequired: false, requiredFrom });

test('P57 staff without a passkey are told the day, nobody else is', async () => {
  browser.answer(LIST, overview([], DAY));
  expect(await readPasskeyDay('u1')).toBe(DAY);
  browser.answer(LIST, overview([{ id: 'k1' }], DAY));
  expect(await readPasskeyDay('u1')).toBeNull();
  browser.answer(LIST, overview([], null));
  expect(await readPasskeyDay('u1')).toBeNull();
  browser.answer(LIST, refusal(500));
  expect(await readPasskeyDay('u1')).toBeNull();
});

test('a notice that was closed stays away from its account in this tab, unasked', async () => {
  browser.answer(LIST, overview([], DAY));
  closePasskeyNotice('u1');
  expect(await readPasskeyDay('u1')).toBeNull();
  expect(browser.sent(LIST)).toHaveLength(0);
  expect(await readPasskeyDay('u2')).toBe(DAY);
});
