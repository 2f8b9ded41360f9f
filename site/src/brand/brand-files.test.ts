import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { palette } from './brand.ts';
import { writeBrandFiles } from './brand-files.ts';

test('what is selected has the colours of the brand, written out: a custom property there is dear', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'brand-'));
  try {
    await writeBrandFiles(folder);
    const css = await Bun.file(join(folder, 'brand.css')).text();
    const rules = css.match(/[^\n]*::selection[^}]*\}/g) ?? [];
    // Alone in its selector: that of certain elements is worked out for each of them as well.
    expect(rules.map((rule) => rule.trim())).toEqual(
      [palette.light, palette.dark].map(
        ({ brand, 'on-brand': sign }) => `::selection { color: ${sign}; background: ${brand}; }`,
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('no other style sheet has a rule for what is selected', async () => {
  const sheets = await Array.fromAsync(
    new Bun.Glob('**/*.{css,astro,tsx}').scan(join(import.meta.dir, '..')),
  );
  const found = await Promise.all(
    sheets.map(async (name) => [name, await Bun.file(join(import.meta.dir, '..', name)).text()] as const),
  );
  expect(
    found.filter(([, text]) => /::selection|\bselection:[a-z]+-/.test(text)).map(([name]) => name),
  ).toEqual([]);
});
