import { addCurriculum, send, tick } from './curriculum.ts';
import { allow, demoEmail, expect, expectDialogLeftHistory, login, refusedWith, test } from './fixtures.ts';
import { holdBack, refuse, succeed } from './learner.ts';
import { expectFitsSmallPhone } from './looks.ts';
import { openArea, readFigure } from './staff-page.ts';

const PAGING = { page: 1, limit: 1000, total: 0, totalPages: 1 };

test.describe('resources', () => {
  test.beforeEach(() => allow(refusedWith(409, 500)));

  test('ARES-01 ARES-03 ARES-04 ARES-05 ARES-06 ARES-07 ARES-08 ARES-09 ARES-10 ARES-13 ARES-15 ERR-21 ADMIN-27 resources from first to last', async ({
    page,
    request,
  }) => {
    const { league, week, sections, resources } = await addCurriculum(
      request,
      ['Alpha', 'Beta'],
      ['First', 'Second'],
    );
    const [alpha] = sections;
    await openArea(page, 'resources');
    await expect(page.getByRole('heading', { name: 'Resource Management', level: 1 })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'League' })).toHaveCount(0);
    const figure = await readFigure(page, 'Your Resources');

    // Module, then topic, then resources; closed at first.
    const group = page.getByRole('button', { name: new RegExp(`^${week.name}`) });
    await expect(group).toContainText('2 topics, 2 resources');
    await expect(page.getByRole('table')).toHaveCount(0);
    await group.click();
    const list = page.getByRole('list', { name: `Topics of ${week.name}` });
    const topic = list.getByRole('button', { name: /^Alpha/ });
    await expect(topic).toHaveAttribute('aria-expanded', 'false');
    await topic.click();
    const rows = list.getByRole('table', { name: 'Resources of Alpha' }).getByRole('rowheader');
    await expect(rows).toHaveText([/First/, /Second/]);
    const link = list.getByRole('link', { name: 'Open First at example.org' });
    await expect(link).toHaveAttribute('href', 'https://example.org/1');
    await expect(link).toHaveAttribute('target', '_blank');
    await list.getByRole('button', { name: /^Beta/ }).click();
    await expect(list.getByText('No resources in this topic')).toBeVisible();

    // Adding one.
    await page.getByRole('button', { name: 'Create New Resource' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create New Resource' });
    const create = dialog.getByRole('button', { name: 'Create Resource' });
    const title = dialog.getByLabel('Title');
    const url = dialog.getByLabel('URL');
    const order = dialog.getByLabel('Order');
    await expect(title).toBeFocused();
    await expect(dialog.getByLabel('Type')).toHaveValue('VIDEO');
    await expect(dialog.getByLabel('Type').getByRole('option')).toHaveText([
      'Video',
      'Article',
      'External Link',
      'Blog',
    ]);
    await dialog.getByLabel('Module').selectOption({ label: `${league.name}: 1. ${week.name}` });
    await dialog.getByLabel('Topic').selectOption({ label: '2. Beta' });
    await expect(order).toHaveValue('1');
    await dialog.getByLabel('Topic').selectOption({ label: '1. Alpha' });
    await expect(order).toHaveValue('3');
    await title.fill('Third');
    await expect(dialog.getByText('5 / 200')).toBeVisible();
    // What is required: resource-form.test.ts.
    await dialog.getByLabel('Minutes').fill('1441');
    await create.click();
    await expect(dialog.getByText('Enter a whole number from 1 to 1440')).toBeVisible();
    await expect(dialog.getByText('URL is required')).toBeVisible();
    await dialog.getByLabel('Minutes').fill('85');
    await url.fill('https://example.org/third');
    // Somebody else takes that place first.
    await send(request, 'post', `/sections/${alpha?.id}/resources`, {
      title: 'Quicker',
      url: 'https://example.org/q',
      type: 'BLOG',
      order: 5,
    });
    await order.fill('5');
    await create.click();
    await expect(dialog.getByRole('alert').first()).toHaveText(
      'Failed to create resource: A resource with order 5 already exists in this section',
    );
    await order.fill('7');
    await create.click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: 'Resource created' })).toBeVisible();
    await expect(rows).toHaveText([/First/, /Second/, /Third/]);
    await figure.expectMore();
    await expect(list.getByRole('row').filter({ hasText: 'Third' })).toContainText('Video');
    await expect(list.getByRole('row').filter({ hasText: 'Third' })).toContainText('1 h 25 min');

    // Changing one: into the other topic.
    await list.getByRole('button', { name: 'Edit Third' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Resource' });
    await edit.getByLabel('Type').selectOption('BLOG');
    await expect(edit.getByLabel('Minutes')).toHaveValue('85');
    await edit.getByLabel('Minutes').fill('');
    await edit.getByLabel('Topic').selectOption({ label: '2. Beta' });
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(rows).toHaveText([/First/, /Second/]);
    const moved = list.getByRole('table', { name: 'Resources of Beta' });
    await expect(moved.getByRole('row').filter({ hasText: 'Third' })).toContainText('Blog');
    await expect(moved.getByRole('row').filter({ hasText: 'Third' })).not.toContainText('min');

    // Deletion asks nothing here; one that fails keeps its row.
    const answerNow = await holdBack(page, /\/api\/resources\/[^/]+$/);
    await list.getByRole('button', { name: 'Delete Third' }).click();
    // Whoever goes on meanwhile is left where they are.
    const box = page.getByRole('searchbox', { name: 'Search resources' });
    await box.focus();
    answerNow();
    await expect(page.getByRole('status').filter({ hasText: 'Resource deleted: Third' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(moved).toHaveCount(0);
    await expect(box).toBeFocused();
    await refuse(page, `/resources/${resources[0]?.id}`, 500, 'Internal server error');
    // On a phone the row is far below the place of the failure.
    await page.setViewportSize({ width: 360, height: 480 });
    await list.getByRole('button', { name: 'Delete First' }).click();
    const failure = page.getByRole('main').getByRole('alert').filter({ hasText: 'Failed' });
    await expect(failure).toContainText('Failed to delete resource: Internal server error');
    await expect(failure).toBeInViewport();
    await expect(list.getByRole('button', { name: 'Delete First' })).toBeFocused();
    await expect(rows).toHaveText([/First/, /Second/]);
    await expectFitsSmallPhone(page);
  });

  test('three resources in a row go to the end of their topic without a refusal', async ({
    page,
    request,
  }) => {
    const { league, week, sections } = await addCurriculum(request, ['Only'], ['First']);
    await openArea(page, `resources?sectionId=${sections[0]?.id}`);
    const rows = page.getByRole('table', { name: 'Resources of Only' }).getByRole('rowheader');
    await expect(rows).toHaveText([/First/]);
    for (const title of ['Second', 'Third', 'Fourth']) {
      await page.getByRole('button', { name: 'Create New Resource' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create New Resource' });
      await dialog.getByLabel('Module').selectOption({ label: `${league.name}: 1. ${week.name}` });
      await dialog.getByLabel('Topic').selectOption({ label: '1. Only' });
      await expect(dialog.getByLabel('Order')).not.toHaveValue('');
      // A colleague adds one while the form is open: its suggestion is too low by then.
      if (title === 'Third') {
        await send(request, 'post', `/sections/${sections[0]?.id}/resources`, {
          title: 'Colleague',
          url: 'https://example.org/c',
          type: 'BLOG',
        });
      }
      await dialog.getByLabel('Title').fill(title);
      await dialog.getByLabel('URL').fill(`https://example.org/${title}`);
      await dialog.getByRole('button', { name: 'Create Resource' }).click();
      await expect(dialog).toHaveCount(0);
    }
    await expectDialogLeftHistory(page);
    await page.reload();
    await expect(rows).toHaveText([/First/, /Second/, /Colleague/, /Third/, /Fourth/]);
  });

  test('ARES-11 ARES-12 ERR-22 resources are put in order; the slower of two people is told', async ({
    page,
    request,
  }) => {
    const { sections, resources } = await addCurriculum(request, ['Only'], ['One', 'Two', 'Three']);
    const topic = sections[0]?.id;
    await openArea(page, `resources?sectionId=${topic}`);
    const rows = page.getByRole('table', { name: 'Resources of Only' }).getByRole('rowheader');
    await expect(rows).toHaveText([/One/, /Two/, /Three/]);
    await expect(
      page
        .getByRole('search')
        .getByRole('status')
        .filter({ hasText: /^Showing/ }),
    ).toHaveText(/^Showing 3 of .* those of Only$/);
    await page.getByRole('button', { name: 'Reorder resources of Only' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reorder resources of Only' });
    await dialog.getByRole('button', { name: 'Move Three up' }).click();
    await send(request, 'put', `/sections/${topic}/resources/reorder`, {
      resourceOrders: resources.map(({ id }, index) => ({ resourceId: id, order: 3 - index })),
    });
    await send(request, 'put', `/resources/${resources[1]?.id}`, { title: 'Two, renamed' });
    await dialog.getByRole('button', { name: 'Save Order' }).click();
    await expect(dialog.getByRole('alert').first()).toHaveText(
      'Failed to reorder resources: Somebody else changed this order meanwhile. This is the order now.',
    );
    await expect(dialog.getByRole('listitem')).toHaveText([/Three/, /Two, renamed/, /One/]);
    await dialog.getByRole('button', { name: 'Move One up' }).click();
    await dialog.getByRole('button', { name: 'Save Order' }).click();
    await expect(dialog).toHaveCount(0);
    // The rows are those of the server's answer: the name that somebody else gave stands there too.
    await expect(rows).toHaveText([/Three/, /One/, /Two, renamed/]);
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Video');
    await expect(page.getByRole('heading', { name: 'No resources found' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(page.getByRole('heading', { name: 'No resources found' })).toHaveCount(0);

    // Whoever types goes on typing while the first answer is on its way, or fails.
    await page.reload();
    const box = page.getByRole('searchbox', { name: 'Search resources' });
    await box.focus();
    const asked = page.waitForRequest(/search=two/);
    await refuse(page, '/resources', 500, 'Internal server error');
    await page.keyboard.type('two');
    await asked;
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'Failed' })).toBeVisible();
    await expect(box).toBeFocused();
  });

  test('ARES-02 ARES-16 ERR-17 a chief chooses a league; no leagues; failed', async ({ page }) => {
    await openArea(page, 'resources', 'chief');
    const filter = page.getByRole('combobox', { name: 'League' });
    await expect(filter.getByRole('option')).toHaveText(['All leagues', 'Finance', 'ML']);
    await filter.selectOption('ML');
    const groups = page.getByRole('main').getByRole('button', { expanded: false });
    await expect(groups.filter({ hasText: '·ML·' }).first()).toBeVisible();
    await expect(groups.filter({ hasText: '·Finance·' })).toHaveCount(0);
    await refuse(page, '/resources', 500, 'Internal server error');
    await page.reload();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'Failed' })).toContainText(
      'Failed to load resources: Internal server error',
    );
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(groups.first()).toBeVisible();

    await login(page, demoEmail('grand'));
    await succeed(page, '/leagues', { leagues: [], pagination: PAGING });
    await page.goto('/admin/resources');
    await expect(page.getByRole('heading', { name: 'No leagues available' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create a league' })).toBeVisible();
  });
});

test('a resource on which a learner has a record is asked about, and goes once its title is typed', async ({
  page,
  request,
}) => {
  const { league, sections, resources } = await addCurriculum(request, ['Alpha'], ['First', 'Second']);
  await tick(request, league.id, resources[0]?.id ?? '');
  await openArea(page, `resources?sectionId=${sections[0]?.id}`);
  const list = page.getByRole('table', { name: 'Resources of Alpha' });
  await list.getByRole('button', { name: 'Delete First' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete First' });
  await expect(question).toContainText('1 person loses 1 progress record.');
  await question.getByLabel('Type “First” to confirm').fill('First');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(list.getByRole('rowheader')).toHaveText([/Second/]);
});
