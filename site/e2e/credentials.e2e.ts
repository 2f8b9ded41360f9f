import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { importJWK, jwtVerify } from 'jose';
import sharp from 'sharp';
import type { CredentialRow } from '#contract/credentials.ts';
import { addCurriculum, OPEN_COHORT, send } from './curriculum.ts';
import {
  allow,
  expect,
  expectAccessible,
  expectDialogLeftHistory,
  product,
  refusedWith,
  test,
} from './fixtures.ts';
import { actAs, arriveAsLearner, holdBack, messageOn, refuse, succeed } from './learner.ts';
import { expectFitsSmallPhone, expectSound } from './looks.ts';

const PATH = '/dashboard/profile';
const CALL = '/users/me/credentials';
const PLUM = '#8e4585';
const card = (page: Page) => page.getByRole('region', { name: 'Credentials', exact: true });

test('the card of credentials while it loads, after a failure, without awards, and not at all without keys', async ({
  page,
}) => {
  allow(refusedWith(500));
  await actAs(page);
  await refuse(page, CALL, 500, 'Internal server error');
  const release = await holdBack(page, CALL);
  await page.goto(PATH);
  await expect(page.getByText('Loading your credentials…')).toBeAttached();
  release();
  const failure = page.getByRole('alert').filter({ hasText: 'Your credentials did not load' });
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  await succeed(page, CALL, { isOffered: true, credentials: [] });
  await failure.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(card(page)).toContainText('Nothing yet.');
  await expectFitsSmallPhone(page);

  await succeed(page, CALL, { isOffered: false, credentials: [] });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Enrolled Leagues' })).toBeVisible();
  await expect(page.getByText('Loading your credentials…')).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText(/credential/i);
});

test('a download that is refused saves nothing and says why; without projects there is nothing to choose', async ({
  page,
}) => {
  allow(refusedWith(404));
  await actAs(page);
  const row: CredentialRow = {
    ...{
      kind: 'specialization',
      id: 's',
      title: 'ਪੈਸਾ ਅਤੇ ਗਣਿਤ, the whole of it: Quantum-Finance-Foundations',
    },
    ...{ league: null, imageUrl: null, earnedOn: '2026-01-31', code: null, projectCount: 0 },
  };
  await succeed(page, CALL, { isOffered: true, credentials: [row] });
  await page.goto(PATH);
  await expect(card(page)).toContainText('Specialization · January 31, 2026');
  await expectFitsSmallPhone(page);
  await card(page).getByRole('button', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog', { name: `Download ${row.title}` });
  await refuse(page, CALL, 404, 'Only awards that you hold can be downloaded as credentials');
  await dialog.getByRole('button', { name: 'Download file' }).click();
  await expect(
    messageOn(page, 'Nothing was saved: Only awards that you hold can be downloaded as credentials'),
  ).toBeVisible();
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await expectSound(page);
});

/** A learner who completed a league of its own, with an approved project. */
async function arriveAsFinisher(page: Page) {
  const { league, resources } = await addCurriculum(page.request, ['Saving'], ['Coins'], OPEN_COHORT);
  const badge = `Saver of ${league.name}`;
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: PLUM } })
    .png()
    .toBuffer();
  await send(page.request, 'post', '/badges', {
    ...{ name: badge, leagueId: league.id },
    picture: `data:image/png;base64,${picture.toString('base64')}`,
  });
  const assignment = await send<{ id: string }>(page.request, 'post', '/admin/assignments', {
    ...{ title: 'A budget', description: 'Make one', leagueId: league.id },
  });
  const learner = await arriveAsLearner(page, league.name);
  await learner.call('POST', `/resource-progress/${resources[0]?.id}/complete`, {});
  const { id } = (await learner.call('POST', `/assignments/${assignment.id}/submit`, {
    liveUrl: 'https://budget.example/of-meera',
  })) as { id: string };
  await send(page.request, 'put', `/admin/assignments/submissions/${id}/review`, { status: 'APPROVED' });
  return { league: league.name, badge, learner };
}

async function download(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const dialog = page.getByRole('dialog');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: button }).press('Enter'),
  ]);
  await expect(messageOn(page, `Saved as ${file.suggestedFilename()}`)).toBeVisible();
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

