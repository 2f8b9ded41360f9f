import type { Locator, Page } from '@playwright/test';
import site from '../../content/site.json' with { type: 'json' };
import { allowing, disconnect, expect, NETWORK_GONE, refusedWith, test } from './fixtures.ts';
import { imaginaryLeague } from './imaginary.ts';
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
    expect(await firstProgress(learner)).toMatchObject({ isCompleted: true });
    await expect(weeks(page).first()).toContainText('1 of ');
  });

  test('LPROG-28 LPROG-29 LPROG-30 unticking asks; no changes nothing, yes resets', async ({ page }) => {
    const { row, title, path, learner } = await openReal(page);
    await tickOf(row).click();
    await expect(messageOn(page, 'Well done!')).toBeVisible();
    await expect(tickOf(row)).toBeEnabled();
    const { calls } = watchCalls(page);
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
    expect(calls).toEqual([]);
    await tickOf(row).click();
    await question.getByRole('button', { name: /not done/ }).click();
    await expect(tickOf(row)).not.toBeChecked();
    await expect(messageOn(page, /not done/)).toBeVisible();
    expect(calls).toEqual([`DELETE ${path}/reset`]);
    expect(await firstProgress(learner)).toMatchObject({ isCompleted: false, completedAt: null });
    await page.reload();
    await weeks(page).first().click();
    await expect(tickOf(row)).not.toBeChecked();
  });

  test('LPROG-29 OPEN-22 the note outlives a reset', async ({ page }) => {
    const { row, path, learner } = await openReal(page);
    await learner.call('PUT', `${path}/note`, { personalNote: 'Mind the phase.' });
    await learner.call('POST', `${path}/complete`, {});
    await page.reload();
    await weeks(page).first().click();
    await tickOf(row).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /not done/ })
      .click();
    await expect(tickOf(row)).not.toBeChecked();
    await expect(noteOf(row)).toHaveText('Edit');
    await expect(tickOf(row)).toBeEnabled();
    expect(await firstProgress(learner)).toMatchObject({
      isCompleted: false,
      personalNote: 'Mind the phase.',
    });
  });
});

test.describe('revision and share', () => {
  test('LPROG-31 LPROG-32 revision on marks, revision off resets', async ({ page }) => {
    const { row, learner } = await openReal(page);
    await tickOf(row).click();
    await expect(tickOf(row)).toBeEnabled();
    await revisionOf(row).click();
    await expect(revisionOf(row)).toBeChecked();
    await expect(row).toContainText('Needs Revision');
    await expect(revisionOf(row)).toBeEnabled();
    expect(await firstProgress(learner)).toMatchObject({ isCompleted: true, markedForRevision: true });
    await revisionOf(row).click();
    await expect(revisionOf(row)).not.toBeChecked();
    await expect(tickOf(row)).not.toBeChecked();
    await expect(revisionOf(row)).toBeEnabled();
    expect(await firstProgress(learner)).toMatchObject({ isCompleted: false, markedForRevision: false });
  });

  test.describe('sharing', () => {
    test.use(allowing(refusedWith(400)));

    test('LPROG-35 SHARE-01 SHARE-02 SHARE-03 SHARE-04 SHARE-05 only what is done can be shared, in a window of its own', async ({
      page,
      context,
    }) => {
      await context.route(/^https:\/\/(x|www\.linkedin|www\.facebook)\.com\//, (route) =>
        route.fulfill({ body: 'outside' }),
      );
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
        ['Share on Facebook', 'www.facebook.com', 'quote', words],
      ] as const) {
        await shareOf(rowOf(page, 'Resource 1')).click();
        await expect(dialog).toContainText(words);
        const opened = page.waitForEvent('popup');
        await dialog.getByRole('button', { name: button }).click();
        const popup = await opened;
        await popup.waitForURL(`https://${host}/**`);
        expect(new URL(popup.url()).searchParams.get(param)).toBe(text);
        expect(await popup.evaluate(() => [innerWidth, innerHeight, window.opener])).toEqual([
          550,
          420,
          null,
        ]);
        await expect(dialog).toHaveCount(0);
        await popup.close();
      }
    });

    test('SHARE-08 the words are copied, and a browser that does not copy is told of', async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await openImaginary(page);
      const copy = page.getByRole('dialog').getByRole('button', { name: 'Copy text' });
      await shareOf(rowOf(page, 'Resource 1')).click();
      await copy.click();
      await expect(messageOn(page, 'Copied to clipboard!')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
        'Just completed "Resource 1" in Quantum',
      );
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
      });
      await shareOf(rowOf(page, 'Resource 1')).click();
      await copy.click();
      await expect(messageOn(page, 'Failed to copy to clipboard')).toBeVisible();
    });
  });
});

