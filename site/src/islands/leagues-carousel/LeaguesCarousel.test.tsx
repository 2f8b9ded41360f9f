import { expect, test } from 'bun:test';
import { renderToString } from 'react-dom/server';
import { LeaguesCarousel } from './LeaguesCarousel.tsx';

const league = {
  id: 'ml',
  name: 'ML',
  title: 'Teach a machine',
  description: 'Data first.',
  cover: { src: '/ml.svg', width: 1200, height: 800 },
  color: '#D9482B',
  startingDate: '28 August 2025',
  facilitatedBy: 'Our own team',
  order: 0,
};

test("HOME-11 HOME-26 'Loading leagues...' while they are on their way", () => {
  expect(renderToString(<LeaguesCarousel leagues={undefined} />)).toContain('Loading leagues...');
});

test('HOME-12 no leagues, nothing drawn', () => {
  expect(renderToString(<LeaguesCarousel leagues={[]} />)).toBe('');
});

test('HOME-13 HOME-17 one league: its card leads to /cohorts and there is nothing to step with', () => {
  const html = renderToString(<LeaguesCarousel leagues={[league]} />);
  expect(html).toContain('href="/cohorts"');
  expect(html).not.toContain('<button');
});

test('HOME-14 several leagues: a dot for each, named after it', () => {
  const html = renderToString(<LeaguesCarousel leagues={[league, { ...league, id: 'iot', name: 'IoT' }]} />);
  expect(html).toContain('aria-label="ML"');
  expect(html).toContain('aria-label="IoT"');
});
