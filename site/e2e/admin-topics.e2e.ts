import { addCurriculum, send } from './curriculum.ts';
import { allow, expect, refusedWith, test } from './fixtures.ts';
import { refuse } from './learner.ts';
import { expectFitsSmallPhone } from './looks.ts';
import { openArea, readFigure } from './staff-page.ts';

test('ATOPIC-01 ATOPIC-03 ATOPIC-04 ATOPIC-05 ATOPIC-06 ATOPIC-08 ATOPIC-10 ATOPIC-11 ARES-14 ERR-21 topics from first to last', async ({
  page,
  request,
}) => {
  allow(refusedWith(404, 409, 500));
  const { league, week, sections, resources } = await addCurriculum(
    request,
    ['Alpha', 'Beta', 'Gamma'],
    ['First reading', 'Second reading'],
  );
  const bare = await send<{ id: string; name: string }>(request, 'post', '/weeks', {
    name: `Bare ${week.name}`,
    order: 2,
    leagueId: league.id,
  });
  await openArea(page, 'sections');
  await expect(page.getByRole('heading', { name: 'Topic Management', level: 1 })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'League' })).toHaveCount(0);
  const figure = await readFigure(page, 'Your Topics');

  // Grouped by module, closed at first; module and topic open and close.
  const group = page.getByRole('button', { name: new RegExp(`^${week.name}`) });
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(group).toContainText(`Module 1·${league.name}·3 topics`);
  await group.click();
  const list = page.getByRole('list', { name: `Topics of ${week.name}` });
  const items = list.getByRole('listitem');
  await expect(items).toHaveText([/Alpha Topic 1·2 resources/, /Beta Topic 2·0 res/, /Gamma Topic 3·0 res/]);
  await group.click();
  await expect(list).toHaveCount(0);
  await page.getByRole('button', { name: new RegExp(`^${bare.name}`) }).click();
  await expect(page.getByText('No topics found in this module')).toBeVisible();

  // The panel of a topic; its deletion asks.
  await group.click();
  const alpha = list.getByRole('button', { name: /^Alpha/ });
  await alpha.click();
  const rows = list.getByRole('table', { name: 'Resources of Alpha' }).getByRole('rowheader');
  await expect(rows).toHaveText([/First reading/, /Second reading/]);
  const question = page.getByRole('alertdialog');
  await list.getByRole('button', { name: 'Delete First reading' }).click();
  await expect(question).toContainText(
    'Are you sure you want to delete resource "First reading"? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveText([/Second reading/]);
  await expect(alpha).toContainText('1 resource');
  await list.getByRole('button', { name: 'Delete Second reading' }).click();
  await refuse(page, `/resources/${resources[1]?.id}`, 500, 'Internal server error');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(list.getByRole('alert')).toContainText('Failed to delete resource: Internal server error');
  await expect(rows).toHaveCount(1);
  await alpha.click();
  await expect(rows).toHaveCount(0);
  await list.getByRole('button', { name: /^Beta/ }).click();
  await expect(list.getByText('No resources in this topic')).toBeVisible();

  // Adding one. What is required: section-form.test.ts.
  await page.getByRole('button', { name: 'Create New Topic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Topic' });
  await expect(dialog.getByLabel('Topic Name')).toBeFocused();
  const create = dialog.getByRole('button', { name: 'Create Topic' });
  const order = dialog.getByLabel('Order');
  await dialog.getByLabel('Module').selectOption({ label: `${league.name}: 1. ${week.name}` });
  await expect(order).toHaveValue('4');
  await dialog.getByLabel('Topic Name').fill('Delta');
  // Somebody else takes that place first.
  await send(request, 'post', '/sections', { name: 'Quicker', order: 5, weekId: week.id });
  await order.fill('5');
  await create.click();
  await expect(dialog.getByRole('alert').first()).toHaveText(
    'Failed to create section: A section with order 5 already exists in this week',
  );
  await order.fill('9');
  await create.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Topic created' })).toBeVisible();
  await figure.expectMore();
  await expect(list.getByRole('button', { name: /^Delta/ })).toContainText('Topic 9·0 resources');

  // Changing one: moved to the other module, where it gets the next place.
  await list.getByRole('button', { name: 'Edit Delta' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Topic' });
  await expect(edit.getByLabel('Order')).toHaveValue('9');
  await edit.getByLabel('Module').selectOption({ label: `${league.name}: 2. ${bare.name}` });
  await expect(edit.getByLabel('Order')).toHaveValue('1');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('No topics found in this module')).toHaveCount(0);
  const moved = page.getByRole('list', { name: `Topics of ${bare.name}` });
  await expect(moved.getByRole('button', { name: /^Delta/ })).toContainText('Topic 1');
  await expect(list.getByRole('button', { name: /^Delta/ })).toHaveCount(0);

  // Taking one away.
  await moved.getByRole('button', { name: 'Delete Delta' }).click();
  await expect(question).toContainText(
    'Are you sure you want to delete this section? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No topics found in this module')).toBeVisible();
  await refuse(page, `/sections/${sections[0]?.id}`, 404, 'Section not found');
  await list.getByRole('button', { name: 'Delete Alpha' }).click();
  await expect(question).toContainText('Deleted with it: 1 resource.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'section' })).toContainText(
    'Failed to delete section: Section not found',
  );
  await expect(list.getByRole('button', { name: /^Alpha/ })).toBeVisible();
  await expectFitsSmallPhone(page);
});
