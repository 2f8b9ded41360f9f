import { addCurriculum, OPEN_COHORT, send } from './curriculum.ts';
import {
  allow,
  answer,
  demoEmail,
  disconnect,
  expect,
  expectAccessible,
  login,
  NETWORK_GONE,
  product,
  refusedWith,
  test,
} from './fixtures.ts';
import { main, rowOf, tickOf, weeks } from './league-page.ts';
import {
  arriveAsLearner,
  holdBack,
  type Learner,
  messageOn,
  readLeague,
  refuse,
  succeed,
} from './learner.ts';
import { expectSound, NARROW } from './looks.ts';

/** Completes a league but for its last resource; answers with that one. */
async function completeAllButOne(learner: Learner, name: string): Promise<{ id: string; title: string }> {
  const { progress } = await readLeague(learner, name);
  const sections = progress.weeks.flatMap((week) => week.sections);
  const last = sections.pop();
  for (const { id } of sections) await learner.call('POST', `/progress/sections/${id}/complete`, {});
  const rest = [...(last?.resources ?? [])];
  const open = rest.pop();
  for (const { id } of rest) await learner.call('POST', `/resource-progress/${id}/complete`, {});
  if (!open) throw new Error('The demo league has no resource');
  return open;
}

test('LPROG-26 LPROG-27 SHARE-01 SHARE-08 the last tick is celebrated, and its certificate is shown, printed, revoked, restored and made out to another name', async ({
  page,
  browser,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const LEAGUE = (await addCurriculum(page.request, ['Saving'], ['Coins', 'Banknotes'], OPEN_COHORT)).league
    .name;
  const learner = await arriveAsLearner(page, LEAGUE);
  const last = await completeAllButOne(learner, LEAGUE);
  await page.goto(`/dashboard/league/${learner.leagues.get(LEAGUE)}`);
  await weeks(page).last().click();
  await expect(main(page).getByRole('link', { name: 'View certificate' })).toHaveCount(0);
  await tickOf(rowOf(page, last.title)).click();

  const celebration = page.getByRole('dialog', { name: `You completed ${LEAGUE}!` });
  await expect(celebration).toBeVisible();
  await expect(celebration).toContainText('certificate');
  await expectAccessible(page);
  await celebration.getByRole('button', { name: 'Share' }).click();
  const sharing = page.getByRole('dialog', { name: /^Share / });
  await expect(sharing.getByRole('button', { name: 'Share on LinkedIn' })).toBeVisible();
  await sharing.getByRole('button', { name: 'Copy link to certificate' }).click();
  await expect(messageOn(page, 'Copied to clipboard!')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const code = address.split('/').at(-1) ?? '';
  expect(new URL(address).pathname).toMatch(/^\/certificates\/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const completed = main(page).getByRole('region', { name: 'Certificate' });
  await expect(completed).toContainText('League completed');
  await expectAccessible(page);

  await page.goto('/dashboard');
  const earned = main(page).getByRole('region', { name: 'Earned' });
  await expect(earned.getByRole('article')).toHaveCount(1);
  await expect(earned).toContainText(/Earned \w+ \d+, \d{4}/);
  await page.goto('/dashboard/profile');
  const awards = main(page).getByRole('region', { name: 'Badges and Certificates' });
  await awards.getByRole('link', { name: 'View certificate' }).click();

  await expect(page).toHaveURL(`/certificates/${code}`);
  const head = await (await page.request.get(`/certificates/${code}`)).text();
  expect(head).toContain(`<meta property="og:title" content="Meera Nair: ${LEAGUE} | ${product}"`);
  expect(head).toMatch(/<meta property="og:image" content="http[^"]+\.jpg"/);
  await expect(page.getByRole('heading', { level: 1, name: 'This certificate is genuine' })).toBeVisible();
  const sheet = page.getByRole('article', { name: 'Certificate of completion' });
  for (const words of [LEAGUE, 'Meera Nair', product, code]) await expect(sheet).toContainText(words);
  await expect(page.getByRole('main')).not.toContainText(learner.email);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  const linkedIn = new URL((await page.locator('[data-linkedin]').getAttribute('href')) ?? '');
  expect(Object.fromEntries(linkedIn.searchParams)).toMatchObject({
    name: LEAGUE,
    certId: code,
    certUrl: address,
  });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();
  await expectSound(page);
  // The window has just changed its width: what is on its way would be drawn as a picture.
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const sheets = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  expect(sheets.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(sheets).not.toMatch(/\/Subtype\s*\/Image/);
  expect(sheets).toMatch(/\/MediaBox\s*\[0 0 841\.\d+ 59[45]\.\d+\]/);

  const office = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await login(office, demoEmail('grand'));
  await office.goto(`/admin/certificates?q=${code}`);
  const row = office.getByRole('row', { name: new RegExp(code) });
  await expect(row).toContainText('Genuine');
  await expect(row.getByText('Revoke', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Revoke' }).click();
  const dialog = office.getByRole('dialog', { name: /^Revoke the certificate/ });
  await expect(dialog).toContainText('Shown to anyone');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await expectAccessible(office);
  await dialog.getByLabel('Reason').fill('Copied <b>work</b> & more');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'This certificate was revoked' })).toBeVisible();
  await expect(page.getByRole('blockquote')).toHaveText('Copied <b>work</b> & more');
  await expect(page.getByRole('main')).not.toContainText('Meera Nair');
  await expectSound(page, [NARROW]);
  await row.getByRole('button', { name: 'Restore' }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(row).toContainText('Genuine');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This certificate is genuine' })).toBeVisible();

  await row.getByRole('button', { name: /^Correct name of/ }).click();
  const naming = office.getByRole('dialog', { name: /^Correct the name/ });
  await naming.getByLabel('Name on the certificate').fill('Meera Nair-Iyer');
  await naming.getByRole('button', { name: 'Correct Name' }).click();
  await expect(naming.getByText('Reason is required')).toBeVisible();
  await expectAccessible(office);
  await naming.getByLabel('Reason').fill('Passport seen');
  await naming.getByRole('button', { name: 'Correct Name' }).click();
  await expect(office.getByRole('row', { name: /Meera Nair-Iyer/ })).toBeVisible();
  await office.context().close();
  await page.goto('/dashboard/profile');
  await expect(awards).toContainText('Made out to Meera Nair-Iyer');
  await awards.getByRole('link', { name: 'View certificate' }).click();
  await expect(sheet).toContainText('Meera Nair-Iyer');
  await expect(sheet).toContainText(/Name corrected on \w+ \d+, \d{4}/);
  await expect(page.getByText(/^Name corrected on \w+ \d+, \d{4}: Passport seen$/)).toBeVisible();
  await expectSound(page, [NARROW]);
});

test('the certificate of a league with an assignment comes with its approval', async ({ page }) => {
  test.slow();
  const { league } = await addCurriculum(page.request, ['Saving'], ['Coins', 'Banknotes'], OPEN_COHORT);
  const badge = `Saver of ${league.name}`;
  await send(page.request, 'post', '/badges', { name: badge, leagueId: league.id });
  const assignment = await send<{ id: string }>(page.request, 'post', '/admin/assignments', {
    title: 'A budget',
    description: 'Make one',
    leagueId: league.id,
  });
  const learner = await arriveAsLearner(page, league.name);
  const last = await completeAllButOne(learner, league.name);
  await page.goto(`/dashboard/league/${league.id}`);
  await weeks(page).last().click();
  await tickOf(rowOf(page, last.title)).click();
  const celebration = page.getByRole('dialog', { name: `You completed ${league.name}!` });
  await expect(celebration).toContainText(`The badge ${badge} is yours.`);
  await expect(celebration).toContainText('Hand in your assignment.');
  await expect(celebration.getByRole('link', { name: 'View certificate' })).toHaveCount(0);
  await celebration.getByRole('button', { name: 'Close' }).click();
  await tickOf(rowOf(page, last.title)).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /not done/ })
    .click();
  await expect(tickOf(rowOf(page, last.title))).not.toBeChecked();
  await expect(tickOf(rowOf(page, last.title))).toBeEnabled();
  await tickOf(rowOf(page, last.title)).click();
  await expect(
    main(page).getByRole('status').filter({ hasText: 'You completed this league!' }),
  ).toBeVisible();
  await expect(celebration, 'once is enough').toHaveCount(0);
  const missing = main(page).getByRole('status').filter({ hasText: 'You completed this league!' });
  await expect(missing).toContainText('Hand in your assignment.');
  const answer = await learner.call('POST', `/assignments/${assignment.id}/submit`, {
    content: 'Rent first',
  });
  const { id: submission } = answer as { id: string };
  await page.reload();
  await expect(missing).toContainText('Your assignment is waiting for approval.');
  await expectAccessible(page);
  await page.goto('/dashboard/profile');
  const awards = main(page).getByRole('region', { name: 'Badges and Certificates' });
  await expect(awards.getByRole('list', { name: 'Certificates not issued yet' })).toContainText(league.name);
  await expectAccessible(page);
  await awards.getByRole('link', { name: `See what is missing for ${league.name}` }).click();
  await expect(missing).toBeVisible();

  await send(page.request, 'put', `/admin/assignments/submissions/${submission}/review`, {
    status: 'APPROVED',
  });
  await page.goto('/dashboard/profile');
  await expect(awards).toContainText('Made out to Meera Nair');
});

const NAMES = {
  devanagari: 'क्षितिज आरोही शर्मा',
  gurmukhi: 'ਹਰਪ੍ਰੀਤ ਕੌਰ',
  bengali: 'শ্রেয়সী বন্দ্যোপাধ্যায়',
  gujarati: 'કૃષ્ણા હાર્દિક પટેલ',
  tamil: 'கார்த்திகேயன் சுப்பிரமணியன்',
  telugu: 'వెంకట నరసింహ రాజు',
  kannada: 'ಶ್ರೀನಿವಾಸ ಕೃಷ್ಣಮೂರ್ತಿ',
  malayalam: 'ശ്രീലക്ഷ്മി കൃഷ്ണൻകുട്ടി',
  oriya: 'ଶ୍ରୀକାନ୍ତ ମହାପାତ୍ର',
  nastaliq: 'زینب فاطمہ علی خان',
};

test('a name in any script of India is drawn with the face of its letters, and that one alone is fetched', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const face = /noto-(?:sans-)?(\w+)/.exec(request.url())?.[1];
    if (face) fetched.push(face);
  });
  const show = async (holderName: string) => {
    const certificate = {
      ...{ code: '0000-0000-0011', kind: 'LEAGUE', title: 'Soft Skills', issuer: product },
      ...{ completedOn: '2026-04-02', holderName, renamedOn: null, withdrawnOn: null, reason: null },
    };
    const data = { state: 'genuine', certificate };
    await succeed(page, '/public/certificates/0000-0000-0011', data);
    await page.goto('/certificates/0000-0000-0011');
    const name = page.getByRole('article', { name: 'Certificate of completion' }).getByText(holderName);
    await expect(name).toBeVisible();
    return name;
  };
  for (const [face, holderName] of Object.entries(NAMES)) {
    fetched.length = 0;
    const name = await show(holderName);
    await expect.poll(() => fetched, { message: face }).toEqual([face]);
    const room = await name.evaluate(async (element) => {
      await document.fonts.ready;
      const { top, bottom } = element.getBoundingClientRect();
      const next =
        document.querySelector('[data-fits] + [data-field="deed"]')?.getBoundingClientRect().top ?? 0;
      const above = document.querySelector('#paper-kind')?.getBoundingClientRect().bottom ?? 0;
      const range = document.createRange();
      range.selectNodeContents(element);
      const indent = range.getBoundingClientRect().left - element.getBoundingClientRect().left;
      return { isBelow: top > above, isAbove: bottom <= next, isUnderItsLead: indent < 12 };
    });
    expect([face, room]).toEqual([face, { isBelow: true, isAbove: true, isUnderItsLead: true }]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const countLines = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  };
  const longName = await show('Venkatanarasimharajuvaripeta');
  await expect
    .poll(() => longName.evaluate(countLines), { message: 'lines of one long word on a phone' })
    .toBe(1);
});

