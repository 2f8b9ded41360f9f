import { expect, test } from 'bun:test';
import type { CertificateRow } from '#contract/certificates.ts';
import { holderOf, toRowName, withCertificate } from './certificate-list.ts';

const row: CertificateRow = {
  id: 'c1',
  code: '7K3M-Q9TX-2BND',
  kind: 'LEAGUE',
  title: 'Finance',
  issuer: 'A league',
  completedAt: '2026-01-01T00:00:00.000Z',
  issuedAt: '2026-01-01T00:00:00.000Z',
  state: 'genuine',
  holderName: 'Asha Verma',
  user: { id: 'u1', name: 'Asha Verma', email: 'asha@example.test' },
  leagueId: 'l1',
  specializationId: null,
  renamedAt: null,
  renamingReason: null,
  revokedAt: null,
  reason: null,
  revokedBy: null,
  erasedAt: null,
};
const view = {
  certificates: [row],
  counts: { total: 3, genuine: 2, withdrawn: 1 },
  pagination: {
    page: 1,
    limit: 50,
    total: 3,
    totalPages: 1,
    totalCount: 3,
    hasNextPage: false,
    hasPreviousPage: false,
  },
};
const withdrawn: CertificateRow = { ...row, state: 'withdrawn', revokedAt: 'now', reason: 'Copied work' };

test('a change moves the figures; a row that is not here moves none', () => {
  expect(withCertificate(view, withdrawn).counts).toEqual({ total: 3, genuine: 1, withdrawn: 2 });
  expect(withCertificate(withCertificate(view, withdrawn), row)).toEqual(view);
  expect(withCertificate(view, { ...withdrawn, id: 'other' })).toBe(view);
});

test('a certificate of a deleted account has no name', () => {
  expect(toRowName(row)).toBe('Asha Verma, Finance');
  expect(holderOf({ ...row, holderName: null })).toBe('Account deleted');
});
