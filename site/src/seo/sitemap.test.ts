import { expect, test } from 'bun:test';
import { toSitemap } from './sitemap.ts';

test('an address keeps its signs in the sitemap, which stays XML', () => {
  const map = toSitemap([{ address: "https://league.example/a?b=1&c='<d>" }]);
  expect(map).toContain('<loc>https://league.example/a?b=1&amp;c=&#x27;&lt;d&gt;</loc>');
});
