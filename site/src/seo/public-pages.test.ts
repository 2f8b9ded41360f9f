import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIContext } from 'astro';
import { getPublicStructure } from '#contract/public-structure.ts';
import { GET } from '../pages/robots.txt.ts';
import { findPublicPage, PUBLIC_PAGES } from './public-pages.ts';
import { toSitemap } from './sitemap.ts';

const PAGES = join(import.meta.dir, '../pages');
/** Layouts that keep a page out of search engines unless it says otherwise. */
const KEPT_OUT = /<AppLayout|<AccountLayout(?![^>]*noindex=\{false\})|<PublicLayout[^>]*\snoindex\b/;

test('every page is either to be found, with a share picture, or kept out of search engines', () => {
  const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.astro') && !file.includes('['))
    .map((file) => ({
      path: `/${file.replace(/(^|\/)index\.astro$|\.astro$/, '')}`,
      source: readFileSync(join(PAGES, file), 'utf8'),
    }))
    // A frame is no page of its own.
    .filter(({ path }) => !path.startsWith('/embed'));
  for (const { path, source } of files) {
    expect(KEPT_OUT.test(source), `${path}: add it to PUBLIC_PAGES or give it noindex`).toBe(
      findPublicPage(path) === undefined,
    );
  }
  for (const { path } of PUBLIC_PAGES) {
    expect(
      files.some((file) => file.path === path),
      `${path} has no page`,
    ).toBe(true);
  }
});

test('a page is found with and without a slash at the end', () => {
  expect(findPublicPage('/about/')?.title).toBe('About');
  expect(findPublicPage('/')?.path).toBe('/');
  expect(findPublicPage('/dashboard')).toBeUndefined();
});

test('the sitemap escapes addresses and gives a day only where one is known', () => {
  const map = toSitemap([
    { address: "https://league.example/a?b=1&c='<d>" },
    { address: 'https://league.example/privacy', changed: '2025-06-13' },
  ]);
  expect(map).toContain('<loc>https://league.example/a?b=1&amp;c=&#x27;&lt;d&gt;</loc></url>');
  expect(map).toContain('<loc>https://league.example/privacy</loc><lastmod>2025-06-13</lastmod></url>');
  expect(map.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns=')).toBe(true);
});

test('a robot may ask for what a page draws, and for nothing else of the API', async () => {
  const rules = await (await GET({ site: new URL('https://league.example') } as APIContext)).text();
  const lines = [...rules.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, rule, path = '']) => ({
    rule,
    path,
  }));
  /** The longest rule counts (RFC 9309). */
  const ruleOf = (address: string) =>
    lines.filter(({ path }) => address.startsWith(path)).sort((a, b) => b.path.length - a.path.length)[0]
      ?.rule;
  expect(ruleOf(`/api${getPublicStructure.path}`)).toBe('Allow');
  expect(ruleOf('/cohorts')).toBe('Allow');
  expect(ruleOf('/api/auth/profile')).toBe('Disallow');
});
