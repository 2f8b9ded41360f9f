import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import { parseMarkdown } from '#contract/markdown/parse-markdown.ts';
import { stripMarkdown } from './strip-markdown.mjs';

const root = join(import.meta.dir, '../..');

async function parseAsBrowsersDo(): Promise<typeof parseMarkdown> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [stripMarkdown()],
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, 'api/contract/markdown/parse-markdown.ts'), formats: ['es'] },
    },
  })) as Rollup.RollupOutput[];
  const chunk = built[0]?.output[0];
  const libraries = chunk?.moduleIds.flatMap((id) => /^\/.*\/node_modules\/([^/]+)\//.exec(id)?.[1] ?? []);
  expect(new Set(libraries)).toEqual(new Set(['linkify-it', 'markdown-it', 'uc.micro']));
  const url = URL.createObjectURL(new Blob([chunk?.code ?? ''], { type: 'text/javascript' }));
  return (await import(url)).parseMarkdown;
}

const WORDS = [
  ...['a', 'b c', ' ', '\n', '\n\n', '*', '**', '_', '`', '```\n', '> ', '- ', '1. ', '# ', '\\', '![', '['],
  ...[
    '](',
    ')',
    '](https://a.b/x?a=1&amp;b=2&copy;=3)',
    '<https://ä.example/ü>',
    '(https://日本.example',
    '&lt;',
    '&',
  ],
  ...[
    '<mailto:x@y.z>',
    '](<https://a.b/c d>)',
    '\\*',
    'www.a.b',
    '"t"',
    "'",
    '](https://a.b "&copy;")',
    '~~~&copy;\n',
  ],
];

test('P28 browsers, without what is left out of their bundle, read random texts as the server does', async () => {
  const light = await parseAsBrowsersDo();
  let state = 41;
  const roll = (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
  let links = 0;
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: 1 + roll(24) }, () => WORDS[roll(WORDS.length)]).join('');
    const expected = parseMarkdown(text);
    expect(light(text), text).toEqual(expected);
    links += JSON.stringify(expected).split('"href"').length - 1;
  }
  expect(links).toBeGreaterThan(100);
});
