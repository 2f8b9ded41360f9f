import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SETTINGS } from '#api/platform/process/env.ts';
import {
  ACCESS_TOKEN_MINUTES,
  BODY_LIMIT_BYTES,
  REFRESH_TOKEN_DAYS,
  STAFF_SESSION_HOURS,
} from '#contract/constants.ts';
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '#contract/imports.ts';
import { DESCRIBED, toExampleFile, toPrivacyPage, toSettingsPage } from './print-pages.ts';
import { COMMANDS, OPS, PROOF, toTyped } from './run/commands.mjs';
import { budgetOf, KB, MARKDOWN_BUDGET } from './size/budget.ts';
import { CODE_CEILING, isProductCode } from './size/code-lines.ts';

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

/** What a reader is shown how to make (docs/content.md, docs/operations.md). */
const EXAMPLES = ['content/events/open-day-1/', 'deploy/.env'];
/** A path of the repository, in running text and in a block of commands alike. */
const PATH = /(?<![\w/.$@{-])(?:api|site|scripts|bench|content|deploy|docs)\/[\w./@-]*[\w/]/g;

test('what a page links to or names by its path is there', async () => {
  const missing: string[] = [];
  for (const page of pages) {
    const text = await read(page);
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)) {
      if (!existsSync(join(root, dirname(page), target))) missing.push(`${page}: ${target}`);
    }
    for (const [path] of text.matchAll(PATH)) {
      if (EXAMPLES.some((example) => path.startsWith(example)) || existsSync(join(root, path))) continue;
      // A decision by its number alone.
      if (!/^docs\/decisions\/\d{4}$/.test(path) || list(`${path}*`).length !== 1)
        missing.push(`${page}: ${path}`);
    }
  }
  expect(missing).toEqual([]);
});

const headingsOf = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
/** What a heading is called in an address. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

test('a link to a part of a page leads to a heading, and so does one that a text of the code names', async () => {
  const headings = new Map<string, string[]>();
  for (const page of pages) headings.set(page, headingsOf(await read(page)));
  const missing: string[] = [];
  for (const page of pages) {
    for (const [, target = '', anchor = ''] of (await read(page)).matchAll(
      /\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/g,
    )) {
      const there = headings.get(target ? join(dirname(page), target) : page) ?? [];
      if (!there.map(toAnchor).includes(anchor)) missing.push(`${page}: ${target}#${anchor}`);
    }
  }
  for (const file of sources) {
    for (const [, page = '', heading = ''] of (await read(file)).matchAll(
      /\b(docs\/[\w-]+\.md), "([^"]+)"/g,
    )) {
      if (!headings.get(page)?.includes(heading)) missing.push(`${file}: ${page}, "${heading}"`);
    }
  }
  expect(missing).toEqual([]);
});

const commands = new Map(
  Object.entries({ '': COMMANDS, ops: OPS, proof: PROOF } as Record<string, typeof COMMANDS>).flatMap(
    ([group, of]) =>
      Object.entries(of).map(([name, command]) => [`${group} ${name}`.trim(), command] as const),
  ),
);

test('every command that a page or a file of code names is one of ours', async () => {
  const { scripts } = JSON.parse(await read('package.json'));
  const missing: string[] = [];
  for (const page of [...pages, ...sources]) {
    for (const [, name = '', own] of (await read(page)).matchAll(
      /\bnpm run ([a-z][\w:-]*)(?: -- ([a-z][\w-]*))?/g,
    )) {
      const isGroup = name === 'ops' || name === 'proof';
      if (!(name in scripts) || (isGroup && own && !commands.has(`${name} ${own}`)))
        missing.push(`${page}: npm run ${name} ${own ?? ''}`);
    }
  }
  expect(missing).toEqual([]);
});

test('every command of package.json has its line in the help', async () => {
  const { scripts } = JSON.parse(await read('package.json'));
  expect([...Object.keys(COMMANDS), 'help'].toSorted()).toEqual(Object.keys(scripts).toSorted());
});

test('every option that a page gives a command is one of it', async () => {
  const parsers = (await Promise.all(sources.map(read))).filter((text) => text.includes('parseArgs('));
  const isParsed = (option: string) =>
    parsers.some((text) => new RegExp(`(?:'${option}'|\\b${option}): \\{\\s*type:`).test(text));
  const takes = (name: string, option: string) =>
    (commands.get(name)?.options ?? []).includes(option) ||
    (!commands.get(name)?.options && (option === 'help' || isParsed(option)));
  const missing: string[] = [];
  for (const page of pages.filter((file) => !file.startsWith('docs/decisions/'))) {
    for (const [, name = '', own, given = ''] of (await read(page)).matchAll(
      /npm (?:run )?([a-z][\w:-]*) -- ([a-z][\w-]*)?([^`\n|#]*)/g,
    )) {
      for (const [, option = ''] of given.matchAll(/--([a-z][\w-]*)/g)) {
        if (!takes(`${name} ${own ?? ''}`.trim(), option))
          missing.push(`${page}: ${name} ${own ?? ''} --${option}`);
      }
    }
  }
  expect(missing).toEqual([]);
});

test('every command of a machine stands in scripts/ops/', async () => {
  const named = (await read('docs/operations.md')).matchAll(/(?:^|`|&& )league ([a-z][a-z-]+)/gm);
  const missing = [...named]
    .map(([, name]) => `scripts/ops/${name}.ts`)
    .filter((file) => !existsSync(join(root, file)));
  expect(missing).toEqual([]);
});

test('settings and personal columns are described, and their pages are those that the code prints', async () => {
  // The one that `npm run dev` sets for itself.
  const settings = SETTINGS.filter((name) => name !== 'VISITOR_ORIGIN');
  expect(DESCRIBED.toSorted()).toEqual(settings.toSorted());
  expect(await read('docs/settings.md')).toBe(toSettingsPage());
  expect(await read('.env.example')).toBe(toExampleFile());
  const privacy = await read('docs/privacy.md');
  expect(privacy).toBe(toPrivacyPage(privacy));
});

test('the README has at most 120 lines', async () => {
  expect((await read('README.md')).trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});

const inText = (count: number) => count.toLocaleString('en-US');

/** Most words of the README with docs/, and of comments in product code: lowered by each removal, raised by a feature's own. */
const WORD_CEILING = { documents: 35_250, comments: 44_590 };
/** Signs such as the bars of a table are no words. */
const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
const COMMENTS = /\/\*.*?\*\/|<!--.*?-->|(?<=^|\s)\/\/[^\n]*/gs;

