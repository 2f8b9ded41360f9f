import site from '../../content/site.json' with { type: 'json' };
import { allow, expect, refusedWith, test, withMotion } from './fixtures.ts';
import {
  firstProgress,
  main,
  noteOf,
  openImaginary,
  openReal,
  revisionOf,
  rowOf,
  shareOf,
  tickOf,
  weeks,
} from './league-page.ts';
import { holdBack, messageOn, refuse, stopClock, succeed, watchCalls } from './learner.ts';

test.use(withMotion);

test('P41 a connection that comes back: a tick that is sent again after a reload is shown, though the page was read before', async ({
  page,
}) => {
  allow(/ERR_CONNECTION_FAILED/);
  const { row, path, learner } = await openReal(page);
  let isReached = false;
  await page.route(
    (url) => url.pathname === `/api${path}/complete`,
    (route) => (isReached ? route.continue() : route.abort('connectionfailed')),
  );
  await tickOf(row).click();
  await expect(page.getByText('Will sync when you are back online.').first()).toBeVisible();

  isReached = true;
  const sent = page.waitForResponse((response) => response.url().endsWith(`${path}/complete`));
  const league = `/progress/leagues/${learner.leagues.get('Quantum')}`;
  await page.route(
    (url) => url.pathname === `/api${league}`,
    async (route) => {
      const response = await route.fetch();
      await sent;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  // The screen arrives after the tick was sent.
  await page.route(/LeagueScreen\.[^/]+\.js$/, async (route) => {
    await sent;
    await route.continue();
  });
  await page.reload();
  await expect(tickOf(row)).toBeChecked();
});

test.describe('tick and untick', () => {
  test('LPROG-22 LPROG-26 LPROG-27 LPROG-33 CONST-22 a tick is stored, celebrated for two seconds and told for three', async ({
    page,
  }) => {
    const { row, title, path, learner } = await openReal(page);
    await page.clock.install();
    await stopClock(page);
    const release = await holdBack(page, `${path}/complete`);
    await tickOf(row).click();
    await expect(tickOf(row)).toBeChecked();
    for (const control of [tickOf(row), noteOf(row), revisionOf(row), shareOf(row)]) {
      await expect(control).toBeDisabled();
    }
    await expect(row).toHaveAttribute('aria-busy', 'true');
    await expect(tickOf(main(page).getByRole('row').nth(2))).toBeEnabled();
    release();
    const toast = messageOn(page, `Well done! "${title}" is completed.`);
    await expect(toast).toBeVisible();
    await expect(row).toHaveAttribute('data-celebrated', 'true');
    await page.clock.runFor(1900);
    await expect(row).toHaveAttribute('data-celebrated', 'true');
    await page.clock.runFor(200);
    await expect(row).not.toHaveAttribute('data-celebrated');
    await page.clock.runFor(800);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toHaveCount(0);
    await expect(tickOf(row)).toBeEnabled();
    await expect.poll(() => firstProgress(learner)).toMatchObject({ isCompleted: true });
    await expect(weeks(page).first()).toContainText('1 of ');
  });

  test('LPROG-28 LPROG-29 LPROG-30 OPEN-22 unticking asks; no changes nothing, yes resets, and the note outlives it', async ({
    page,
  }) => {
    const { row, title, path, learner } = await openReal(page);
    await learner.call('PUT', `${path}/note`, { personalNote: 'Mind the phase.' });
    await learner.call('POST', `${path}/complete`, {});
    await page.reload();
    await expect(tickOf(row)).toBeChecked();
    await expect(tickOf(row)).toBeEnabled();
    const { calls } = watchCalls(page);
    // The sums of the dashboard follow the tick.
    const writes = () => calls.filter((call) => !call.startsWith('GET '));
    const question = page.getByRole('alertdialog');
    const words = `Are you sure you want to mark "${title}" as not done? This will reset your progress for this resource.`;
    for (const refusal of ['Cancel', 'Escape']) {
      await tickOf(row).click();
      await expect(question).toContainText(words);
      if (refusal === 'Escape') await page.keyboard.press('Escape');
      else await question.getByRole('button', { name: refusal }).click();
      await expect(question).toHaveCount(0);
      await expect(tickOf(row)).toBeChecked();
    }
    expect(writes()).toEqual([]);
    await tickOf(row).click();
    await question.getByRole('button', { name: /not done/ }).click();
    await expect(tickOf(row)).not.toBeChecked();
    await expect(messageOn(page, /not done/)).toBeVisible();
    expect(writes()).toEqual([`DELETE ${path}/reset`]);
    await expect(noteOf(row)).toHaveText('Edit');
    const after = { isCompleted: false, completedAt: null, personalNote: 'Mind the phase.' };
    await expect.poll(() => firstProgress(learner)).toMatchObject(after);
    await page.reload();
    await expect(tickOf(row)).not.toBeChecked();
  });
});

test('LPROG-29 LPROG-31 LPROG-32 revision on marks, revision off resets; untick and revision off can be undone for eight seconds, and the tick keeps its date', async ({
  page,
}) => {
  const { row, learner } = await openReal(page);
  await tickOf(row).click();
  await expect(tickOf(row)).toBeEnabled();
  await revisionOf(row).click();
  await expect(revisionOf(row)).toBeChecked();
  await expect(row).toContainText('Needs Revision');
  await expect(revisionOf(row)).toBeEnabled();
  const before = await firstProgress(learner);
  expect(before).toMatchObject({ isCompleted: true, markedForRevision: true });
  const undo = page.getByRole('button', { name: 'Undo' });
  await revisionOf(row).click();
  await expect(revisionOf(row)).not.toBeChecked();
  await expect(tickOf(row)).not.toBeChecked();
  await expect(undo).toBeVisible();
  await expect
    .poll(() => firstProgress(learner))
    .toMatchObject({ isCompleted: false, markedForRevision: false });
  await undo.click();
  await expect(messageOn(page, 'Undone.')).toBeVisible();
  await expect(undo).toHaveCount(0);
  await expect(tickOf(row)).toBeChecked();
  await expect(tickOf(row)).toBeFocused();
  await expect(revisionOf(row)).toBeChecked();
  await expect.poll(() => firstProgress(learner)).toEqual(before);

  await page.clock.install();
  await stopClock(page);
  await tickOf(row).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Your tick and revision mark will be removed.');
  await question.getByRole('button', { name: /not done/ }).click();
  await expect(tickOf(row)).not.toBeChecked();
  await page.clock.runFor(7900);
  await undo.click();
  await expect(tickOf(row)).toBeChecked();
  await expect.poll(() => firstProgress(learner)).toEqual(before);
  await tickOf(row).click();
  await question.getByRole('button', { name: /not done/ }).click();
  await page.clock.runFor(200);
  await expect(undo).toBeVisible();
  await page.clock.runFor(8000);
  await expect(undo).toHaveCount(0);
});

test('LPROG-26 two tabs on one league: a change in one, or one made elsewhere once a tab is looked at again, shows in the other', async ({
  page,
  context,
}) => {
  const { row, title, path, learner } = await openReal(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await weeks(other).first().click();
  await tickOf(row).click();
  await expect(tickOf(rowOf(other, title))).toBeChecked();
  await other.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(other.getByRole('main')).toContainText('1/');
  await tickOf(row).click();
  const saved = page.waitForResponse(
    (response) => response.url().includes(path) && response.request().method() !== 'GET',
  );
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /not done/ })
    .click();
  await expect(other.getByRole('main')).toContainText('0/');
  // A change that is under way is shown before what the server has.
  await (await saved).finished();
  // On a phone, say.
  await learner.call('POST', `${path}/revision`, {});
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(revisionOf(row)).toBeChecked();
  await other.close();
});

test('LPROG-35 SHARE-01 SHARE-02 SHARE-03 SHARE-04 SHARE-05 SHARE-08 only what is done can be shared: in a window of its own, with the share sheet where there is one, or copied', async ({
  page,
  context,
}) => {
  allow(refusedWith(400));
  await context.route(/^https:\/\/(x\.com|www\.linkedin\.com|www\.facebook\.com|wa\.me)\//, (route) =>
    route.fulfill({ body: 'outside' }),
  );
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openImaginary(page);
  await succeed(page, '/social/twitter/section/section-0-0', {
    shareUrl: 'https://x.com/intent/post?text=From+the+server',
  });
  await refuse(page, '/social/linkedin/week/week-0', 400, 'You must complete this week before sharing');
  await expect(shareOf(rowOf(page, 'Resource 2'))).toBeDisabled();
  const dialog = page.getByRole('dialog', { name: 'Share your progress' });
  const words = `Just completed "Resource 1" in Quantum ${site.handle} #Learning #Progress #${site.name}`;
  for (const [button, host, param, text] of [
    ['Share on X', 'x.com', 'text', 'From the server'],
    ['Share on LinkedIn', 'www.linkedin.com', 'summary', words],
    ['Share on WhatsApp', 'wa.me', 'text', new RegExp(`^${words} http.*/dashboard/league/league-0$`)],
    ['Share on Facebook', 'www.facebook.com', 'quote', words],
  ] as const) {
    await shareOf(rowOf(page, 'Resource 1')).click();
    await expect(dialog).toContainText(words);
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: button }).click();
    const popup = await opened;
    await popup.waitForURL(`https://${host}/**`);
    expect(new URL(popup.url()).searchParams.get(param)).toEqual(
      text instanceof RegExp ? expect.stringMatching(text) : text,
    );
    if (host !== 'wa.me')
      expect(new URL(popup.url()).search, 'carries the link of the league').toContain(
        encodeURIComponent('/dashboard/league/league-0'),
      );
    expect(await popup.evaluate(() => [innerWidth, innerHeight, window.opener])).toEqual([550, 420, null]);
    await expect(dialog).toHaveCount(0);
    await popup.close();
  }

  await shareOf(rowOf(page, 'Resource 1')).click();
  const copy = dialog.getByRole('button', { name: 'Copy text' });
  await copy.click();
  await expect(messageOn(page, 'Copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'Just completed "Resource 1" in Quantum',
  );
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
    Object.assign(navigator, {
      share: async (data: ShareData) => void Object.assign(globalThis, { shared: data }),
    });
  });
  await shareOf(rowOf(page, 'Resource 1')).click();
  await copy.click();
  await expect(messageOn(page, 'Failed to copy to clipboard')).toBeVisible();
  // Where there is a share sheet, it comes first and gets words and link.
  await shareOf(rowOf(page, 'Resource 1')).click();
  await expect(dialog.getByRole('button').nth(1)).toHaveText('Share with an app');
  await dialog.getByRole('button', { name: 'Share with an app' }).click();
  await expect(dialog).toHaveCount(0);
  const shared = await page.evaluate(() => (globalThis as { shared?: ShareData }).shared);
  expect(shared?.text).toContain('Just completed "Resource 1" in Quantum');
  expect(shared?.url).toMatch(/\/dashboard\/league\/league-0$/);
});
