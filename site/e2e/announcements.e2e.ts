import type { APIRequestContext, Page } from '@playwright/test';
import { addLeague, findLeague, type Made, OPEN_COHORT, send, unique } from './curriculum.ts';
import { allow, apiPath, demoEmail, expect, fetchTokens, refusedWith, test } from './fixtures.ts';
import { actAs, arriveAsLearner, holdBack, refuse, succeed } from './learner.ts';
import { expectSound } from './looks.ts';
import { openArea, rowOf, toast } from './staff-page.ts';

const newDialog = (page: Page) => page.getByRole('dialog', { name: 'Create New Announcement' });
/** What a sentence of the form says about its readers. */
const reach = (page: Page, words: string | RegExp) =>
  newDialog(page).getByRole('status').filter({ hasText: words });
const textBox = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Text' });

/** As `<input type="date">` takes it. */
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A league in the open cohort with one learner, to whom the page belongs from then on. */
async function addAudience(page: Page, name: string) {
  const league = await addLeague(page.request, name, OPEN_COHORT);
  const learner = await arriveAsLearner(page, league.name);
  return { league, learner };
}

async function write(page: Page, audience: string, title: string): Promise<void> {
  await newDialog(page).getByLabel('Audience').selectOption(audience);
  await newDialog(page).getByLabel('Title').fill(title);
  await textBox(page).fill('Bring **one** project.');
}

async function takeBack(page: Page, title: string): Promise<void> {
  await rowOf(page, title)
    .getByRole('button', { name: `Take back ${title}` })
    .press('Enter');
  const question = page.getByRole('alertdialog', { name: `Take back “${title}”` });
  await expect(question).toContainText('mail that was not sent yet is dropped');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Take Back' }).press('Enter');
  await expect(toast(page, 'Announcement taken back')).toBeVisible();
  await expect(rowOf(page, title)).toHaveCount(0);
}

test('a Grand Pathfinder schedules one for everyone, by keyboard: refusals, preview, readers, audit log', async ({
  page,
}) => {
  allow(refusedWith(400));
  const title = unique('Mock interviews');
  await openArea(page, 'announcements');
  await page.getByRole('button', { name: 'Announce' }).first().press('Enter');
  const dialog = newDialog(page);
  await expect(dialog.getByLabel('Audience')).toBeFocused();
  await dialog.getByRole('button', { name: 'Publish' }).press('Enter');
  for (const label of ['Audience', 'Title', 'Text']) {
    await expect(dialog.getByText(`${label} is required`)).toBeVisible();
  }
  await write(page, 'Everyone', title);
  await dialog.getByLabel('Publish at').fill('2020-05-01T10:00');
  await dialog.getByLabel('Pinned until').fill('2020-05-01');
  await dialog.getByRole('button', { name: /^Schedule for \d+ people$/ }).press('Enter');
  await expect(dialog.getByText('Choose a time that is still to come')).toBeVisible();
  await dialog.getByLabel('Publish at').fill('2040-05-01T10:00');
  await expect(reach(page, /^\d+ people get it\.$/)).toBeVisible();
  await dialog.getByLabel('Channels').selectOption('On this site and by mail');
  await expect(reach(page, /^\d+ people get it, \d+ of them also by mail\.$/)).toBeVisible();
  await dialog.getByRole('tab', { name: 'Write' }).press('ArrowRight');
  await expect(dialog.getByRole('tabpanel', { name: 'Preview' }).locator('strong')).toHaveText('one');
  await expectSound(page);
  await dialog.getByRole('button', { name: /^Schedule for/ }).press('Enter');
  await expect(dialog.getByText('Choose the day on which it is published')).toBeVisible();
  await dialog.getByLabel('Pinned until').fill('2040-05-03');
  await dialog.getByRole('button', { name: /^Schedule for/ }).press('Enter');
  await expect(toast(page, 'Announcement created')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const row = rowOf(page, title);
  for (const words of [
    'Everyone',
    'Scheduled',
    'May 1, 2040, 10:00',
    'Pinned until May 3, 2040',
    'Mail waits',
  ]) {
    await expect(row).toContainText(words);
  }
  await expectSound(page);

  await takeBack(page, title);

  await page.goto('/admin/audit-log?entity=announcement');
  const log = page.getByRole('main');
  for (const done of ['created', 'took back']) {
    await expect(log.getByText(`${done} the announcement “${title}”`).first()).toBeVisible();
  }
});

test('pinned to the learners of a league, it reaches the one who learns there, and is gone once it is taken back', async ({
  page,
  browser,
}) => {
  const title = unique('Lab closed');
  const { league } = await addAudience(page, 'Announced');
  const staff = await (await browser.newContext()).newPage();
  await openArea(staff, 'announcements');
  await staff.getByRole('button', { name: 'Announce' }).first().click();
  await write(staff, `League: ${league.name}`, title);
  await newDialog(staff).getByLabel('Pinned until').fill(dayAfter(3));
  await newDialog(staff).getByLabel('Channels').selectOption('On this site and by mail');
  // The learner, and the author.
  await newDialog(staff).getByRole('button', { name: 'Publish to 2 people' }).click();
  await expect(rowOf(staff, title)).toContainText('Published');
  await expect(rowOf(staff, title).getByRole('link', { name: league.name })).toBeVisible();

  await page.goto('/dashboard');
  const pinned = page.getByRole('region', { name: 'Announcements' }).getByRole('listitem');
  await expect(pinned.filter({ hasText: title })).toContainText('Bring one project.');
  await page.goto('/dashboard/news');
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('New');

  await takeBack(staff, title);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
  await page.goto('/dashboard/news');
  await expect(page.getByRole('heading', { name: 'News', level: 1 })).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
  await staff.context().close();
});

test('to a cohort: counted anew when the audience changes, also after a count that failed', async ({
  page,
}) => {
  allow(refusedWith(500));
  await refuse(page, '/admin/announcements/audience', 500, 'Internal server error');
  await openArea(page, 'announcements');
  await page.getByRole('button', { name: 'Announce' }).first().click();
  const dialog = newDialog(page);
  await dialog.getByLabel('Audience').selectOption(`Cohort: ${OPEN_COHORT}`);
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'Failed to load the number of readers' }),
  ).toBeVisible();
  await page.unrouteAll();
  const release = await holdBack(page, '/admin/announcements/audience');
  await dialog.getByLabel('Audience').selectOption('Everyone');
  await expect(reach(page, 'Counting who gets it…')).toBeVisible();
  release();
  await expect(dialog.getByRole('button', { name: /^Publish to \d+ people$/ })).toBeVisible();
  await page.unrouteAll();
  await page.route(apiPath('/admin/announcements/audience'), (route) =>
    route.fulfill({ json: { success: true, data: { people: 1200, byMail: 1100 } } }),
  );
  await dialog.getByLabel('Audience').selectOption('League: Quantum');
  await dialog.getByLabel('Channels').selectOption('On this site and by mail');
  await expect(reach(page, '1,200 people get it, 1,100 of them also by mail.')).toBeVisible();

  await page.unrouteAll();
  const title = unique('Cohort walk');
  await write(page, `Cohort: ${OPEN_COHORT}`, title);
  await dialog.getByLabel('Publish at').fill('2040-05-01T10:00');
  // What was typed is there after a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Announce' }).first().click();
  await expect(dialog.getByLabel('Title')).toHaveValue(title);
  await expect(dialog.getByLabel('Channels')).toHaveValue('mail');
  await dialog.getByRole('button', { name: /^Schedule for/ }).click();
  await expect(rowOf(page, title)).toContainText(OPEN_COHORT);
  await takeBack(page, title);
});

