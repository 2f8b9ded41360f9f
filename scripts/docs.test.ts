import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OPTIONS } from './run/npm-options.mjs';

// The documents and the comments that cite them are true in a clone: what they name is there.

const root = join(import.meta.dir, '..');
const list = (pattern: string) => [...new Bun.Glob(pattern).scanSync(root)].sort();
const read = (file: string) => readFile(join(root, file), 'utf8');

const pages = [...list('*.md'), ...list('docs/**/*.md')];
const sources = list('{api,site,scripts,bench}/**/*.{ts,tsx,astro,mjs,css}');

/** What can be cited of each page, as it stands there. */
const ANCHORS: Record<string, RegExp> = {
  security: /^(?:\| |## |- \*\*)((?:[PHF]|3\.)?\d+)\b/gm,
  api: /(?<=^##+ )\d+(?:\.\d+)?\b|\bQ\d+\b/gm,
  product: /(?<=^\| )OPEN-\d\d|(?<=^## )\d+/gm,
};
const CITED = /(?:OPEN-|[PHFQ])?\d+(?:\.\d+)?/g;
const CITATION = new RegExp(
  `\\bdocs/(security|api|product)\\.md (${CITED.source}(?:(?:, | and | to |,\\s+\\* )${CITED.source}\\b)*)`,
  'g',
);
/** A promise, a hostile input or a fault, as titles of tests begin with it and comments cite it. */
const SECURITY_NUMBER = /(?<![\w#%.&/-])[PHF]\d{1,2}(?![\w%.-])/g;
/** Numbers of papers that nobody finds in a clone. */
const ELSEWHERE = /\b(?:security|contract) (?:section )?[PHFQ]?\d|\bdesign section/i;

/** What an editor is shown how to make (docs/content.md). */
const EXAMPLE = 'content/events/open-day-1/';

test('what a page links to or names by its path is there', async () => {
  const missing: string[] = [];
  for (const page of pages) {
    const text = await read(page);
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)) {
      if (!existsSync(join(root, dirname(page), target))) missing.push(`${page}: ${target}`);
    }
    for (const [, path = ''] of text.matchAll(/`((?:api|site|scripts|bench|content|deploy)\/[\w./-]*)`/g)) {
      if (path !== EXAMPLE && !existsSync(join(root, path))) missing.push(`${page}: ${path}`);
    }
  }
  expect(missing).toEqual([]);
});

test('every command that a page names is one of package.json', async () => {
  const { scripts } = JSON.parse(await read('package.json'));
  const missing: string[] = [];
  for (const page of pages) {
    for (const [, name = ''] of (await read(page)).matchAll(/\bnpm run ([a-z][\w:-]*)/g)) {
      if (!(name in scripts)) missing.push(`${page}: npm run ${name}`);
    }
  }
  expect(missing).toEqual([]);
});

test('every command for operators stands in a page, with each of its options', async () => {
  const texts = await Promise.all(pages.map(read));
  const { scripts } = JSON.parse(await read('package.json'));
  const missing: string[] = [];
  for (const name of Object.keys(scripts).filter((script) => script !== 'start' && script !== 'test')) {
    const naming = texts.filter((text) => new RegExp(`npm run ${name}(?![\\w:-])`).test(text));
    if (naming.length === 0) missing.push(name);
    for (const option of OPTIONS[name as keyof typeof OPTIONS] ?? [])
      if (!naming.some((text) => text.includes(`--${option}`))) missing.push(`${name} --${option}`);
  }
  expect(missing).toEqual([]);
});

test('every file and name that the architecture points to is there', async () => {
  const [text = ''] = (await read('docs/architecture.md')).split('## How we write');
  const code = (await Promise.all(sources.map(read))).join('\n');
  const missing = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, named = '']) => named.replace(/\(.*\)$/, ''))
    .filter((named) =>
      /\.(tsx?|mjs|astro|json)$/.test(named) && !named.includes('<')
        ? ![...sources, 'package.json'].some((file) => file === named || file.endsWith(`/${named}`))
        : /^[a-zA-Z_]\w+$/.test(named) && !new RegExp(`\\b${named}\\b`).test(code),
    );
  expect(missing).toEqual([]);
});

test('what a comment cites of docs/ is there', async () => {
  const anchors = new Map<string, Set<string>>();
  for (const [page, pattern] of Object.entries(ANCHORS)) {
    const text = await read(`docs/${page}.md`);
    anchors.set(page, new Set([...text.matchAll(pattern)].map(([whole, anchor]) => anchor ?? whole)));
  }
  const missing: string[] = [];
  for (const file of sources) {
    const text = await read(file);
    for (const [page] of text.matchAll(/\bdocs\/(?:decisions\/\d{4}|[\w-]+\.md)/g)) {
      if (list(`${page}*`).length !== 1) missing.push(`${file}: ${page}`);
    }
    for (const [, page = '', cited = ''] of text.matchAll(CITATION)) {
      for (const [anchor] of cited.matchAll(CITED)) {
        if (!anchors.get(page)?.has(anchor)) missing.push(`${file}: docs/${page}.md ${anchor}`);
      }
    }
    if (ELSEWHERE.test(text)) missing.push(`${file}: ${ELSEWHERE.exec(text)?.[0]}`);
  }
  expect(missing).toEqual([]);
});

test('a number of docs/security.md is there, and outside of tests it stands behind the name of that page', async () => {
  const known = new Set((await read('docs/security.md')).match(/(?<=^\| )[PHF]\d+(?= \|)/gm));
  const faults: string[] = [];
  for (const file of sources) {
    const text = await read(file);
    const isTest = /\.(test|e2e|mutation)\.tsx?$/.test(file) || file.startsWith('scripts/faults/');
    for (const [number] of (isTest ? text : text.replace(CITATION, '')).matchAll(SECURITY_NUMBER)) {
      if (!isTest || !known.has(number)) faults.push(`${file}: ${number}`);
    }
  }
  expect(faults).toEqual([]);
});

test('the mailbox for reports is the one of the site', async () => {
  const { mailbox } = JSON.parse(await read('content/site.json'));
  expect(await read('SECURITY.md')).toContain(mailbox);
});

test('every promise has its number once, and none is left out', async () => {
  const numbers = [...(await read('docs/security.md')).matchAll(/^\| P(\d+) \|/gm)].map(([, n]) => Number(n));
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
});
