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

test('HOME-13 HOME-17 one league: its card leads to /cohorts and there is nothing to step with', () => {
  const html = renderToString(<LeaguesCarousel leagues={[league]} />);
  expect(html).toContain('href="/cohorts"');
  expect(html).not.toContain('<button');
});
