import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { LeagueTicks } from './LeagueTicks.tsx';

const LEAGUES = Array.from({ length: 200 }, (_, index) => ({
  id: `l${index}`,
  name: `League ${index}`,
  cohort: { name: '' },
}));
const count = (leagues: typeof LEAGUES) =>
  renderToStaticMarkup(
    <LeagueTicks leagues={leagues} isChosen={(id) => id === 'l150'} onToggle={() => undefined} />,
  ).match(/type="checkbox"/g)?.length;

test('of many leagues the first ones are drawn at once, as many as are in sight', () => {
  expect(count(LEAGUES)).toBe(12);
});

test('a few leagues are drawn whole', () => {
  expect(count(LEAGUES.slice(0, 12))).toBe(12);
  expect(count(LEAGUES.slice(0, 3))).toBe(3);
});
