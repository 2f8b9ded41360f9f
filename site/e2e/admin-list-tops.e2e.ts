import { expect, test } from './fixtures.ts';
import { moveTo, NARROW } from './looks.ts';
import { openArea } from './staff-page.ts';

/** Every list of the staff area: tables, and groups that open. */
const LISTS = [
  'users',
  'cohorts',
  'leagues',
  'specializations',
  'weeks',
  'sections',
  'resources',
  'assignments',
  'assignments?queue=all',
  'audit-log',
  'badges',
  'certificates',
  'people',
  'breaks',
  'announcements',
  'events',
  'mail',
];

test.describe('on a phone', () => {
  test.use({ viewport: NARROW, hasTouch: true, isMobile: true });

  test('the fields of every staff list have letters of 16 px, so that the phone does not zoom', async ({
    page,
  }) => {
    test.slow();
    await openArea(page, 'users');
    for (const list of [...LISTS, 'imports', 'league-files', 'analytics']) {
      await moveTo(page, `/admin/${list}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const small = await page
        .locator('input:not([type=checkbox], [type=radio], [type=file]), select, textarea')
        .evaluateAll((fields) =>
          fields
            .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
            .map((field) => field.outerHTML.slice(0, 120)),
        );
      expect.soft(small, list).toEqual([]);
    }
  });
});
