import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { CertificateRow } from '#contract/certificates.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { type FakeBrowser, ok, openFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import type { Query } from '../../shared/query/query.ts';
import { createReasonForm } from '../form/staff-form.ts';
import {
  createNameForm,
  holderOf,
  restore,
  revocationOf,
  toRowName,
  withCertificate,
} from './certificate-list.ts';

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

let browser: FakeBrowser;
let shown: typeof view;
const query = {
  change: (edit: (data: typeof view) => typeof view) => {
    shown = edit(shown);
  },
} as unknown as Query<typeof view>;
beforeEach(() => {
  browser = openFakeBrowser();
  shown = view;
});
afterEach(() => browser.close());

test('a change moves the figures; a row that is not here moves none', () => {
  expect(withCertificate(view, withdrawn).counts).toEqual({ total: 3, genuine: 1, withdrawn: 2 });
  expect(withCertificate(withCertificate(view, withdrawn), row)).toEqual(view);
  expect(withCertificate(view, { ...withdrawn, id: 'other' })).toBe(view);
});

test('revoking asks for 3 to 500 characters and sends them once', async () => {
  let isClosed = false;
  const form = createReasonForm(revocationOf(row, query), () => {
    isClosed = true;
  });
  for (const [reason, fault] of [
    ['', 'Reason is required'],
    ['no', 'Reason must be 3 characters or more'],
    ['x'.repeat(REASON_MAX_LENGTH + 1), 'Reason must be 500 characters or less'],
  ] as const) {
    form.change('reason', reason);
    await form.submit();
    expect(form.$form.get().errors.reason).toBe(fault);
  }
  expect(browser.requests).toEqual([]);
  browser.answer('PUT /admin/certificates/c1/revocation', ok({ certificate: withdrawn }));
  form.change('reason', 'Copied work');
  await form.submit();
  expect(browser.requests.map(({ route }) => route)).toEqual(['PUT /admin/certificates/c1/revocation']);
  expect([isClosed, shown.certificates[0]?.state, shown.counts.withdrawn]).toEqual([true, 'withdrawn', 2]);
  browser.answer('DELETE /admin/certificates/c1/revocation', ok({ certificate: row }));
  await restore(withdrawn, query);
  expect(shown).toEqual(view);
});

test('a certificate of a deleted account has no name', () => {
  expect(toRowName(row)).toBe('Asha Verma, Finance');
  expect(holderOf({ ...row, holderName: null })).toBe('Account deleted');
});

test('a corrected name asks for name and reason, and is shown at once', async () => {
  let isClosed = false;
  const form = createNameForm(row, query, () => {
    isClosed = true;
  });
  form.change('name', ' ');
  await form.submit();
  expect(form.$form.get().errors).toEqual({ name: 'Name is required', reason: 'Reason is required' });
  const corrected = { ...row, holderName: 'Asha Rao', renamedAt: 'now', renamingReason: 'Married' };
  browser.answer('PUT /admin/certificates/c1/name', ok({ certificate: corrected }));
  form.change('name', 'Asha Rao');
  form.change('reason', 'Married');
  await form.submit();
  expect(browser.requests.map(({ route, body }) => [route, body])).toEqual([
    ['PUT /admin/certificates/c1/name', { name: 'Asha Rao', reason: 'Married' }],
  ]);
  expect([isClosed, shown.certificates[0]?.holderName]).toEqual([true, 'Asha Rao']);
});