test.describe('notes', () => {
  test('NOTE-01 NOTE-02 NOTE-06 NOTE-08 LPROG-11 a note is typed, saved with Ctrl+Enter and kept', async ({
    page,
  }) => {
    const { row, title, learner } = await openReal(page);
    await noteOf(row).click();
    const dialog = page.getByRole('dialog', { name: 'Add note' });
    await expect(dialog).toContainText(title);
    const view = dialog.getByRole('link', { name: /^View/ });
    await expect(view).toHaveAttribute('target', '_blank');
    await expect(view).toHaveAttribute('href', (await row.getByRole('link').getAttribute('href')) ?? '');
    const field = dialog.getByRole('textbox');
    await expect(field).toBeFocused();
    await expect(dialog).toContainText('0/500');
    await page.keyboard.type('Read twice: ਕੁਆਂਟਮ 🙂');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toHaveCount(0);
    await expect(messageOn(page, 'Note saved.')).toBeVisible();
    await expect(noteOf(row)).toHaveText('Edit');
    await expect(noteOf(row)).toBeFocused();
    expect(await firstProgress(learner)).toMatchObject({ personalNote: 'Read twice: ਕੁਆਂਟਮ 🙂' });
  });

  test('NOTE-08 Meta+Enter saves as well, Enter alone is a new line', async ({ page }) => {
    const { row, learner } = await openReal(page);
    await noteOf(row).click();
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Meta+Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(noteOf(row)).toBeEnabled();
    expect(await firstProgress(learner)).toMatchObject({ personalNote: 'one\ntwo' });
  });

  test('NOTE-02 NOTE-03 NOTE-04 five hundred characters, red above four hundred and fifty', async ({
    page,
  }) => {
    await openImaginary(page);
    await noteOf(rowOf(page, 'Resource 1')).click();
    const dialog = page.getByRole('dialog');
    const counter = (length: number) => dialog.getByText(`${length}/500`, { exact: true });
    const hint = dialog.getByText('Character limit approaching');
    await dialog.getByRole('textbox').fill('x'.repeat(450));
    await expect(counter(450)).toBeVisible();
    await expect(hint).toHaveCount(0);
    const calm = await counter(450).evaluate((element) => getComputedStyle(element).color);
    await dialog.getByRole('textbox').press('End');
    await page.keyboard.type('x');
    await expect(counter(451)).toBeVisible();
    await expect(counter(451)).not.toHaveCSS('color', calm);
    const [red = 0, green = 0, blue = 0] = await counter(451).evaluate((element) =>
      (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
    );
    expect(red, 'the counter is red').toBeGreaterThan(2 * Math.max(green, blue));
    await expect(hint).toBeVisible();
    await dialog.getByRole('textbox').fill('');
    await dialog.getByRole('textbox').evaluate((element: HTMLTextAreaElement) => element.focus());
    await page.keyboard.insertText('y'.repeat(600));
    await expect(dialog.getByRole('textbox')).toHaveValue('y'.repeat(500));
    await expect(counter(500)).toBeVisible();
  });

  test('NOTE-05 NOTE-06 NOTE-07 the preview has fifty characters; Escape, Cancel and a click beside close without saving', async ({
    page,
  }) => {
    const league = imaginaryLeague();
    const resource = league.progress.weeks[0]?.sections[0]?.resources[0];
    if (resource) resource.progress.personalNote = `${'n'.repeat(50)}TAIL`;
    await openImaginary(page, league);
    const { calls } = watchCalls(page);
    const dialog = page.getByRole('dialog', { name: 'Edit note' });
    const leave: (() => Promise<void>)[] = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 5),
    ];
    for (const close of leave) {
      await noteOf(rowOf(page, 'Resource 1')).click();
      await expect(dialog.getByText(/^Current note/)).toContainText('n'.repeat(50));
      await expect(dialog.getByText(/^Current note/)).not.toContainText('TAIL');
      await dialog.getByRole('textbox').fill('never saved');
      await close();
      await expect(dialog).toHaveCount(0);
      await expect(noteOf(rowOf(page, 'Resource 1'))).toBeFocused();
    }
    expect(calls).toEqual([]);
  });

  test('NOTE-06 a selection let go of beside the dialog does not close it', async ({ page }) => {
    await openImaginary(page);
    await noteOf(rowOf(page, 'Resource 1')).click();
    const field = page.getByRole('dialog').getByRole('textbox');
    await field.fill('a long thought');
    const box = await field.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move(5, 5, { steps: 3 });
    await page.mouse.up();
    await expect(field).toHaveValue('a long thought');
  });

  test('NOTE-10 OPEN-41 an empty note is refused before any call', async ({ page }) => {
    await openImaginary(page);
    const { calls } = watchCalls(page);
    await noteOf(rowOf(page, 'Resource 1')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('   ');
    await dialog.getByRole('button', { name: 'Save Note' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Note cannot be empty');
    expect(calls).toEqual([]);
  });
});

test.describe('when an action fails', () => {
  test.use(allowing(refusedWith(500), NETWORK_GONE, /^HTTP 500|Network error/));

  /** Answers one write of the first resource with a failure; the topic is then asked for what is stored. */
  async function failing(page: Page, path: string): Promise<Locator> {
    await openImaginary(page);
    const stored = imaginaryLeague().progress.weeks[0]?.sections[0]?.resources ?? [];
    await succeed(page, '/resource-progress/section/section-0-0/resources', { resources: stored });
    await refuse(page, path, 500, 'Something went wrong');
    return main(page);
  }

  test('LPROG-34 LPROG-36 a tick that fails is taken back', async ({ page }) => {
    await failing(page, '/resource-progress/resource-2/complete');
    const row = rowOf(page, 'Resource 2');
    await tickOf(row).click();
    await expect(messageOn(page, 'Failed to mark "Resource 2" as complete. Please try again.')).toBeVisible();
    await expect(tickOf(row)).not.toBeChecked();
    await expect(revisionOf(row)).toBeChecked();
    await expect(tickOf(row)).toBeEnabled();
    await expect(weeks(page).first()).toContainText('1 of 4');
    await expect(messageOn(page, 'Well done!')).toHaveCount(0);
  });

  test('LPROG-34 LPROG-37 a reset that fails leaves the tick', async ({ page }) => {
    await failing(page, '/resource-progress/resource-1/reset');
    const row = rowOf(page, 'Resource 1');
    await tickOf(row).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /not done/ })
      .click();
    await expect(
      messageOn(
        page,
        'Failed to mark "Resource 1" as incomplete. The resource is still marked as complete. Please try again.',
      ),
    ).toBeVisible();
    await expect(tickOf(row)).toBeChecked();
  });

  test('LPROG-34 LPROG-38 revision that fails, on and off', async ({ page }) => {
    await failing(page, '/resource-progress/resource-1/revision');
    await refuse(page, '/resource-progress/resource-2/reset', 500, 'Something went wrong');
    await revisionOf(rowOf(page, 'Resource 1')).click();
    await expect(
      messageOn(page, 'Failed to mark "Resource 1" for revision. Please try again.'),
    ).toBeVisible();
    await expect(revisionOf(rowOf(page, 'Resource 1'))).not.toBeChecked();
    await revisionOf(rowOf(page, 'Resource 2')).click();
    await expect(
      messageOn(page, 'Failed to unmark "Resource 2" for revision. Please try again.'),
    ).toBeVisible();
    await expect(revisionOf(rowOf(page, 'Resource 2'))).toBeChecked();
  });

  test('LPROG-34 LPROG-39 a note that fails stays in the dialog', async ({ page }) => {
    await failing(page, '/resource-progress/resource-1/note');
    await noteOf(rowOf(page, 'Resource 1')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Do not lose me');
    await dialog.getByRole('button', { name: 'Save Note' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Failed to update note. Please try again.');
    await expect(dialog.getByRole('textbox')).toHaveValue('Do not lose me');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(noteOf(rowOf(page, 'Resource 1'))).toHaveText('Add');
  });

  test('LPROG-36 LPROG-40 the tick is taken back and a failed topic question stays silent', async ({
    page,
  }) => {
    await openImaginary(page);
    await failing(page, '/resource-progress/resource-3/complete');
    await disconnect(page, '/resource-progress/section/section-0-1/resources');
    const row = rowOf(page, 'Resource 3');
    await tickOf(row).click();
    await expect(messageOn(page, 'Failed to mark "Resource 3" as complete. Please try again.')).toBeVisible();
    await expect(tickOf(row)).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(1);
  });

  test('LPROG-34 an answer that was lost on its way is found out: what the server holds is shown', async ({
    page,
  }) => {
    await openImaginary(page);
    await failing(page, '/resource-progress/resource-3/complete');
    const stored = imaginaryLeague().progress.weeks[0]?.sections[1]?.resources ?? [];
    if (stored[0]) stored[0].progress.isCompleted = true;
    await succeed(page, '/resource-progress/section/section-0-1/resources', { resources: stored });
    await tickOf(rowOf(page, 'Resource 3')).click();
    await expect(messageOn(page, 'Failed to mark "Resource 3"')).toBeVisible();
    await expect(tickOf(rowOf(page, 'Resource 3'))).toBeChecked();
  });
});
