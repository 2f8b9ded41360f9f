import type { Page } from '@playwright/test';
import {
  bake,
  credential,
  documentOf,
  EMAIL,
  listWith,
  makeKey,
  sign,
} from '#site/credentials/testing/signed-files.ts';
import { allow, expect, expectAccessible, NETWORK_GONE, refusedWith, test } from './fixtures.ts';
import { expectSound } from './looks.ts';

const DOCUMENT = '**/.well-known/did.json';
const LIST = '**/api/public/credential-status';

/** The site answers with these keys and revoked places. */
async function issueFrom(page: Page, document: object, list: string): Promise<void> {
  await page.route(DOCUMENT, (route) => route.fulfill({ json: document }));
  await page.route(LIST, (route) => route.fulfill({ body: list, contentType: 'application/vc+jwt' }));
}

const choose = (page: Page, name: string, text: string | Buffer) =>
  page
    .getByLabel('Credential file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

const outcome = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).last();
const line = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'What was checked' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });

test('an employer checks a code: the old address leads here, and the code to its certificate', async ({
  page,
}) => {
  await page.goto('/certificates');
  await expect(page).toHaveURL('/verify');
  await page.getByRole('textbox', { name: 'Certificate code' }).fill('oooooooooo11');
  await page.getByRole('button', { name: 'Check the certificate' }).click();
  await expect(page).toHaveURL('/certificates/0000-0000-0011');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Check a certificate' }).click();
  await expect(page).toHaveURL('/verify');
});

test('an employer checks files: genuine, of another holder, tampered, revoked, foreign, none; by keyboard, drop and paste', async ({
  page,
}) => {
  test.slow();
  const key = await makeKey();
  const genuine = await sign(credential, key);
  await issueFrom(page, documentOf(key), await sign(listWith([9, 11]), key));
  await page.goto('/verify');
  await expectSound(page);

  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await chooser).setFiles({ name: 'ml.jwt', mimeType: 'text/plain', buffer: Buffer.from(genuine) });
  await expect(outcome(page)).toHaveText('This credential is genuine');
  await expect(outcome(page)).toBeFocused();
  expect(sent).toEqual(['GET /.well-known/did.json', 'GET /api/public/credential-status']);
  const claims = page.getByRole('region', { name: 'What the file says' });
  for (const words of ['ML', 'Complete every topic', 'The League', 'June 13, 2026'])
    await expect(claims).toContainText(words);
  const proof = claims.getByRole('link', { name: 'A classifier' });
  await expect(proof).toHaveAttribute('href', 'https://code.example/work');
  await expect(proof).toHaveAttribute('rel', /nofollow noopener/);
  for (const name of ['Signature', 'Issuer', 'Status', 'Dates'])
    await expect(line(page, name)).toContainText('Good');
  await expect(line(page, 'Holder')).toContainText('Not checked');
  await expectSound(page);

  const email = page.getByRole('textbox', { name: 'Was it issued to this email address?' });
  await email.fill('aditi@league.example');
  await email.press('Enter');
  await expect(outcome(page)).toHaveText('Genuine, but issued to another address');
  await expect(line(page, 'Holder')).toContainText('It was not issued to aditi@league.example.');
  await email.fill(EMAIL);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(line(page, 'Holder')).toContainText(`It was issued to ${EMAIL}.`);
  await expect(outcome(page)).toHaveText('This credential is genuine');

  await page.getByRole('button', { name: 'Check another file' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  const [header, , signature] = genuine.split('.');
  const changed = {
    ...credential,
    credentialSubject: { achievement: { name: '<img src=x onerror=alert(1)>' } },
  };
  const payload = Buffer.from(JSON.stringify(changed)).toString('base64url');
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'ml.json'));
    for (const type of ['dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }, `${header}.${payload}.${signature}`);
  await expect(outcome(page)).toHaveText('This file was changed');
  await expect(claims).toContainText('<img src=x onerror=alert(1)>');
  await expect(line(page, 'Signature')).toContainText('Bad');
  await expect(line(page, 'Status')).toContainText('Not checked');
  await expect(email).toBeHidden();
  await expectSound(page);

  await page.unroute(LIST);
  const list = await sign(listWith([10]), key);
  await page.route(LIST, (route) => route.fulfill({ body: list }));
  await choose(page, 'ml.png', bake(genuine));
  await expect(outcome(page)).toHaveText('This credential was revoked');
  await expect(line(page, 'Status')).toContainText('Bad');
  const foreign = await sign(
    { ...credential, issuer: { id: 'did:web:evil.example', name: 'The League' } },
    key,
  );
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, foreign);
  await expect(outcome(page)).toHaveText('This credential is not ours');
  await expect(line(page, 'Issuer')).toContainText('did:web:evil.example');

  const fault = page.getByRole('region', { name: 'By its file' }).getByRole('alert');
  for (const [file, words] of [
    ['hello', 'There is no signed credential in this file.'],
    [bake('nothing'), 'There is no signed credential in this file.'],
    [bake(genuine).subarray(0, 60), 'This picture is cut off.'],
    ['x'.repeat(1_100_000), 'This file is larger than 1 MB.'],
  ] as const) {
    await choose(page, 'file', Buffer.from(file));
    await expect(fault).toContainText(words);
  }
  await expectAccessible(page);

  allow(refusedWith(404, 503), NETWORK_GONE);
  await page.unrouteAll();
  await page.route(DOCUMENT, (route) => route.fulfill({ json: documentOf(key) }));
  await page.route(LIST, (route) => route.fulfill({ status: 503, json: {} }));
  await choose(page, 'ml.jwt', genuine);
  await expect(outcome(page)).toHaveText('We issued it, but not all was checked');
  await expect(line(page, 'Status')).toContainText('could not be reached');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(DOCUMENT, async (route) => {
    await held;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Check another file' }).click();
  await choose(page, 'ml.jwt', genuine);
  await expect(page.getByRole('region', { name: 'By its file' })).toContainText('Checking the file…');
  await expect(page.getByText('or drop it here, or paste it.')).toBeHidden();
  await expectAccessible(page);
  release();
  await expect(outcome(page)).toHaveText('This credential could not be checked');
});

test('a site without keys asks for codes alone', async ({ page }) => {
  allow(refusedWith(404));
  await page.route(DOCUMENT, (route) => route.fulfill({ status: 404, json: {} }));
  const asked = page.waitForResponse(DOCUMENT);
  await page.goto('/verify');
  await asked;
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Check the certificate' })).toBeVisible();
  await expectSound(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it needs and offers no file', async ({ page }) => {
    await page.goto('/verify');
    await expect(page.getByText(/This form works with JavaScript/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeHidden();
  });
});
