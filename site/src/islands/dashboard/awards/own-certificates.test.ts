import { afterEach, beforeEach, expect, test } from 'bun:test';
import { REVOCATION_REASON_MAX_LENGTH, type WaitingCertificate } from '#contract/certificates.ts';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { keepAccount } from '#site/islands/shared/offline/kept-account.ts';
import { forgetQueries } from '#site/islands/shared/query/query.ts';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '#site/islands/shared/testing/fake-browser.ts';
import {
  createAppealForm,
  createNameChangeForm,
  toWaitingText,
  validateNameChange,
} from './own-certificates.ts';

const APPEAL = 'POST /certificate-holds/h1/appeal';
const NAME_CHANGE = 'POST /certificates/c1/name-changes';

let browser: FakeBrowser;
const signIn = (id: string) => keepAccount({ id } as Parameters<typeof keepAccount>[0]);
beforeEach(() => {
  browser = openFakeBrowser();
  browser.answer('GET /certificates', ok({ certificates: [], waiting: [] }));
  signIn('u1');
});
afterEach(() => {
  forgetQueries();
  browser.close();
});

test('P45 what is typed into an appeal waits for its account until it is sent', async () => {
  const open = (id = 'h1') => createAppealForm(id, () => undefined);
  const textOf = (form = open()) => form.$form.get().values.appeal;
  open().change('appeal', 'I learned it at work');
  expect([textOf(), textOf(open('h2'))]).toEqual(['I learned it at work', '']);
  signIn('u2');
  expect(textOf()).toBe('');
  signIn('u1');
  browser.answer(APPEAL, refusal(409, 'Too late'));
  const form = open();
  await form.submit();
  expect(textOf()).toBe('I learned it at work');
  browser.answer(APPEAL, ok({}));
  await form.submit();
  expect([textOf(), sessionStorage.length]).toEqual(['', 0]);
});

test('P45 so does a correction of a name; a field that nobody touched is no part of it', async () => {
  const open = (holderName = 'Asha Verma') => createNameChangeForm('c1', holderName, () => undefined);
  open().change('reason', 'Married');
  // Corrected meanwhile: the name that stands there now is the one to begin with.
  expect(open('Asha V').$form.get().values).toEqual({ name: 'Asha V', reason: 'Married' });
  open().change('name', 'Asha Rao');
  const form = open();
  expect(form.$form.get().values).toEqual({ name: 'Asha Rao', reason: 'Married' });
  browser.answer(NAME_CHANGE, ok({}));
  await form.submit();
  expect([open().$form.get().values.name, sessionStorage.length]).toEqual(['Asha Verma', 0]);
});

test('a name change is judged by the rules of the contract', () => {
  const faults = (name: string, reason: string) => validateNameChange({ name, reason });
  expect(faults('Asha Verma', 'Married')).toEqual({});
  expect(faults(' ', ' x ')).toEqual({
    name: 'Name is required',
    reason: 'Reason must be 3 characters or more',
  });
  const long = faults('ਹ'.repeat(NAME_MAX_LENGTH + 1), 'x'.repeat(REVOCATION_REASON_MAX_LENGTH + 1));
  expect(Object.values(long)).toEqual([
    'Name must be 120 characters or less',
    'Reason must be 500 characters or less',
  ]);
});

test('what a certificate waits for is said in order: a look, an appeal, the assignment', () => {
  const base: WaitingCertificate = { leagueId: 'l', title: 'Finance', lacksApproval: true, hold: null };
  const hold = { id: 'h', heldAt: '', outcome: null, reason: null, appeal: null, mayAppeal: false };
  expect([
    toWaitingText(base),
    toWaitingText({ ...base, hold }),
    toWaitingText({ ...base, hold: { ...hold, appeal: 'I knew it' } }),
    toWaitingText({ ...base, hold: { ...hold, outcome: 'DECLINED', reason: 'Not read', mayAppeal: true } }),
    toWaitingText({ ...base, hold: { ...hold, outcome: 'ISSUED' } }),
  ]).toEqual([
    'The certificate comes with the approval of your assignment.',
    expect.stringContaining('faster than we expect'),
    'Somebody else looks at your appeal now.',
    'The certificate was declined',
    'The certificate comes with the approval of your assignment.',
  ]);
});
