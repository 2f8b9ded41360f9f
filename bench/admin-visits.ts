import type { Locator, Page } from '@playwright/test';

export interface Screen {
  path: string;
  /** Stands there once the screen can be used. */
  ready: (page: Page) => Locator;
  /** What somebody does there: look through it, narrow it, open the first dialog. */
  use: readonly ((page: Page) => Promise<unknown>)[];
}

const rows = (page: Page) => page.getByRole('main').getByRole('table').getByRole('rowheader').first();
// By selector from here on: to look through roles is work of the page's own thread, and would be counted as its.
const groups = (page: Page) => page.locator('main button[aria-expanded="false"]').first();
const scroll = async (page: Page) => {
  for (let step = 0; step < 5; step++) {
    await page.mouse.wheel(0, 1500);
    await page.waitForTimeout(60);
  }
  await page.evaluate(() => scrollTo(0, 0));
};
const search = (words: string) => async (page: Page) => {
  await page.locator('main input[type="search"]').first().pressSequentially(words, { delay: 30 });
  await page.waitForTimeout(500);
};
const clear = (page: Page) => page.locator('main input[type="search"]').first().fill('');
const filter = (label: string, option: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).selectOption(option);
const press = (name: string) => async (page: Page) => {
  await page.locator(`main button:is([aria-label^="${name}"], :text("${name}"))`).first().click();
  await page.locator('dialog[open]').first().waitFor();
  await page.keyboard.press('Escape');
};
const expand = async (page: Page) => {
  await groups(page).click();
  await groups(page).click();
};
const turn = (page: Page) => page.locator('button[aria-label="Next page"]').click();

/** Every staff screen. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/admin/users',
    ready: rows,
    use: [scroll, turn, search('scale-1'), filter('Status', 'Pending'), press('Details of')],
  },
  { path: '/admin/cohorts', ready: rows, use: [scroll, search('scale'), press('Create')] },
  { path: '/admin/leagues', ready: rows, use: [scroll, turn, search('league 19'), press('Edit')] },
  { path: '/admin/specializations', ready: rows, use: [scroll, search('path 3'), press('Edit')] },
  { path: '/admin/weeks', ready: rows, use: [scroll, turn, search('league 19'), press('Edit')] },
  {
    path: '/admin/sections',
    ready: groups,
    use: [scroll, expand, search('league 19'), clear, press('Create')],
  },
  {
    path: '/admin/resources',
    ready: groups,
    use: [scroll, expand, search('resource 4.3'), clear, filter('Type', 'Article'), press('Create')],
  },
  { path: '/admin/assignments', ready: rows, use: [scroll, turn, search('build it 19'), press('Edit')] },
  {
    path: '/admin/analytics',
    ready: (page) => page.getByRole('main').getByRole('img').first(),
    use: [scroll],
  },
  { path: '/admin/audit-log', ready: rows, use: [scroll, turn, search('bench')] },
  { path: '/admin/badges', ready: rows, use: [scroll, search('league 19'), clear, press('Edit')] },
  { path: '/admin/certificates', ready: (page) => page.getByRole('heading', { level: 1 }), use: [scroll] },
  { path: '/admin/people', ready: rows, use: [scroll, search('learner 4')] },
  { path: '/admin/mail', ready: (page) => page.getByRole('heading', { level: 1 }), use: [scroll] },
];
