import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { mayHoldMarkdown } from './may-hold-markdown.ts';
import { type Block, type Inline, parseMarkdown, toPlainText } from './parse-markdown.ts';

const p = (...children: Inline[]): Block => ({ kind: 'paragraph', children });
const strong = (...children: Inline[]): Inline => ({ kind: 'strong', children });
const em = (...children: Inline[]): Inline => ({ kind: 'emphasis', children });
const link = (href: string, ...children: Inline[]): Inline => ({ kind: 'link', href, children });
const bullets = (...items: Block[][]): Block => ({ kind: 'list', start: null, items });

describe('the subset', () => {
  test.each<[string, Block[]]>([
    ['A **new** description', [p('A ', strong('new'), ' description')]],
    ['*one* _two_ `three`', [p(em('one'), ' ', em('two'), ' ', { kind: 'code', text: 'three' })]],
    ['- one\n- two', [bullets([p('one')], [p('two')])]],
    ['- one\n  - two', [bullets([p('one'), bullets([p('two')])])]],
    ['3. one\n4. two', [{ kind: 'list', start: 3, items: [[p('one')], [p('two')]] }]],
    ['> said\n> so', [{ kind: 'quote', children: [p('said\nso')] }]],
    ['```js\nif (a < b) {\n  *c*\n}\n```', [{ kind: 'code', text: 'if (a < b) {\n  *c*\n}' }]],
    ['*one*\n\ntwo\nthree', [p(em('one')), p('two\nthree')]],
    ['[Read](https://a.example/b "title")', [p(link('https://a.example/b', 'Read'))]],
    ['<https://a.example/b>', [p(link('https://a.example/b', 'https://a.example/b'))]],
    ['[Ask](mailto:a@b.example)', [p(link('mailto:a@b.example', 'Ask'))]],
    ['\\*as it is\\* *not*', [p('*as it is* ', em('not'))]],
  ])('P28 %j is drawn', (text, blocks) => {
    expect(parseMarkdown(text)).toEqual(blocks);
  });

  test.each<[string, Block[]]>([
    ['# Part one\n\nText', [p(strong('Part one')), p('Text')]],
    ['![A cat](https://a.example/cat.png)', [p(link('https://a.example/cat.png', 'A cat'))]],
    ['![](https://a.example/cat.png)', [p(link('https://a.example/cat.png', 'https://a.example/cat.png'))]],
    ['[![A cat](https://a.example/c.png)](https://b.example/)', [p(link('https://b.example/', 'A cat'))]],
  ])('P28 %j, which is not in it, is drawn as something that is', (text, blocks) => {
    expect(parseMarkdown(text)).toEqual(blocks);
  });
});

test('P28 an address in a text is a link, in code and with a password in it is none', async () => {
  const text = await Bun.file(
    new URL('../../test/cases/links-in-texts/assignment.md', import.meta.url),
  ).text();
  const here = (address: string) => link(address, address);
  expect(parseMarkdown(text)).toEqual([
    p(
      'Hand in by Friday: ',
      here('https://forms.example.org/d/e/1AbC_Def/viewform?usp=sf_link'),
      '\nRead ',
      here('https://en.wikipedia.org/wiki/Naive_Bayes_(classifier)'),
      ', then come back.\nMore of it elsewhere (see ',
      here('https://example.org/a'),
      ').\nNot this one: ',
      { kind: 'code', text: 'https://example.org/in-code' },
      '\nNor these: javascript:alert(1) and https://user:pw@example.org\nNor twice: ',
      link('https://example.org/b', 'the notes at https://example.org/b'),
      '\nAnd ',
      here('http://example.org/पाठ/१'),
    ),
    { kind: 'code', text: 'https://example.org/in-a-block' },
  ]);
  expect(parseMarkdown('https://example.org/a')).toEqual([p(here('https://example.org/a'))]);
  expect(parseMarkdown('https://example.org: read it')).toEqual([
    p(here('https://example.org'), ': read it'),
  ]);
});