async function post(request: APIRequestContext, token: string, data: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await request.post('/api/admin/announcements', {
    headers,
    data: { title: 'Not mine', body: 'To write to', ...data },
  });
  return reply.status();
}

for (const [name, own] of [
  ['chief', ['Finance', 'ML']],
  ['pathfinder', ['ML']],
] as const) {
  test(`a ${name} writes to the own leagues alone, on the screen and through the API`, async ({ page }) => {
    allow(refusedWith(403));
    const foreign = unique('For Quantum');
    const leagueId = await findLeague(page.request, 'Quantum');
    await send(page.request, 'post', '/admin/announcements', {
      ...{ title: foreign, body: 'Later', leagueId, publishAt: '2040-01-01T00:00:00Z' },
    });
    await openArea(page, 'announcements', name);
    await page.getByRole('button', { name: 'Announce' }).first().click();
    const dialog = newDialog(page);
    await expect(dialog.getByLabel('Audience').getByRole('option')).toHaveText([
      'Choose who gets it',
      ...own.map((league) => `League: ${league}`),
    ]);
    const title = unique(`By the ${name}`);
    await write(page, 'League: ML', title);
    await dialog.getByLabel('Publish at').fill('2040-05-01T10:00');
    await dialog.getByRole('button', { name: /^Schedule for/ }).click();
    await expect(rowOf(page, title)).toContainText('ML');
    await expect(rowOf(page, foreign)).toHaveCount(0);
    await takeBack(page, title);

    const { accessToken } = await fetchTokens(page.request, demoEmail(name));
    const { cohorts } = await send<{ cohorts: Made[] }>(page.request, 'get', '/cohorts');
    for (const target of [{}, { leagueId }, { cohortId: cohorts[0]?.id }]) {
      expect([target, await post(page.request, accessToken, target)]).toEqual([target, 403]);
    }
  });
}

test('no announcements, announcements on their way, a list that fails, and no right to write', async ({
  page,
}) => {
  allow(refusedWith(500));
  await succeed(page, '/admin/announcements', { announcements: [] });
  await openArea(page, 'announcements');
  await expect(page.getByRole('heading', { name: 'No announcements yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Announce' })).toHaveCount(1);
  await page.unrouteAll();
  await refuse(page, '/admin/announcements', 500, 'Internal server error');
  const release = await holdBack(page, '/admin/announcements');
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Loading announcements...' })).toBeAttached();
  release();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load announcements');
  await expectSound(page);
});

test('staff who may write nowhere are told whom to ask', async ({ page }) => {
  await actAs(page, { role: 'PATHFINDER' });
  await succeed(page, '/admin/announcements', { announcements: [] });
  await page.goto('/admin/announcements?new');
  await expect(page.getByText('None of your leagues lets you write to it')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No announcements yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Announce' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
