import { expect, test } from 'bun:test';
import { REVOCATION_REASON_MAX_LENGTH, type WaitingCertificate } from '#contract/certificates.ts';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { toWaitingText, validateNameChange } from './own-certificates.ts';

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
