import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// A style sheet of this size belongs to a layout and stays a separate file.
const LAYOUT_BYTES = 20 * 1024;
const STYLESHEET = /<link rel="stylesheet" href="(\/_astro\/[^"]+\.css)">/g;

/**
 * Joins component style sheets after the layout's, because they block rendering. Without it the home page has 9 files
 * (limit 5).
 */
export async function joinPageStyles(dist: string): Promise<void> {
  const names = await readdir(dist, { recursive: true });
  const pages = names.filter((name) => name.endsWith('.html'));
  const replaced = new Set<string>();
  for (const name of pages) {
    const path = join(dist, name);
    const html = await readFile(path, 'utf8');
    const own: string[] = [];
    let text = '';
    for (const [link, address = ''] of html.matchAll(STYLESHEET)) {
      const style = await readFile(join(dist, address), 'utf8');
      if (style.length >= LAYOUT_BYTES) continue;
      own.push(link);
      replaced.add(address);
      text += style;
    }
    if (own.length < 2) continue;
    const address = `/_astro/page.${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.css`;
    await writeFile(join(dist, address), text);
    const rest = own.reduce((page, link) => page.replace(link, ''), html);
    await writeFile(path, rest.replace('</head>', `<link rel="stylesheet" href="${address}"></head>`));
  }
  await removeUnused(dist, replaced);
}

async function removeUnused(dist: string, addresses: Set<string>): Promise<void> {
  const names = (await readdir(dist, { recursive: true })).filter((name) => /\.(?:html|js)$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(dist, name), 'utf8')));
  for (const address of addresses) {
    if (!texts.some((text) => text.includes(address.slice(1)))) await rm(join(dist, address));
  }
}
