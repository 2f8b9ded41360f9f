// Checks page budgets (docs/product.md 5) and the ceilings of code lines; exits 1 if one is exceeded.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readManifest } from '#api/serving/manifest.ts';
import { type Budget, budgetOf, KB, MARKDOWN_BUDGET } from './size/budget.ts';
import { CODE_CEILING, type CodeFolder, countCodeLines } from './size/code-lines.ts';
import { createScriptReader } from './size/imports.ts';
import { readPage } from './size/page.ts';

const dist = join(import.meta.dir, '../dist');
// Loaded on demand by any screen with Markdown, so it has its own budget.
const MARKDOWN_PART = /\/render-markdown\.[^/]+\.js$/;

interface Weight {
  page: string;
  script: number;
  screen: number;
  later: number;
  all: number;
  files: number;
  budget: Budget;
}

const { readImports, closure } = createScriptReader(dist);
const sizes = new Map<string, number>();

async function travelBytes(path: string): Promise<number> {
  const known = sizes.get(path);
  if (known !== undefined) return known;
  const file = join(dist, path);
  const packed = `${file}.br`;
  const bytes = existsSync(packed) ? Bun.file(packed).size : existsSync(file) ? Bun.file(file).size : 0;
  sizes.set(path, bytes);
  return bytes;
}

async function sum(paths: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const path of paths) bytes += await travelBytes(path);
  return bytes;
}

async function heaviestScreen(loaded: Set<string>): Promise<number> {
  let heaviest = 0;
  for (const path of loaded) {
    for (const target of (await readImports(path)).dynamic) {
      if (MARKDOWN_PART.test(target)) continue;
      const extra = (await closure([target])).difference(loaded);
      heaviest = Math.max(heaviest, await sum(extra));
    }
  }
  return heaviest;
}

async function weighMarkdown(): Promise<number> {
  const parts = [...new Bun.Glob('_astro/render-markdown.*.js').scanSync(dist)].map((path) => `/${path}`);
  if (parts.length === 0) throw new Error('The build has no part that draws Markdown');
  const react = await closure((await readPage(join(dist, 'dashboard/index.html'))).scripts);
  return sum((await closure(parts)).difference(react));
}

async function weigh(file: string): Promise<Weight> {
  const page = `/${file.replace(/(?:^|\/)index\.html$/, '')}`;
  const content = await readPage(join(dist, file));
  const first = await closure(content.scripts);
  const later = (await closure(content.laterScripts)).difference(first);
  const inline = content.inlineScripts.reduce((bytes, text) => bytes + brotliCompressSync(text).length, 0);
  const script = (await sum(first)) + inline;
  const budget = budgetOf(page, content.hasIslands);
  const isArea = budget.script !== null && budget.script > 80 * KB;
  const others = new Set([
    `/${file}`,
    ...content.styles,
    ...content.media,
    ...(await latinFonts(content.styles)),
  ]);
  return {
    page,
    script,
    screen: isArea ? await heaviestScreen(first) : 0,
    later: await sum(later),
    all: (await sum(first)) + (await sum(others)),
    files: first.union(await closure(content.screenScripts)).size + content.styles.length,
    budget,
  };
}

// Fonts for plain Latin text, by unicode-range.
async function latinFonts(styles: string[]): Promise<string[]> {
  const fonts: string[] = [];
  for (const style of styles) {
    const file = Bun.file(join(dist, style));
    if (!(await file.exists())) continue;
    for (const [face] of (await file.text()).matchAll(/@font-face\s*\{[^}]*\}/g)) {
      const isLatin = !face.includes('unicode-range') || /U\+0{0,4}-0*FF\b/i.test(face);
      const url = /url\(["']?([^"')]+)/.exec(face)?.[1];
      if (isLatin && url?.startsWith('/') && !face.includes('italic')) fonts.push(url);
    }
  }
  return fonts;
}

const kilobytes = (bytes: number) => (bytes / KB).toFixed(1).padStart(7);
const pages = (await readManifest(dist)).files.filter(({ file }) => file.endsWith('index.html'));
const weights = await Promise.all(pages.map(({ file }) => weigh(file)));
const isOver = ({ script, screen, all, files, budget }: Weight) =>
  files > (budget.files ?? Number.POSITIVE_INFINITY) ||
  (budget.script !== null && script + screen > budget.script) ||
  (budget.all !== null && all > budget.all);

console.log(
  'KB brotli. files: scripts and styles of the first view; script: first view; screen: heaviest screen of the area; later: on scroll or when idle',
);
console.log(`${'page'.padEnd(34)} files  script  screen   later     all   budget`);
for (const weight of shown(weights)) {
  const { page, script, screen, later, all, files, budget } = weight;
  const limit = [budget.script, budget.all].filter((bytes) => bytes !== null).map((bytes) => bytes / KB);
  const columns = [script, screen, later, all].map(kilobytes).join(' ');
  console.log(
    `${page.padEnd(33)}${String(files).padStart(6)} ${columns}   ${limit.join(' / ') || '-'}${budget.files ? `, ${budget.files} files` : ''}${isOver(weight) ? '  OVER' : ''}`,
  );
}
const markdown = await weighMarkdown();
console.log(
  `${'what draws Markdown, on demand'.padEnd(33)}${kilobytes(markdown)}${' '.repeat(27)}${MARKDOWN_BUDGET / KB}${markdown > MARKDOWN_BUDGET ? '  OVER' : ''}`,
);
const over = weights.filter(isOver).length + (markdown > MARKDOWN_BUDGET ? 1 : 0);
console.log(over === 0 ? `All ${weights.length} pages are within their budgets` : `${over} are over budget`);
const lines = await countCodeLines(join(import.meta.dir, '..'));
const tooLong = (Object.keys(lines) as CodeFolder[]).filter((folder) => lines[folder] > CODE_CEILING[folder]);
console.log(
  '\nLines of product code, no tests, comments or blank lines, and their ceiling (scripts/size/code-lines.ts)',
);
for (const [folder, count] of Object.entries(lines)) {
  const ceiling = CODE_CEILING[folder as CodeFolder];
  console.log(
    `${folder.padEnd(9)}${String(count).padStart(7)}${String(ceiling).padStart(9)}${count > ceiling ? '  OVER' : ''}`,
  );
}
process.exit(over === 0 && tooLong.length === 0 ? 0 : 1);

function shown(all: Weight[]): Weight[] {
  const isEvent = ({ page }: Weight) => page.startsWith('/events/');
  const heaviestEvent = all
    .filter(isEvent)
    .sort((a, b) => b.script - a.script || b.all - a.all)
    .slice(0, 1);
  return [...all.filter((weight) => !isEvent(weight) || isOver(weight)), ...heaviestEvent]
    .filter((weight, index, list) => list.indexOf(weight) === index)
    .sort((a, b) => (a.page < b.page ? -1 : 1));
}
