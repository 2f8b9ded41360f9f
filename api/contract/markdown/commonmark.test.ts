import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { parseBlocks } from './parse-blocks.ts';
import type { Inline } from './parse-inlines.ts';
import { type Block, parseMarkdown } from './parse-markdown.ts';

// Our parser against markdown-it, which passes the tests of CommonMark, with the rules of the subset switched on.

const reference = new MarkdownIt('zero').enable([
  ...['blockquote', 'code', 'fence', 'heading', 'hr', 'list'],
  ...['autolink', 'backticks', 'emphasis', 'escape', 'link', 'newline'],
]);
// The two ways in which emphasis differs on purpose (docs/decisions/0041): no mark inside a word, and '__' is none.
const { State } = reference.inline;
reference.inline.State = class extends State {
  override scanDelims(start: number) {
    const found = super.scanDelims(start, false);
    const isMark = this.src[start] !== '_' || found.length === 1;
    return { ...found, can_open: found.can_open && isMark, can_close: found.can_close && isMark };
  }
};

const BLOCKS = [
  '- ',
  '* ',
  '> ',
  '1. ',
  '2. ',
  '1) ',
  '# ',
  '```',
  '~~~',
  '    ',
  '  ',
  ' ',
  '\n',
  '\n',
  '\n\n',
];
const INLINES = [
  '*',
  '**',
  '***',
  '_',
  '`',
  '``',
  '[',
  '](https://x.y)',
  '](<https://x.y> "t")',
  '\\*',
  '. ',
  '(é',
];
const WORDS = ['a', 'b ', ' c', 'd'];

test.each([
  ['blocks', [...BLOCKS, ...WORDS]],
  ['marks in a line', [...INLINES, ...WORDS, ' ', '\n']],
  ['both', [...BLOCKS, ...INLINES, ...WORDS]],
])('P28 CommonMark and we read %s alike', (_, parts) => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { minLength: 2, maxLength: 16 }), (chosen) => {
      // A text without a sign of Markdown is not parsed at all.
      const text = `\`x\`\n\n${chosen.join('')}`;
      if (differsOnPurpose(text)) return;
      compared += 1;
      expect([text, sameSpaces(toHtml(parseMarkdown(text)))]).toEqual([
        text,
        sameSpaces(toReferenceHtml(text)),
      ]);
    }),
    { seed: 41, numRuns: 4000 },
  );
  expect(compared).toBeGreaterThan(500);
});

/** Empty marks, lists of one number and what is nested too deep stay as typed. */
function differsOnPurpose(text: string): boolean {
  const tokens = reference.parse(text, {});
  if (tokens.some(({ level }) => level > 8)) return true;
  const lists = tokens.filter(({ type }) => type === 'ordered_list_open');
  const hasListOfOne = lists.some((list) => {
    const from = tokens.indexOf(list);
    const until = tokens.findIndex(
      ({ type, level }, at) => at > from && type === 'ordered_list_close' && level === list.level,
    );
    const items = tokens
      .slice(from, until)
      .filter(({ type, level }) => type === 'list_item_open' && level === list.level + 1);
    return items.length === 1;
  });
  return hasListOfOne || JSON.stringify(parseBlocks(text)).includes('"typed"');
}

function toReferenceHtml(text: string): string {
  return reference
    .render(text)
    .replace(/<h\d>(.*?)<\/h\d>/gs, '<strong>$1</strong>')
    .replace(/<code class="[^"]*">/g, '<code>')
    .replace(/ title="t"/g, '')
    .replace(/(<a href="([^"]*)">)(?=<\/a>)/g, '$1$2')
    .replace(/<br>\n/g, '\n');
}

/** Tight and loose lists are drawn alike, and line ends between elements do not show. */
function sameSpaces(html: string): string {
  return html
    .replace(/<\/?p>/g, '\n')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<[^>]*>) ?/g, '$1')
    .trim();
}

function toHtml(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'paragraph') return `<p>${block.children.map(toInlineHtml).join('')}</p>`;
      if (block.kind === 'code') return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
      if (block.kind === 'quote') return `<blockquote>${toHtml(block.children)}</blockquote>`;
      const items = block.items.map((item) => `<li>${toHtml(item)}</li>`).join('');
      if (block.start === null) return `<ul>${items}</ul>`;
      return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>${items}</ol>`;
    })
    .join('');
}

function toInlineHtml(inline: Inline): string {
  if (typeof inline === 'string') return escapeHtml(inline);
  if (inline.kind === 'code') return `<code>${escapeHtml(inline.text)}</code>`;
  const words = inline.children.map(toInlineHtml).join('');
  if (inline.kind === 'link') return `<a href="${escapeHtml(inline.href)}">${words}</a>`;
  return inline.kind === 'strong' ? `<strong>${words}</strong>` : `<em>${words}</em>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
