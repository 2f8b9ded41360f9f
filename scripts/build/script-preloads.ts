import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createScriptReader } from '../size/imports.ts';
import { readPage } from '../size/page.ts';

// Written by shared-chunks.mjs, which maps island parts to files; deleted after use.
const PARTS_FILE = '.parts.json';
// Written by AppLayout.astro: `<link rel="modulepreload" data-part="dashboard/league/LeagueScreen.tsx">`.
const PLACEHOLDER = /<link rel="modulepreload" data-part(?:="([^"]*)")?>/g;

/**
 * Preloads every script of the first view of signed-in pages. Without it the dashboard takes four round trips instead
 * of one, 450 ms more in `npm run proof -- vitals`. Throws for an unknown part.
 */
export async function writeScriptPreloads(dist: string): Promise<void> {
  const parts = await readParts(dist);
  const { closure } = createScriptReader(dist);
  const names = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.html'));
  for (const name of names) {
    const path = join(dist, name);
    const html = await readFile(path, 'utf8');
    const [placeholder] = html.matchAll(PLACEHOLDER);
    if (!placeholder) {
      if (html.includes('data-part')) throw new Error(`${name} names a part in a way that is not read here`);
      continue;
    }
    const [text, part = ''] = placeholder;
    const file = parts[part];
    if (part && !file) throw new Error(`${name} preloads ${part}, which is no part that an island loads`);
    const first = await closure((await readPage(path)).scripts);
    const screen = file ? (await closure([`/${file}`])).difference(first) : [];
    const links = [
      ...[...first].map((script) => `<link rel="modulepreload" href="${script}">`),
      ...[...screen].map((script) => `<link rel="modulepreload" data-screen href="${script}">`),
    ];
    await writeFile(path, html.replace(text, links.join('')));
  }
  await rm(join(dist, PARTS_FILE), { force: true });
}

async function readParts(dist: string): Promise<Record<string, string>> {
  const text = await readFile(join(dist, PARTS_FILE), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, string>;
}
