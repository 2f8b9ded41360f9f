import { expect, test } from 'bun:test';
import {
  type CheckedCertificate,
  describeCompletion,
  findSize,
  toDay,
  toFailureText,
  toRenaming,
  toWithdrawal,
} from './certificate-texts.ts';

const certificate: CheckedCertificate = {
  code: '7K3M-Q9TX-2BND',
  kind: 'LEAGUE',
  title: 'Finance & Co',
  issuer: 'A league',
  completedAt: '2026-09-30T20:00:00.000Z',
  completedOn: '2026-10-01',
  issuedAt: '2026-09-30T20:00:00.000Z',
  holderName: 'ਹਰਲੀਨ ਕੌਰ',
  renamedAt: null,
  renamingReason: null,
  renamedOn: null,
  withdrawnAt: null,
  withdrawnOn: null,
  reason: null,
};

test('the day of a certificate is the same in every time zone', () => {
  expect(toDay('2026-10-01')).toBe('October 1, 2026');
  expect([toDay(null), toDay('soon')]).toEqual(['', '']);
});

test('what it is for, and why it no longer counts', () => {
  expect(describeCompletion('LEAGUE')).toContain('every topic of the league');
  expect(describeCompletion('SPECIALIZATION')).toContain('every league of the specialization');
  const withdrawn = {
    ...certificate,
    withdrawnAt: '2026-11-01T20:00:00.000Z',
    withdrawnOn: '2026-11-02',
  };
  expect(toWithdrawal({ ...withdrawn, reason: 'Copied <b>' })).toEqual({
    lead: 'It was revoked on November 2, 2026, for this reason:',
    reason: 'Copied <b>',
  });
  expect(toWithdrawal(withdrawn).lead).toContain('account of its holder was deleted on November 2, 2026');
});

test('a corrected name is told with its day and its reason', () => {
  expect(toRenaming(certificate)).toBe('');
  const renamed = { ...certificate, renamedOn: '2026-11-02', renamingReason: 'Misspelt <b>' };
  expect(toRenaming(renamed)).toBe('Name corrected on November 2, 2026: Misspelt <b>');
});

test('a failed check says nothing about the certificate', () => {
  expect(toFailureText(0, null)).toContain('says nothing about the certificate');
  expect(toFailureText(500, null)).toContain('says nothing about the certificate');
  expect(toFailureText(429, 61)).toEndWith('Try again in 2 minutes.');
  expect(toFailureText(429, null)).toEndWith('Try again in 1 minute.');
});

test('the largest size that fits is taken, else the smallest', () => {
  expect(findSize([9, 7, 5], (size) => size < 8)).toBe(7);
  expect(findSize([9, 7, 5], () => false)).toBe(5);
});