test('documents and comments stay under their ceiling of words', async () => {
  const documents = ['README.md', ...list('docs/**/*.md')];
  const code = list(`{${Object.keys(CODE_CEILING)}}/**`).filter(isProductCode);
  const wordsOf = async (files: string[], pick = (text: string) => text) =>
    countWords((await Promise.all(files.map(async (file) => pick(await read(file))))).join('\n'));
  const words = {
    documents: await wordsOf(documents),
    comments: await wordsOf(code, (text) => (text.match(COMMENTS) ?? []).join('\n')),
  };
  console.log(`Words: ${inText(words.documents)} in documents, ${inText(words.comments)} in comments.`);
  expect(words.documents).toBeLessThanOrEqual(WORD_CEILING.documents);
  expect(words.comments).toBeLessThanOrEqual(WORD_CEILING.comments);
});

test('figures of pages are those of the code', async () => {
  const ids = (await read('docs/spec-ids.txt')).match(/^[A-Z]+-\d+\t/gm)?.length ?? 0;
  const steps = [...(await read('scripts/run/test.mjs')).matchAll(/\bstep\(\s*'(\w+)'/g)].map(
    ([, name]) => name,
  );
  const kilobytes = (bytes: number | null) => (bytes ?? 0) / KB;
  const areas = ['/signin', '/migration', '/dashboard', '/admin'].map((page) =>
    kilobytes(budgetOf(page, true).script),
  );
  const home = budgetOf('/', false);
  const figures: [page: string, words: string][] = [
    ['docs/imports.md', `at most ${inText(IMPORT_ROWS_MAX)} rows and ${IMPORT_BYTES_MAX / 1024 ** 2} MB`],
    ['docs/api.md', `at most ${BODY_LIMIT_BYTES / 1024} KiB unless`],
    [
      'docs/api.md',
      `lives ${ACCESS_TOKEN_MINUTES} minutes, a refresh token ${REFRESH_TOKEN_DAYS} days (${STAFF_SESSION_HOURS} hours for staff)`,
    ],
    ['CONTRIBUTING.md', `only these steps: \`${steps.join(' ')}\``],
    ['docs/product.md', ` of ${ids}: `],
    ['docs/product.md', `an island | ${kilobytes(budgetOf('/about', false).script)} KB brotli`],
    [
      'docs/product.md',
      `scrolls | ${kilobytes(home.script)} KB of JavaScript, ${kilobytes(home.all)} KB in all`,
    ],
    ['docs/product.md', `on first view | ${areas.join('; ')} KB of JavaScript`],
    ['docs/product.md', `for texts that hold any | ${kilobytes(MARKDOWN_BUDGET)} KB of JavaScript`],
  ];
  const texts = new Map(await Promise.all(pages.map(async (page) => [page, await read(page)] as const)));
  expect(figures.filter(([page, words]) => !texts.get(page)?.includes(words))).toEqual([]);
});

test('every command stands in a page, with each of its options', async () => {
  const texts = await Promise.all(pages.map(read));
  const missing: string[] = [];
  for (const [name, { options = [] }] of commands) {
    const naming = texts.filter((text) => new RegExp(`${toTyped(name)}(?![\\w:-])`).test(text));
    if (naming.length === 0) missing.push(name);
    for (const option of options)
      if (!naming.some((text) => text.includes(`--${option}`))) missing.push(`${name} --${option}`);
  }
  expect(missing).toEqual([]);
});

test('every file and name that the architecture points to is there', async () => {
  const text = await read('docs/architecture.md');
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

/** Pages on parts of the core that are being simplified: each is shortened or removed together with its code. */
const LONG_UNTIL_THE_CORE_IS_SIMPLE = ['0057'];
const LINES_OF_A_DECISION = 25;
const WIDTH_OF_A_DECISION = 160;

test('a decision page has at most 25 lines, and none of them is long', async () => {
  const long: string[] = [];
  for (const file of list('docs/decisions/[0-9]*.md')) {
    if (LONG_UNTIL_THE_CORE_IS_SIMPLE.some((number) => file.includes(`/${number}-`))) continue;
    const lines = (await read(file)).trimEnd().split('\n');
    if (lines.length > LINES_OF_A_DECISION || lines.some((line) => line.length > WIDTH_OF_A_DECISION))
      long.push(`${file}: ${lines.length} lines`);
  }
  expect(long).toEqual([]);
});

test('every decision page has its row in their list', async () => {
  const rows = [...(await read('docs/decisions/README.md')).matchAll(/^\| (\d+) \| \[.+\]\((\S+)\) \|$/gm)];
  expect(rows.map(([, number = '', file]) => [number.padStart(4, '0'), file])).toEqual(
    list('docs/decisions/[0-9]*.md').map((file) => {
      const name = file.slice('docs/decisions/'.length);
      return [name.slice(0, 4), name];
    }),
  );
});

test('the mailbox for reports is the one of the site', async () => {
  const { mailbox } = JSON.parse(await read('content/site.json'));
  expect(await read('SECURITY.md')).toContain(mailbox);
});

test('every promise has its number once, and none is left out', async () => {
  const numbers = [...(await read('docs/security.md')).matchAll(/^\| P(\d+) \|/gm)].map(([, n]) => Number(n));
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
});

test('docs/content.md lists the required fields of each kind of content', async () => {
  const page = await Bun.file(`${import.meta.dir}/../docs/content.md`).text();
  const rows = new Map(
    [...page.matchAll(/^\| `([\w/<>.*-]+)` \| ([\w, ]+) \|$/gm)].map(([, file, fields]) => [file, fields]),
  );
  for (const [file, name] of [
    ['events/<id>/index.md', 'events'],
    ['brand/brand.json', 'brand'],
    ...['core-leads', 'chief-pathfinders', 'pathfinders'].map((kind) => [`team/${kind}.json`, kind]),
    ...['testimonials', 'supporters', 'league-cards'].map((kind) => [`${kind}/${kind}.json`, kind]),
    ['legal/*.md', 'legal'],
  ]) {
    const schema = await Bun.file(`${import.meta.dir}/../content/.schemas/${name}.json`).json();
    expect([file, rows.get(file)]).toEqual([file, (schema.items ?? schema).required.join(', ')]);
  }
});
