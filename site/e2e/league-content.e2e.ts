import type { Page } from '@playwright/test';
import { addCurriculum, addLeague, OPEN_COHORT, send, unique } from './curriculum.ts';
import { allow, expect, expectAccessible, keepTokens, refusedWith, signUpByApi, test } from './fixtures.ts';
import { expectRoomForLargeText, expectSound, NARROW, WIDE } from './looks.ts';
import { openArea, toast } from './staff-page.ts';

interface Outline {
  weeks: { name: string; sections: { name: string; resources: { title: string; type: string }[] }[] }[];
}

/** The outline that the server has: modules, topics and titles. */
async function readOutline(page: Page, leagueId: string) {
  const { weeks } = await send<Outline>(page.request, 'get', `/leagues/${leagueId}`);
  return weeks.map(({ name, sections }) => [
    name,
    ...sections.map((section) => [section.name, ...section.resources.map(({ title }) => title)]),
  ]);
}

const resourcesOf = (page: Page, topic: string) =>
  page.getByRole('list', { name: `Resources of ${topic}` }).getByRole('listitem');
const lineOf = (page: Page, title: string) =>
  page.getByRole('button', { name: `Edit ${title}`, exact: true });
const moved = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('the page of a league opens from its name in lists, and shows its outline', async ({
  page,
  request,
}) => {
  const { league, week } = await addCurriculum(request, ['First'], ['Read me']);
  await openArea(page, `leagues?q=${encodeURIComponent(league.name)}`);
  await page.getByRole('link', { name: league.name }).click();
  await expect(page).toHaveURL(`/admin/league/${league.id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(league.name);
  await expect(main.getByRole('heading', { name: week.name })).toBeVisible();
  await expect(resourcesOf(page, 'First')).toHaveText([/^Open Read me/]);
  await expect(page).toHaveTitle(new RegExp(`^${league.name} \\| Content`));
  await main.getByRole('button', { name: 'Fold all' }).click();
  await expect(page.getByRole('list', { name: 'Resources of First' })).toHaveCount(0);
});

test('staff with one league have it above Modules, and find it in the palette', async ({ page }) => {
  await openArea(page, 'weeks', 'pathfinder');
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: 'Your league' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ML');
  await page.goto('/admin/weeks');
  await expect(page.getByRole('searchbox', { name: 'Search modules' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('ML');
  await page.getByRole('dialog').getByRole('option', { name: 'ML Cohort 1.5' }).click();
  await expect(page).toHaveURL(/\/admin\/league\//);
});

test('a league that is not there, or not in scope: says so, and leads back', async ({ page, request }) => {
  allow(refusedWith(404));
  await openArea(page, 'league/no-such-league');
  await expect(page.getByRole('heading', { name: 'League not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Leagues' }).click();
  await expect(page).toHaveURL('/admin/leagues');
  const { id } = await addLeague(request, unique('Strange'));
  await openArea(page, `league/${id}`, 'pathfinder');
  await expect(page.getByRole('heading', { name: 'This league is not one of yours' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Modules' })).toBeVisible();
});

test('staff who may only see progress read the outline, and change nothing', async ({ page, request }) => {
  const ready = { approved: true, verified: true, migrated: true };
  const [{ league }, reader] = await Promise.all([
    addCurriculum(request, ['First'], ['Read me'], OPEN_COHORT),
    signUpByApi(request, ready),
  ]);
  const { id } = reader.user;
  await send(request, 'put', '/admin/update-role', { userId: id, newRole: 'PATHFINDER' });
  await send(request, 'post', '/admin/assign-leagues', {
    pathfinderId: id,
    leagueIds: [league.id],
    permissions: { canManageUsers: false, canViewAnalytics: true, canCreateContent: false },
  });
  await keepTokens(page, reader);
  await page.goto(`/admin/league/${league.id}`);
  await expect(page.getByText('You may read this league.')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Read me')).toBeVisible();
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await expect(main.getByRole('button', { name: /Paste|Delete|Move|Rename|Edit/ })).toHaveCount(0);
  const tabs = page.getByRole('navigation', { name: 'Parts of the league' }).getByRole('link');
  await expect(tabs).toHaveText(['Content', 'Learners']);
  await expectAccessible(page);
});

test('a league is built in its lines: a resource takes at most four key actions and no dialog', async ({
  page,
  request,
}) => {
  const league = await addLeague(request, 'Built');
  await openArea(page, `league/${league.id}`);
  const addModule = page.getByLabel('Add a module');
  await addModule.fill('Basics');
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/weeks', async (route) => {
    await answered;
    await route.continue();
  });
  await addModule.press('Enter');
  await expect(addModule).toBeFocused();
  // Drawn before the server has answered.
  await expect(page.getByRole('heading', { name: 'Basics' })).toBeVisible();
  answer();
  const addTopic = page.getByLabel('Add a topic to Basics');
  await addTopic.fill('Money');
  await addTopic.press('Enter');
  await expect(addTopic).toBeFocused();
  const add = page.getByLabel('Add a resource to Money');
  await expect(add).toBeVisible();

  let actions = 0;
  const act = async (action: Promise<unknown>) => {
    actions += 1;
    await action;
  };
  // From the line below it, which has the focus.
  await act(page.keyboard.press('Shift+Tab'));
  await expect(add).toBeFocused();
  await act(page.keyboard.insertText('What money is, https://youtu.be/abc'));
  await act(page.keyboard.press('Enter'));
  await expect(resourcesOf(page, 'Money')).toHaveText([/^Open What money is\s*Video/]);
  expect(actions).toBeLessThanOrEqual(4);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The next ones without leaving the line, faster than the server answers.
  for (const name of ['banks', 'loans', 'taxes']) {
    await page.keyboard.insertText(`https://example.org/all-about-${name}`);
    await page.keyboard.press('Enter');
  }
  const titles = ['What money is', 'All about banks', 'All about loans', 'All about taxes'];
  await expect(resourcesOf(page, 'Money')).toHaveText(titles.map((title) => new RegExp(`^Open ${title}`)));
  await expect.poll(() => readOutline(page, league.id)).toEqual([['Basics', ['Money', ...titles]]]);
  await page.keyboard.insertText('no address');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Add the address after the title' })).toBeVisible();
});

