import { expect, test } from 'bun:test';
import { toLinkedInAddress } from './linkedin.ts';

const award = { title: 'Finance & Co', issuer: 'A league', completedOn: '2026-10-01' };

const fieldsOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

test('LinkedIn gets title, issuer, month, code and address, each encoded', () => {
  const page = 'https://league.example/certificates/7K3M-Q9TX-2BND';
  const address = toLinkedInAddress({ ...award, code: '7K3M-Q9TX-2BND' }, page);
  expect(address).toStartWith('https://www.linkedin.com/profile/add?');
  expect(fieldsOf(address)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'Finance & Co',
    organizationName: 'A league',
    issueYear: '2026',
    issueMonth: '10',
    certUrl: page,
    certId: '7K3M-Q9TX-2BND',
  });
});

test('an award without a code has no id on LinkedIn, and January is month 1', () => {
  const page = 'https://league.example/verify';
  const fields = fieldsOf(toLinkedInAddress({ ...award, completedOn: '2026-01-31', code: null }, page));
  expect(fields).toMatchObject({ issueMonth: '1', certUrl: page });
  expect(fields).not.toContainKey('certId');
});