/** They look as typed, alone and beside Markdown. */
const AS_TYPED = [
  'if a < b then List<String>',
  'snake_case_name, __init__.py and _private',
  '2 * 3 * 4',
  'y = a*x + b*y*z',
  'def f(*args, **kwargs)',
  '1. May is a holiday',
  '#hashtag',
  '#',
  '-',
  '>',
  '```',
  '* * *',
  'C:\\path\\new',
  '\\\\server\\share',
  '\\(x^2\\) and \\{y\\}',
  '&lt;b&gt; &amp;',
  '<b>bold</b><script>alert(1)</script>',
  '[note]: remember this',
  '[x]()',
  '![x]()',
  '[a](javascript:alert%281%29)',
  '[a](data:text/html,x)',
  '[a](/admin)',
  '[a](//evil.example)',
  '[a](https://bank.example@evil.example)',
  '<javascript:alert(1)>',
  '| a | b |\n|---|---|',
  '~~gone~~',
  'Title\n=====',
];

test.each(AS_TYPED)('P29 %j looks as typed', (text) => {
  expect(wordsOf(parseMarkdown(text))).toBe(text);
  const beside = parseMarkdown(`${text}\n\n**drawn**`);
  if (text !== '```') expect(wordsOf(beside)).toBe(`${text}\n\ndrawn`);
});

test('P29 a text without a sign of Markdown is one paragraph, to the last space', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (!mayHoldMarkdown(text)) expect(parseMarkdown(text)).toEqual([p(text)]);
    }),
  );
  const lines = '  two spaces\n\n\n    and four\tand a tab  \n';
  expect(parseMarkdown(lines)).toEqual([p(lines)]);
});

test('P28 no text makes a link to anything but the web and mail', () => {
  const part = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '!',
    'a',
    'javascript:',
    'https://b.c',
    'data:',
    ' ',
    '*',
    '`',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
      for (const href of hrefsOf(parseMarkdown(parts.join(''))))
        expect(href).toMatch(/^(?:https?:\/\/|mailto:)/);
    }),
    { numRuns: 500 },
  );
});

describe('hostile texts', () => {
  const long = 20_000;
  const many = (part: string) => part.repeat(Math.floor(long / part.length));
  test.each([
    ...['>', '> ', '*', '**', '_', '[', '![', '`', '<', '\\', '- ', '1. ', '* > '],
    ...['*a ', 'a*', '*a **a *a ', '_a __a ', '[a](', '<http://', '<a@', '*a\n', '[a](https://b.c) ', '> - '],
  ])('P28 %j without end is drawn, and not deeper than a reader follows', (part) => {
    const blocks = parseMarkdown(many(part));
    expect(depthOf(blocks)).toBeLessThanOrEqual(25);
    expect(toPlainText(blocks).length).toBeGreaterThan(0);
  });

  test('P28 ten thousand levels of quotes, lists, emphasis and links are drawn as typed', () => {
    const indented = Array.from({ length: 190 }, (_, level) => `${' '.repeat(level)}- a`).join('\n');
    const nested = `${'*a '.repeat(3000)}${'a* '.repeat(3000)}`;
    for (const text of [
      '>'.repeat(10_000),
      `${'> '.repeat(10_000)}a`,
      nested,
      indented,
      `${'- '.repeat(10_000)}a`,
    ]) {
      expect(parseMarkdown(text)).toEqual([p(text)]);
    }
    expect(wordsOf(parseMarkdown('['.repeat(10_000)))).toBe('['.repeat(10_000));
  });
});

test('P29 plain text has the words without the marks, a block on each line', () => {
  const text = '# Intro\n\nA **new** [course](https://a.b).\n\n- one\n- `two`\n\n2. x\n3. y\n\n> quoted';
  expect(toPlainText(parseMarkdown(text))).toBe('Intro\nA new course.\n• one\n• two\n2. x\n3. y\nquoted');
});

/** Every word that is drawn; paragraphs parted by an empty line, lists and links by nothing that was not typed. */
function wordsOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) =>
      block.kind === 'paragraph' && hrefsOf([block]).length === 0
        ? toPlainText([block])
        : JSON.stringify(block),
    )
    .join('\n\n');
}

function hrefsOf(blocks: readonly Block[]): string[] {
  return [...JSON.stringify(blocks).matchAll(/"href":"([^"]*)"/g)].map((match) => match[1] ?? '');
}

/** How many arrays and objects deep. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
