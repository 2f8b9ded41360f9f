import { expect, spyOn, test } from 'bun:test';
import type { AstroUserConfig, HookParameters } from 'astro';
import { validateConfig } from 'astro/config';
import settings from '../../astro.config.mjs';

/** The settings as Astro has them when the integrations have been asked, but for those that read the content. */
async function resolveSettings() {
  const config = await validateConfig(settings as AstroUserConfig, process.cwd(), 'build');
  const own = config.integrations.find(({ name }) => name === 'plain-punctuation');
  const asked = { config } as HookParameters<'astro:config:setup'>;
  await own?.hooks['astro:config:setup']?.(asked);
  return config;
}

test('nothing in the settings of the site is about to be taken away by Astro', async () => {
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