test('an owner downloads an award as a file and as a picture, with projects as evidence if wanted', async ({
  page,
}) => {
  test.slow();
  const { league, badge, learner } = await arriveAsFinisher(page);
  await page.goto(PATH);
  const rows = card(page).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expectSound(page);
  const linkedIn = card(page).getByRole('link', { name: `Add to LinkedIn the certificate ${league}` });
  const fields = new URL((await linkedIn.getAttribute('href')) ?? '').searchParams;
  expect(fields.get('organizationName')).toBe(product);
  expect(new URL(fields.get('certUrl') ?? '').pathname).toBe(`/certificates/${fields.get('certId')}`);

  const button = card(page).getByRole('button', { name: `Download the badge ${badge}` });
  await button.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Download ${badge}` });
  await expect(dialog).toContainText('/verify');
  await expectSound(page);
  const plain = await download(page, 'Download file');
  await dialog.getByRole('checkbox', { name: 'Name my approved projects as evidence' }).press('Space');
  const file = await download(page, 'Download file');
  const picture = await download(page, 'Download picture');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expectDialogLeftHistory(page);

  expect([file.name, picture.name]).toEqual([
    expect.stringMatching(/^saver-of-[a-z0-9-]+\.jwt$/),
    expect.stringMatching(/^saver-of-[a-z0-9-]+\.png$/),
  ]);
  const { width, height, comments } = await sharp(picture.content).metadata();
  expect([width, height]).toEqual([40, 20]);
  expect(comments).toEqual([{ keyword: 'openbadgecredential', text: file.content.toString() }]);
  const middle = sharp(picture.content).extract({ left: 20, top: 10, width: 1, height: 1 });
  expect((await middle.raw().toBuffer()).toString('hex')).toBe(`${PLUM.slice(1)}ff`);
  const { verificationMethod } = await (await page.request.get('/.well-known/did.json')).json();
  const read = async (content: Buffer) => {
    const { payload } = await jwtVerify(content.toString(), ({ kid }) =>
      importJWK(verificationMethod.find(({ id }: { id: string }) => id === kid).publicKeyJwk, 'EdDSA'),
    );
    return payload;
  };
  expect(await read(file.content)).toMatchObject({
    name: badge,
    evidence: [{ id: 'https://budget.example/of-meera', name: 'A budget' }],
  });
  const withoutProjects = await read(plain.content);
  expect(withoutProjects).not.toHaveProperty('evidence');
  expect(JSON.stringify(withoutProjects)).not.toMatch(new RegExp(`Meera|${learner.email}`));
});

test('what an owner downloaded is genuine at /verify, for the right address, until staff revoke the certificate', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const { league, learner } = await arriveAsFinisher(page);
  await page.goto(PATH);
  await card(page)
    .getByRole('button', { name: `Download the certificate ${league}` })
    .click();
  const [file, picture] = [await download(page, 'Download file'), await download(page, 'Download picture')];
  expect((await sharp(picture.content).metadata()).width).toBe(512);
  const files = [file, picture];

  const employer = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await employer.goto('/verify');
  const outcome = employer.getByRole('main').getByRole('heading', { level: 2 }).last();
  const line = (name: string) =>
    employer
      .getByRole('region', { name: 'What was checked' })
      .getByRole('listitem')
      .filter({ has: employer.getByText(name, { exact: true }) });
  const drop = ({ name, content }: (typeof files)[number]) =>
    employer.evaluate(
      ([title, base64]) => {
        const dataTransfer = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], title));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, content.toString('base64')] as const,
    );
  for (const file of files) {
    await drop(file);
    await expect(outcome).toHaveText('This credential is genuine');
    await expect(employer.getByRole('region', { name: 'What the file says' })).toContainText(league);
    const email = employer.getByLabel('Was it issued to this email address?');
    await email.fill('stranger@journey.test');
    await email.press('Enter');
    await expect(line('Holder')).toContainText('Bad');
    await email.fill(learner.email);
    await email.press('Enter');
    for (const name of ['Signature', 'Issuer', 'Holder', 'Status', 'Dates'])
      await expect(line(name)).toContainText('Good');
    await employer.getByRole('button', { name: 'Check another file' }).click();
  }

  const { credentials } = (await learner.call('GET', CALL)) as { credentials: CredentialRow[] };
  const held = credentials.find(({ kind }) => kind === 'certificate');
  await send(page.request, 'put', `/admin/certificates/${held?.id}/revocation`, { reason: 'Copied work' });
  for (const file of files) {
    await drop(file);
    await expect(outcome).toHaveText('This credential was revoked');
    await expect(line('Status')).toContainText('Bad');
    await expect(line('Signature')).toContainText('Good');
  }
  await employer.context().close();
  await page.reload();
  await expect(card(page).getByRole('listitem')).toHaveCount(1);
});
