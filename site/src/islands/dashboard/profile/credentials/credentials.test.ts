import { expect, test } from 'bun:test';
import sharp from 'sharp';
import site from '#content/site.json';
import type { CredentialRow } from '#contract/credentials.ts';
import type { DownloadedFile } from '#site/islands/shared/http/download.ts';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts } from '#site/islands/shared/toast/toast.ts';
import { type CredentialFormat, downloadCredential, toLinkedInForm } from './credentials.ts';

const browser = setUpFakeBrowser();
const ISSUE = 'POST /users/me/credentials';
const row: CredentialRow = {
  kind: 'badge',
  id: 'held',
  title: 'Finance: Éléments & co',
  league: { id: 'finance', name: 'Finance' },
  imageUrl: null,
  earnedOn: '2026-03-02',
  code: null,
  projectCount: 1,
};

async function download(format: CredentialFormat, changes: Partial<CredentialRow> = {}, hasProjects = false) {
  const saved: DownloadedFile[] = [];
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  $toasts.set([]);
  await downloadCredential({ ...row, ...changes }, format, hasProjects, {
    save: (file) => void saved.push(file),
    draw: async () => new Uint8Array(picture),
  });
  return { saved, messages: $toasts.get().map(({ tone, text }) => [tone, text]) };
}

test('the file holds the credential as it was issued, under a plain name', async () => {
  browser.answer(ISSUE, ok({ credential: 'a.b.c' }));
  const { messages, saved } = await download('jwt', {}, true);
  expect(browser.sent(ISSUE).map(({ body }) => body)).toEqual([
    { kind: 'badge', id: 'held', hasProjects: true },
  ]);
  expect(saved.map(({ name, content }) => [name, content.type])).toEqual([
    ['finance-elements-co.jwt', 'application/vc+jwt'],
  ]);
  expect(await saved[0]?.content.text()).toBe('a.b.c');
  expect(messages).toEqual([['success', 'Saved as finance-elements-co.jwt']]);
});

test('the picture is a PNG with the credential inside; a title without Latin letters becomes its kind', async () => {
  browser.answer(ISSUE, ok({ credential: 'a.b.c' }));
  const { saved } = await download('png', { kind: 'certificate', title: 'ਵਿੱਤ' });
  expect(saved.map(({ name, content }) => [name, content.type])).toEqual([['certificate.png', 'image/png']]);
  const { comments } = await sharp(
    Buffer.from((await saved[0]?.content.arrayBuffer()) ?? new ArrayBuffer()),
  ).metadata();
  expect(comments?.map(({ text }) => text)).toEqual(['a.b.c']);
});

test('nothing is saved when the server refuses or cannot be reached, and a message says so', async () => {
  browser.answer(ISSUE, refusal(404, 'Only awards that you hold can be downloaded as credentials'));
  expect(await download('jwt')).toEqual({
    saved: [],
    messages: [['danger', 'Nothing was saved: Only awards that you hold can be downloaded as credentials']],
  });
  browser.answer(ISSUE, 'network');
  const { saved, messages } = await download('png');
  expect([saved, messages[0]?.[0]]).toEqual([[], 'danger']);
});

test('LinkedIn links the page of a certificate, else /verify, for this product', () => {
  const fieldsOf = (changes: Partial<CredentialRow>) =>
    Object.fromEntries(
      new URL(toLinkedInForm({ ...row, ...changes }, 'https://league.example')).searchParams,
    );
  expect(fieldsOf({ kind: 'certificate', code: '7K3M-Q9TX-2BND' })).toMatchObject({
    name: row.title,
    organizationName: site.name,
    issueYear: '2026',
    issueMonth: '3',
    certUrl: 'https://league.example/certificates/7K3M-Q9TX-2BND',
    certId: '7K3M-Q9TX-2BND',
  });
  expect(fieldsOf({})).toMatchObject({ certUrl: 'https://league.example/verify' });
});