test('names, minutes, types and addresses are changed in their place', async ({ page, request }) => {
  const { league, week } = await addCurriculum(request, ['First'], ['Read me']);
  await openArea(page, `league/${league.id}`);
  for (const [kind, before, after] of [
    ['module', week.name, unique('Renamed module')],
    ['topic', 'First', 'Renamed topic'],
  ] as const) {
    await page.getByRole('button', { name: `Rename ${before}` }).click();
    await page.getByLabel(`Name of the ${kind}`).fill(after);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: after })).toBeVisible();
    await expect(page.getByRole('button', { name: `Rename ${after}` })).toBeFocused();
  }
  await lineOf(page, 'Read me').click();
  const form = page.getByRole('form', { name: 'Edit Read me' });
  await expect(form.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(lineOf(page, 'Read me')).toBeFocused();
  await page.keyboard.press('Enter');
  await form.getByLabel('Minutes').fill('12');
  await form.getByLabel('Type').selectOption('BLOG');
  await form.getByLabel('Address').fill('nothing');
  await page.keyboard.press('Enter');
  await expect(form.getByText('Enter a full link, starting with https://')).toBeVisible();
  await form.getByLabel('Address').fill('example.org/other');
  await form.getByLabel('Title').fill('Read this');
  await page.keyboard.press('Enter');
  await expect(resourcesOf(page, 'Renamed topic')).toHaveText([/^Open Read this\s*Blog\s*12 min/]);
  await expect(page.getByRole('link', { name: 'Open Read this' })).toHaveAttribute(
    'href',
    'https://example.org/other',
  );
  await expect
    .poll(() => readOutline(page, league.id))
    .toEqual([[expect.stringMatching(/^Renamed module/), ['Renamed topic', 'Read this']]]);
});

test('the arrow keys and the pointer move resources, topics and modules, also into others', async ({
  page,
  request,
}) => {
  const { league, week } = await addCurriculum(request, ['First', 'Second'], ['A', 'B', 'C']);
  await send(request, 'post', '/weeks', { name: 'Later', order: 2, leagueId: league.id });
  // Near its edge the page would scroll below the pointer.
  await page.setViewportSize({ width: 1280, height: 1400 });
  await openArea(page, `league/${league.id}`);
  const outline = () => readOutline(page, league.id);
  const grip = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  await expect(grip('A')).toHaveAccessibleDescription(/arrow keys move it/);
  await grip('A').press('ArrowDown');
  await expect(moved(page, 'A moved to position 2 of 3 in First')).toBeAttached();
  await expect(grip('A')).toBeFocused();
  await grip('C').press('ArrowDown');
  await expect(moved(page, 'C moved to position 1 of 1 in Second')).toBeAttached();
  await expect(grip('C')).toBeFocused();
  await expect.poll(outline).toEqual([[week.name, ['First', 'B', 'A'], ['Second', 'C']], ['Later']]);

  await grip('B').hover();
  await page.mouse.down();
  const to = await grip('C').boundingBox();
  await page.mouse.move(to?.x ?? 0, (to?.y ?? 0) + 30, { steps: 8 });
  await page.mouse.move((to?.x ?? 0) + 10, (to?.y ?? 0) + 12, { steps: 4 });
  // The page follows the pointer a frame later, and drops where it was by then.
  await expect(resourcesOf(page, 'Second')).toHaveAttribute('data-over', '');
  await page.mouse.up();
  await expect.poll(outline).toEqual([[week.name, ['First', 'A'], ['Second', 'B', 'C']], ['Later']]);

  await grip('Second').press('ArrowDown');
  await expect(moved(page, 'Second moved to position 1 of 1 in Later')).toBeAttached();
  await grip('Later').press('ArrowUp');
  await expect.poll(outline).toEqual([
    ['Later', ['Second', 'B', 'C']],
    [week.name, ['First', 'A']],
  ]);
  await page.reload();
  await expect(resourcesOf(page, 'Second')).toHaveText([/^Open B/, /^Open C/]);
});

