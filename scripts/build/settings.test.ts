import { expect, spyOn, test } from 'bun:test';
import type { AstroUserConfig } from 'astro';
import { validateConfig } from 'astro/config';
import settings from '../../astro.config.mjs';

const resolveSettings = () => validateConfig(settings as AstroUserConfig, process.cwd(), 'build');

test('no setting of the site is deprecated by Astro', async () => {
  const warned = spyOn(console, 'warn').mockImplementation(() => {});
  await resolveSettings();
  const said = warned.mock.calls.flat();
  warned.mockRestore();
  expect(said).toEqual([]);
});

test('Markdown keeps the quotation marks and dashes that were typed', async () => {
  const { processor, syntaxHighlight } = (await resolveSettings()).markdown;
  const renderer = await processor.createRenderer({ syntaxHighlight });
  const { code } = await renderer.render(`Children's "Privacy" -- 1...`);
  expect(code).toContain('Children');
  expect(code).not.toMatch(/[‘’“”–—…]/);
});
