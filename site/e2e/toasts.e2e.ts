import type { Locator, Page } from '@playwright/test';
import {
  allowing,
  apiPath,
  asGrand,
  demoEmail,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  login,
  refusedWith,
  test,
} from './fixtures.ts';
import { noteOf, openImaginary, rowOf, tickOf } from './league-page.ts';
import { succeed } from './learner.ts';
import { NARROWEST } from './looks.ts';

test.use(allowing(refusedWith(500), /^HTTP 500/));

const dismiss = (place: Page | Locator) => place.getByRole('button', { name: 'Dismiss' });

/** Every button of the dialog can be pressed where it stands: no message lies over it. */
async function expectButtonsFree(dialog: Locator): Promise<void> {
  const hidden = await dialog.evaluate((element) =>
    [...element.querySelectorAll('button')]
      .filter((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return !found || !button.contains(found);
      })
      .map(({ textContent, ariaLabel }) => ariaLabel || textContent),
  );
  expect(hidden).toEqual([]);
}

test('CONST-22 a failure that arrives while a dialog is open is told and dismissed in the dialog on top', async ({
  page,
}) => {
  await openImaginary(page);
  await succeed(page, '/resource-progress/section/section-0-0/resources', { resources: [] });
  let answerNow = () => {};
  const held = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  const refusal = { success: false, error: 'Something went wrong' };
  await page.route(apiPath('/resource-progress/resource-2/complete'), async (route) => {
    await held;
    await route.fulfill({ status: 500, json: refusal });
  });
  const failure = 'Failed to mark "Resource 2" as complete. Please try again.';
  await tickOf(rowOf(page, 'Resource 2')).click();
  await noteOf(rowOf(page, 'Resource 1')).click();
  const note = page.getByRole('dialog');
  await note.getByRole('textbox').fill('Half a thought');
  await page.setViewportSize(NARROWEST);
  answerNow();

  await expect(note.getByRole('alert').filter({ hasText: failure })).toBeVisible();
  await expect(dismiss(page)).toHaveCount(1);
  await expectButtonsFree(note);
  await expectNoSidewaysScroll(page);
  // Nobody goes back into what was heard; the question over the form brings it along without saying it again.
  await page.waitForTimeout(1200);
  await note.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(failure)).toBeVisible();
  await expect(page.getByText(failure)).toHaveCount(1);
  await expect(page.getByRole('alert').filter({ hasText: failure })).toHaveCount(0);
  await expectButtonsFree(question);
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(failure)).toHaveCount(1);
  await expect(dismiss(page)).toBeEnabled();
  await dismiss(page).click();
  await expect(page.getByText(failure)).toHaveCount(0);
});

test('CONST-22 an award that failed for some says in its dialog who has it, and the end is told on the page', async ({
  page,
}) => {
  const headers = await asGrand(page.request);
  const name = `Partly ${Date.now().toString(36)}`;
  const made = await page.request.post('/api/admin/badges', { headers, data: { name } });
  expect(made.status(), await made.text()).toBe(201);
  const { badge } = (await made.json()).data;
  await login(page, demoEmail('grand'));
  await page.goto('/admin/badges');
  await page
    .getByRole('table', { name: 'badges' })
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('link', { name: 'Holders' })
    .click();
  await page.getByRole('button', { name: 'Award Badge' }).click();
  const award = page.getByRole('dialog', { name: `Award ${name}` });
  for (const person of ['luminary', 'pioneer'] as const) {
    await award.getByLabel('People').fill(demoEmail(person));
    await award.getByRole('list', { name: 'Found' }).getByRole('button').click();
  }
  await award.getByLabel('Reason').fill('Ran it all term.');
  let calls = 0;
  await page.route(apiPath(`/badges/${badge.id}/award`), (route) => {
    calls += 1;
    return calls === 2
      ? route.fulfill({ status: 500, json: { success: false, error: 'Something went wrong' } })
      : route.fallback();
  });
  await award.getByRole('button', { name: 'Award to 2 people' }).click();
  const partly = '1 of 2 people now have the badge';
  await expect(award.getByRole('status').filter({ hasText: partly })).toBeVisible();
  await dismiss(award).click();
  await expect(page.getByText(partly)).toHaveCount(0);
  await expectAccessible(page);
  await page.unrouteAll();
  await award.getByRole('button', { name: 'Award', exact: true }).click();
  // Raised while the dialog closes: it is told where one is then.
  await expect(page.getByRole('status').filter({ hasText: 'Badge awarded' })).toBeVisible();
  await expect(award).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Badge awarded' })).toBeVisible();
});