test('several resources are moved and deleted at once', async ({ page, request }) => {
  const { league, week } = await addCurriculum(request, ['First', 'Second'], ['A', 'B', 'C', 'D']);
  await openArea(page, `league/${league.id}`);
  for (const name of ['A', 'C']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const bar = page.getByRole('region', { name: 'Selected resources' });
  await expect(bar).toContainText('2 resources selected');
  await bar.getByLabel('Move to').selectOption({ label: `${week.name} · Second` });
  await bar.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(bar).toHaveCount(0);
  await expect
    .poll(() => readOutline(page, league.id))
    .toEqual([[week.name, ['First', 'B', 'D'], ['Second', 'A', 'C']]]);
  await page.getByRole('checkbox', { name: 'Select D' }).check();
  await bar.getByLabel('Move to').selectOption({ label: `${week.name} · Second` });
  await bar.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(moved(page, '1 resource moved to position 3 of 3 in Second')).toBeAttached();
  await expect
    .poll(() => readOutline(page, league.id))
    .toEqual([[week.name, ['First', 'B'], ['Second', 'A', 'C', 'D']]]);
  await lineOf(page, 'B').click();
  await page.getByRole('form', { name: 'Edit B' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog', { name: 'Delete B' }).getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, '1 resource deleted')).toBeVisible();
  for (const name of ['A', 'D']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 2 resources' });
  await expect(question).toContainText('Are you sure you want to delete these 2 resources?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, '2 resources deleted')).toBeVisible();
  await expect.poll(() => readOutline(page, league.id)).toEqual([[week.name, ['First'], ['Second', 'C']]]);
});

/** 40 links under 6 topics of 3 modules, as somebody keeps them in a document. */
const LIST = ['Basics', 'Methods', 'Practice']
  .flatMap((module, at) => [
    `# ${module}`,
    ...['first', 'second'].flatMap((part, half) => [
      `## ${module}, ${part} part`,
      ...Array.from({ length: at === 0 ? 6 : 7 }, (_, n) => {
        const name = `${module.toLowerCase()}-${half}-${n + 1}`;
        return n % 2 === 0
          ? `- [Read ${name}](https://example.org/${name})`
          : `Watch ${name}, https://youtu.be/${name}`;
      }),
    ]),
  ])
  .join('\n');

test('40 resources in 6 topics and 3 modules come from one list, one preview and one confirmation', async ({
  page,
  request,
}) => {
  const league = await addLeague(request, 'Pasted');
  await openArea(page, `league/${league.id}`);
  let presses = 0;
  const press = async (name: string | RegExp) => {
    presses += 1;
    await page.getByRole('button', { name }).click();
  };
  await press('Paste links');
  const dialog = page.getByRole('dialog', { name: 'Paste links' });
  await dialog.getByLabel('List of links').fill(LIST);
  await expect(dialog.getByText('40 links found.')).toBeVisible();
  await press('Preview');
  await press('Add 3 modules, 6 topics and 40 resources');
  expect(presses).toBe(3);
  await expect(dialog).toHaveCount(0);
  await expect(toast(page, '3 modules, 6 topics and 40 resources were added')).toBeVisible();
  await expect(resourcesOf(page, 'Basics, second part')).toHaveCount(6);
  await expect(resourcesOf(page, 'Practice, second part')).toHaveCount(7);
  const outline = await readOutline(page, league.id);
  expect(outline.map(([name, ...topics]) => [name, topics.map((topic) => topic.length - 1)])).toEqual([
    ['Basics', [6, 6]],
    ['Methods', [7, 7]],
    ['Practice', [7, 7]],
  ]);
});

test('a pasted list names duplicates and broken links, and goes where it was pasted', async ({
  page,
  request,
}) => {
  const { league, week } = await addCurriculum(request, ['First', 'Second'], ['Known']);
  await openArea(page, `league/${league.id}`);
  const line = page.getByLabel('Add a resource to Second');
  await line.focus();
  await line.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/plain',
      'New, https://example.org/new\nAgain: https://example.org/new/\nOld, https://example.org/1\nhtp://broken.org\n',
    );
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  const dialog = page.getByRole('dialog', { name: 'Paste links' });
  await expect(dialog.getByText('4 links found, 3 left out.')).toBeVisible();
  const fates = dialog.getByRole('list', { name: 'Second' }).getByRole('listitem');
  await expect(fates).toHaveText([
    /^New/,
    /Line 2, left out: Same address as line 1$/,
    /Line 3, left out: Same address as “Known”$/,
    /Line 4, left out: Not a complete web address$/,
  ]);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Add 1 resource' }).click();
  await expect
    .poll(() => readOutline(page, league.id))
    .toEqual([[week.name, ['First', 'Known'], ['Second', 'New']]]);
});

test('two people at once: a save over the text of somebody else is refused and shows theirs; other places are both kept', async ({
  page,
  request,
  browser,
}) => {
  allow(refusedWith(409));
  const { league, week } = await addCurriculum(request, ['First', 'Second'], ['A', 'B']);
  await openArea(page, `league/${league.id}`);
  const context = await browser.newContext();
  const other = await context.newPage();
  await openArea(other, `league/${league.id}`);
  for (const one of [page, other]) {
    await lineOf(one, 'A').click();
    await one
      .getByRole('form')
      .getByLabel('Title')
      .fill(one === page ? 'Mine' : 'Theirs');
  }
  await other.keyboard.press('Enter');
  await expect
    .poll(() => readOutline(page, league.id))
    .toEqual([[week.name, ['First', 'Theirs', 'B'], ['Second']]]);
  await page.keyboard.press('Enter');
  const refusal = page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' });
  await expect(refusal).toContainText('You typed: Mine');
  await expect(resourcesOf(page, 'First')).toHaveText([/^Open Theirs/, /^Open B/]);
  // What the other one has not seen yet is kept.
  await page.getByLabel('Add a resource to Second').fill('C, https://example.org/c');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => readOutline(page, league.id))
    .toEqual([[week.name, ['First', 'Theirs', 'B'], ['Second', 'C']]]);
  await other.getByRole('button', { name: 'Move Theirs', exact: true }).press('ArrowDown');
  await expect
    .poll(() => readOutline(page, league.id))
    .toEqual([[week.name, ['First', 'B', 'Theirs'], ['Second', 'C']]]);
  await expect(resourcesOf(other, 'Second')).toHaveText([/^Open C/]);
  await context.close();
});

/** Returns how many resources were drawn in one step at most since. */
async function watchNewRows(page: Page): Promise<() => Promise<number>> {
  const most = await page.evaluateHandle(() => {
    const seen = { most: 0 };
    const count = (node: Node) =>
      node instanceof Element ? node.querySelectorAll('[id^="line-"]').length : 0;
    const isRow = (node: Node) => node instanceof Element && node.id.startsWith('line-');
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const rows = added.reduce((sum, node) => sum + count(node) + Number(isRow(node)), 0);
      seen.most = Math.max(seen.most, rows);
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  return () => most.evaluate((seen) => seen.most);
}

test('the page is sound at every width, in both schemes, with large text and 300 resources', async ({
  page,
  request,
}) => {
  test.slow();
  const league = await addLeague(request, 'Ċ'.repeat(20));
  const csv = ['Module,Topic,Title,URL']
    .concat(
      Array.from(
        { length: 300 },
        (_, n) =>
          `Module ${'long '.repeat(8)}${n % 5},Topic ${n % 25},Resource ${n},https://example.org/${n}`,
      ),
    )
    .join('\n');
  const body = { csv, leagueId: league.id };
  const { plan } = await send<{ plan: { fingerprint: string } }>(
    request,
    'post',
    '/admin/imports/resources',
    body,
  );
  await send(request, 'post', '/admin/imports/resources', {
    ...body,
    dryRun: false,
    fingerprint: plan.fingerprint,
  });
  await openArea(page, `league/${league.id}/settings`);
  const rows = page.getByRole('checkbox');
  const mostAtOnce = await watchNewRows(page);
  await page.getByRole('navigation', { name: 'Parts of the league' }).getByText('Content').click();
  await expect(rows).toHaveCount(300);
  await page.getByRole('button', { name: 'Fold all' }).click();
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: 'Unfold all' }).click();
  await expect(rows).toHaveCount(300);
  // More in one step would block a slow device.
  expect(await mostAtOnce()).toBeLessThanOrEqual(40);
  await page.getByRole('button', { name: 'Fold all' }).click();
  await page.getByRole('button', { name: /^Topic 0 /, expanded: false }).click();
  await page.getByRole('checkbox').first().check();
  await lineOf(page, 'Resource 25').click();
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    // At its end the page shows every handle beside the bar of the selection.
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expectSound(page, [size]);
  }
  await expectRoomForLargeText(page);
});
