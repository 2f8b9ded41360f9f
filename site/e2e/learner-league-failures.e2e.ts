import type { Page } from '@playwright/test';
import { allow, disconnect, expect, NETWORK_GONE, refusedWith, test } from './fixtures.ts';
import { imaginaryLeague } from './imaginary.ts';
import { noteOf, openImaginary, revisionOf, rowOf, tickOf, weeks } from './league-page.ts';
import { messageOn, refuse, succeed } from './learner.ts';

test.describe('when an action fails', () => {
  test.beforeEach(() => allow(refusedWith(500), NETWORK_GONE, /^HTTP 500|Network error/));

  /** Answers one write of the first resource with a failure; the topic is then asked for what is stored. */
  async function failing(page: Page, path: string): Promise<void> {
    await openImaginary(page);
    const stored = imaginaryLeague().progress.weeks[0]?.sections[0]?.resources ?? [];
    await succeed(page, '/resource-progress/section/section-0-0/resources', { resources: stored });
    await refuse(page, path, 500, 'Something went wrong');
  }

  test('LPROG-34 LPROG-36 LPROG-37 LPROG-38 LPROG-39 LPROG-40 each control goes back to what is stored and says so', async ({
    page,
  }) => {
    await failing(page, '/resource-progress/resource-2/complete');
    const [first, second] = [rowOf(page, 'Resource 1'), rowOf(page, 'Resource 2')];
    await tickOf(second).click();
    await expect(messageOn(page, 'Failed to mark "Resource 2" as complete. Please try again.')).toBeVisible();
    await expect(tickOf(second)).not.toBeChecked();
    await expect(revisionOf(second)).toBeChecked();
    await expect(tickOf(second)).toBeEnabled();
    await expect(weeks(page).first()).toContainText('1 of 4');
    await expect(messageOn(page, 'Well done!')).toHaveCount(0);

    await refuse(page, '/resource-progress/resource-1/reset', 500, 'Something went wrong');
    await tickOf(first).click();
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
    await expect(tickOf(first)).toBeChecked();

    await refuse(page, '/resource-progress/resource-1/revision', 500, 'Something went wrong');
    await refuse(page, '/resource-progress/resource-2/reset', 500, 'Something went wrong');
    await revisionOf(first).click();
    await expect(
      messageOn(page, 'Failed to mark "Resource 1" for revision. Please try again.'),
    ).toBeVisible();
    await expect(revisionOf(first)).not.toBeChecked();
    await revisionOf(second).click();
    await expect(
      messageOn(page, 'Failed to unmark "Resource 2" for revision. Please try again.'),
    ).toBeVisible();
    await expect(revisionOf(second)).toBeChecked();

    await refuse(page, '/resource-progress/resource-1/note', 500, 'Something went wrong');
    await noteOf(first).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Do not lose me');
    await dialog.getByRole('button', { name: 'Save Note' }).click();
    await expect(dialog.getByRole('alert').first()).toHaveText('Failed to update note. Please try again.');
    await expect(dialog.getByRole('textbox')).toHaveValue('Do not lose me');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(noteOf(first)).toHaveText('Add');

    // The question that follows a failure stays silent where it fails as well.
    await refuse(page, '/resource-progress/resource-3/complete', 500, 'Something went wrong');
    await disconnect(page, '/resource-progress/section/section-0-1/resources');
    const third = rowOf(page, 'Resource 3');
    const told = messageOn(page, 'Failed to mark "Resource 3" as complete. Please try again.');
    await tickOf(third).click();
    await expect(told).toBeVisible();
    await expect(tickOf(third)).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Dismiss' }).click();

    // An answer that was lost on its way is found out.
    const stored = imaginaryLeague().progress.weeks[0]?.sections[1]?.resources ?? [];
    if (stored[0]) stored[0].progress.isCompleted = true;
    await succeed(page, '/resource-progress/section/section-0-1/resources', { resources: stored });
    await tickOf(third).click();
    await expect(told).toBeVisible();
    await expect(tickOf(third)).toBeChecked();
  });
});

test('NOTE-01 when the code of a dialog does not arrive: the league stays, and it is said that the note could not be opened', async ({
  page,
}) => {
  allow(NETWORK_GONE);
  let isKept = false;
  await page.route('**/_astro/*.js', async (route) => {
    const response = await route.fetch();
    if (!(await response.text()).includes('Mark as not done?')) return route.fulfill({ response });
    isKept = true;
    return route.abort();
  });
  await openImaginary(page);
  const note = noteOf(rowOf(page, 'Resource 1'));
  await note.click();
  await expect(messageOn(page, 'This could not be opened.')).toBeVisible();
  expect(isKept).toBe(true);
  await expect(note).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
