import chiefs from '../../content/team/chief-pathfinders.json' with { type: 'json' };
import pathfinders from '../../content/team/pathfinders.json' with { type: 'json' };
import { allow, expect, NETWORK_GONE, test } from './fixtures.ts';

const LEAGUES = [
  'Finance',
  'Quantum Computing',
  'ML',
  'Soft Skills',
  'Competitive Programming',
  'IoT',
  'Advanced Mathematics League',
];

test('COMM-01 to 06, 08 four figures, the chiefs, then the pathfinders league by league', async ({
  page,
}) => {
  await page.goto('/community');
  const main = page.getByRole('main');
  const active = new Set(chiefs.filter(({ isActive }) => isActive).map(({ league }) => league)).size;
  const tiles = main.locator('dl > div');
  await expect(tiles).toHaveCount(4);
  for (const [at, [label, value]] of [
    ['Active leagues', active],
    ['Chief pathfinders', chiefs.length],
    ['Pathfinders', pathfinders.length],
    ['Students', '200+'],
  ].entries()) {
    await expect(tiles.nth(at).getByRole('term')).toHaveText(`${label}`);
    await expect(tiles.nth(at).getByRole('definition')).toHaveText(`${value}`);
  }

  const chiefCards = page.getByRole('region', { name: 'Chief pathfinders' }).getByRole('article');
  await expect(chiefCards.getByRole('heading')).toHaveText(chiefs.map(({ name }) => name));
  for (const [at, { league, role }] of chiefs.entries()) {
    await expect(chiefCards.nth(at)).toContainText(league);
    await expect(chiefCards.nth(at)).toContainText(role);
  }
  expect(chiefs.map(({ league }) => league)).toEqual(LEAGUES);

  const wall = page.getByRole('region', { name: 'Pathfinders', exact: true });
  await expect(wall.getByRole('heading', { level: 3 })).toHaveText(LEAGUES);
  for (const league of LEAGUES) {
    const names = pathfinders.filter((member) => member.league === league).map(({ name }) => name);
    const band = page.getByRole('region', { name: `Pathfinders of ${league}` });
    await expect(band.getByRole('article').getByRole('heading')).toHaveText(names);
  }
  const [chiefsTop, wallTop] = await Promise.all(
    [
      page.getByRole('heading', { name: 'Chief pathfinders' }),
      page.getByRole('heading', { name: 'Pathfinders', exact: true }),
    ].map(async (heading) => (await heading.boundingBox())?.y ?? 0),
  );
  expect(chiefsTop).toBeLessThan(wallTop ?? 0);
});

test('COMM-07 AVATAR-07 AVATAR-11 with portraits that cannot be loaded: initials are drawn here from name, size and background', async ({
  page,
  baseURL,
}) => {
  allow(NETWORK_GONE);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.route(/\.(svg|png|jpe?g|webp|avif)(\?|$)/, (route) => route.abort());
  await page.goto('/community');
  for (const { name, league, color } of [chiefs[0], chiefs.at(-1), pathfinders[0], pathfinders.at(-1)].filter(
    (member) => !!member,
  )) {
    const member = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });
    await member.scrollIntoViewIfNeeded();
    await expect(member.locator('img')).toBeHidden();
    const drawn = member.locator('.portrait svg');
    await expect(drawn, `initials of ${name} in ${league}`).toBeVisible();
    await expect(drawn.locator('text')).toHaveText(
      name
        .split(' ')
        .map(([letter]) => letter)
        .join(''),
    );
    await expect(drawn.locator('rect')).toHaveAttribute('fill', color);
    const [portrait, square] = await Promise.all([
      member.locator('.portrait').boundingBox(),
      drawn.boundingBox(),
    ]);
    expect(Math.abs((portrait?.width ?? 0) - (square?.width ?? -9)), 'fills its place').toBeLessThan(1);
    expect(square?.width).toBeGreaterThan(40);
  }
  expect([...hosts], 'no avatar service was asked').toEqual([baseURL]);
});
