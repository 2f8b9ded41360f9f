import type { Page } from '@playwright/test';
import type { Week } from '../../api/contract/weeks.ts';
import { apiPath, expect, test } from './fixtures.ts';
import { succeed } from './learner.ts';
import { expectSound } from './looks.ts';
import { openArea } from './staff-page.ts';

/** Seventy modules of two leagues, as the server would list them; none of them is stored. */
const WEEKS: Week[] = ['Astronomy', 'Botany'].flatMap((name, league) =>
  Array.from({ length: 35 }, (_, index) => ({
    id: `${name}-${index + 1}`,
    name: `Part ${index + 1}`,
    description: null,
    order: index + 1,
    leagueId: `league-${league}`,
    league: { id: `league-${league}`, name },
    createdAt: '2026-02-01T00:00:00.000Z',
    updatedAt: '2026-02-01T00:00:00.000Z',
    _count: { sections: 0 },
  })),
);

/** Answers the lists of the screen, and keeps what is sent to be stored. */
async function imagine(page: Page): Promise<unknown[]> {
  const sent: unknown[] = [];
  const pagination = { page: 1, limit: 1000, total: 0, totalPages: 1 };
  await succeed(page, '/weeks', { weeks: WEEKS, pagination });
  await page.route(apiPath('/sections'), (route) => {
    if (route.request().method() === 'GET') {
      return route.fulfill({ json: { success: true, data: { sections: [], pagination } } });
    }
    const body = route.request().postDataJSON();
    sent.push(body);
    const week = WEEKS.find(({ id }) => id === body.weekId);
    const section = { ...body, id: 's1', week, createdAt: '', updatedAt: '', _count: { resources: 0 } };
    return route.fulfill({ status: 201, json: { success: true, data: section } });
  });
  return sent;
}

test('ATOPIC-01 where there are many modules, the league comes first: chosen, changed and saved by keyboard', async ({
  page,
}) => {
  const sent = await imagine(page);
  await openArea(page, 'sections');
  // Groups below the window are drawn before one scrolls there.
  const heads = page.getByRole('main').locator('h2 button[aria-expanded]');
  await expect(heads).toHaveCount(WEEKS.length);
  const hidden = await heads.evaluateAll(
    (buttons) => buttons.filter((button) => !button.checkVisibility({ contentVisibilityAuto: true })).length,
  );
  expect(hidden).toBe(0);
  await page.getByRole('button', { name: 'Create New Topic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Topic' });
  const league = dialog.getByRole('combobox', { name: 'League' });
  const module = dialog.getByRole('combobox', { name: 'Module' });
  await expect(module.getByRole('option')).toHaveText(['Choose a league first']);

  // Sent too early, the form leads to the first of the two.
  await expect(dialog.getByLabel('Topic Name')).toBeFocused();
  await page.keyboard.type('Pollen');
  await page.keyboard.press('Enter');
  await expect(league).toBeFocused();
  await expect(dialog).toContainText('Please choose the league first');
  await expectSound(page);

  await page.keyboard.type('Astro');
  await expect(league).toHaveValue('league-0');
  await expect(module.getByRole('option')).toHaveCount(36);
  await page.keyboard.press('Tab');
  await page.keyboard.type('3. ');
  await expect(module).toHaveValue('Astronomy-3');

  // Another league takes its modules along.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('Bot');
  await expect(league).toHaveValue('league-1');
  await expect(module).toHaveValue('');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12.');
  await expect(module).toHaveValue('Botany-12');
  await expect(dialog.getByLabel('Order')).toHaveValue('1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(sent).toEqual([expect.objectContaining({ name: 'Pollen', weekId: 'Botany-12' })]);
  expect(sent[0]).not.toHaveProperty('order');
});

test('rows that come back after a search are drawn some at a time; a dialog over them after the click, its contents later still', async ({
  page,
}) => {
  await imagine(page);
  await openArea(page, 'weeks');
  const rows = page.getByRole('main').getByRole('rowheader');
  await expect(rows).toHaveCount(50);
  const search = page.getByRole('searchbox', { name: 'Search modules' });
  await search.fill('Part 35');
  await expect(rows).toHaveCount(2);
  const added = await page.evaluateHandle(() => {
    const counts: number[] = [];
    // Told of what one commit changed in one go.
    new MutationObserver((records) => {
      const nodes = records.flatMap(({ addedNodes }) => [...addedNodes]);
      counts.push(nodes.filter((node) => node.nodeName === 'TR').length);
    }).observe(document.querySelector('main tbody') as Node, { childList: true });
    return counts;
  });
  await search.fill('');
  await expect(rows).toHaveCount(50);
  const counts = await added.jsonValue();
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(48);
  expect(Math.max(...counts)).toBeLessThanOrEqual(12);

  const edit = page.getByRole('button', { name: 'Edit Part 1', exact: true }).first();
  const seen = await page.evaluateHandle(() => {
    const list = { isFilledAtOnce: [] as boolean[], changes: 0 };
    const { showModal } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.showModal = function () {
      showModal.call(this);
      // Only what is in sight has a style; whether it is, is looked at with the next frame.
      const form = this.querySelector('form');
      list.isFilledAtOnce.push(form?.checkVisibility({ contentVisibilityAuto: true }) === true);
    };
    new MutationObserver((records) => {
      list.changes += records.length;
    }).observe(document.querySelector('main tbody') as Node, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    return list;
  });
  const isShownAtOnce = await edit.evaluate(async (button: HTMLElement) => {
    button.click();
    // React draws what a click asks for at once when the click is over.
    await Promise.resolve();
    await Promise.resolve();
    return document.querySelector('dialog[open]') !== null;
  });
  expect(isShownAtOnce).toBe(false);
  const dialog = page.getByRole('dialog', { name: 'Edit Module' });
  await expect(dialog.getByRole('textbox', { name: 'Module Name' })).toBeFocused();
  expect(await seen.jsonValue()).toEqual({ isFilledAtOnce: [false], changes: 0 });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await seen.jsonValue()).toEqual({ isFilledAtOnce: [false], changes: 0 });
});
