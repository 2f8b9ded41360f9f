import type { Page } from '@playwright/test';
import { send, unique } from './curriculum.ts';
import { allowing, apiPath, demoEmail, expect, login, refusedWith, test } from './fixtures.ts';

/** Refuses every write of an area with the server's words; reading goes through. */
async function refuseWrites(page: Page, area: string): Promise<void> {
  const isOfArea = apiPath(`/${area}`);
  await page.route(
    (url) => isOfArea(url) || url.pathname.startsWith(`/api/${area}/`),
    (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 500, json: { success: false, error: 'The database is away' } }),
  );
}

/** One with leagues cannot be deleted. */
const EMPTY_COHORT = unique('Empty');

const AREAS = [
  { area: 'cohorts', kind: 'cohort', title: 'Cohort', row: EMPTY_COHORT },
  { area: 'leagues', kind: 'league', title: 'League', row: 'IoT' },
  { area: 'specializations', kind: 'specialization', title: 'Specialization', row: null },
] as const;

test.describe('writes that fail', () => {
  test.use(allowing(refusedWith(500)));

  test('ERR-20 each of the nine texts names what could not be done, and nothing is lost', async ({
    page,
  }) => {
    await send(page.request, 'post', '/cohorts', { name: EMPTY_COHORT, isActive: false });
    await login(page, demoEmail('grand'));
    for (const { area, kind, title, row } of AREAS) {
      await refuseWrites(page, area);
      await page.goto(`/admin/${area}`);
      const name = row ?? (await page.getByRole('rowheader').first().innerText());

      await page.getByRole('button', { name: `Create ${title}` }).click();
      const dialog = page.getByRole('dialog', { name: `Create New ${title}` });
      await dialog.getByLabel('Name').fill('Never stored');
      if (area !== 'cohorts') await dialog.getByLabel('Cohort').selectOption({ index: 1 });
      if (area === 'specializations') await dialog.getByRole('checkbox').first().check();
      await dialog.getByLabel('Name').press('Enter');
      await expect(dialog.getByRole('alert').first()).toHaveText(
        `Failed to create ${kind}: The database is away`,
      );
      await expect(dialog.getByLabel('Name')).toBeFocused();
      await expect(dialog.getByLabel('Name')).toHaveValue('Never stored');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();

      await page.getByRole('button', { name: `Edit ${name}` }).click();
      const edit = page.getByRole('dialog', { name: `Edit ${title}` });
      await edit.getByLabel('Description').fill('Never stored either');
      await edit.getByRole('button', { name: 'Save Changes' }).click();
      await expect(edit.getByRole('alert').first()).toHaveText(
        `Failed to update ${kind}: The database is away`,
      );
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();

      await page.getByRole('button', { name: `Delete ${name}` }).click();
      const question = page.getByRole('alertdialog');
      if (area === 'leagues') await question.getByLabel(`Type “${name}” to confirm`).fill(name);
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(
        page.getByRole('alert').filter({ hasText: `Failed to delete ${kind}: The database is away` }),
      ).toBeVisible();
      await expect(page.getByRole('rowheader').filter({ hasText: name }).first()).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByRole('main')).toBeFocused();
      await page.unrouteAll();
    }
  });
});