test('a certificate that is not shown: a code is checked by its form; unknown, waiting, failed and refused say what they are', async ({
  page,
}) => {
  allow(refusedWith(429, 500), NETWORK_GONE);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/verify');
  const box = page.getByRole('textbox', { name: 'Certificate code' });
  const button = page.getByRole('button', { name: 'Check the certificate' });
  const alert = page.getByRole('region', { name: 'By its code' }).getByRole('alert');
  await button.click();
  await expect(alert).toHaveText('Type the code first.');
  const tops = [box, alert, button].map(async (part) => (await part.boundingBox())?.y ?? 0);
  const [field = 0, fault = 0, below = 0] = await Promise.all(tops);
  expect([field < fault, fault < below], 'the fault stands below its field').toEqual([true, true]);
  await box.fill('not a code');
  await box.press('Enter');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(alert).toContainText('twelve letters and digits');
  await expectAccessible(page);
  await box.fill(`${new URL(page.url()).origin}/certificates/oooo-oooo ooi1`);
  await box.press('Enter');
  await expect(page).toHaveURL('/certificates/0000-0000-0011');
  await expect(page.getByRole('heading', { level: 1, name: 'No certificate has this code' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('0000-0000-0011');
  const typed = page.getByText('0000-0000-0011', { exact: true });
  expect(
    await typed.evaluate((code) => {
      const range = document.createRange();
      range.selectNodeContents(code);
      return range.getClientRects().length;
    }),
    'lines of the code',
  ).toBe(1);
  await expectSound(page, [NARROW]);

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  await page.goto('/certificates/%3Cscript%3E');
  await expect(page.getByRole('heading', { name: 'No certificate has this code' })).toBeVisible();
  expect(asked).toEqual([]);

  const path = '/public/certificates/0000-0000-0011';
  await refuse(page, path, 500, 'Internal server error');
  const release = await holdBack(page, path);
  await page.goto('/certificates/000000000011');
  await expect(page).toHaveURL('/certificates/0000-0000-0011');
  await expect(page.getByRole('heading', { name: 'Checking the certificate…' })).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page.getByRole('heading', { name: 'The certificate could not be checked' })).toBeVisible();
  await expectSound(page, [NARROW]);
  await page.unrouteAll();
  await answer(page, path, 429, { success: false, error: 'Too Many Requests', retryAfter: 100 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Try again in 2 minutes.')).toBeVisible();
  await page.unrouteAll();
  await disconnect(page, path);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The server could not be reached.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No certificate has this code' })).toBeVisible();
});
