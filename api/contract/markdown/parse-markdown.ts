import { TooDeep } from './depth.ts';
import { mayHoldMarkdown } from './may-hold-markdown.ts';
import { parseBlocks, type RawBlock } from './parse-blocks.ts';
import { type Inline, parseInlines } from './parse-inlines.ts';

export type { Inline };

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  /** `start` is the first number; null for bullets. */
  | { kind: 'list'; start: number | null; items: Block[][] }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'code'; text: string };

/** In UTF-16 units; above the longest text that is stored. */
const LENGTH_MAX = 50_000;

/** A text as blocks of the subset. What is no Markdown, or nested beyond reason, is one paragraph with the text as typed. */
export function parseMarkdown(text: string): Block[] {
  if (text.length > LENGTH_MAX || !mayHoldMarkdown(text)) return [asTyped(text)];
  try {
    return parseBlocks(text.replace(/\r\n?/g, '\n')).map(toBlock);
  } catch (error) {
    if (error instanceof TooDeep) return [asTyped(text)];
    throw error;
  }
}

function toBlock(raw: RawBlock): Block {
  if (raw.kind === 'code') return raw;
  if (raw.kind === 'typed') return asTyped(raw.text);
  if (raw.kind === 'quote') return { kind: 'quote', children: raw.children.map(toBlock) };
  if (raw.kind === 'list') return { ...raw, items: raw.items.map((item) => item.map(toBlock)) };
  const children = parseInlines(raw.text);
  // A heading of its own would stand in the order of the page's headings.
  return { kind: 'paragraph', children: raw.kind === 'heading' ? [{ kind: 'strong', children }] : children };
}

function asTyped(text: string): Block {
  return { kind: 'paragraph', children: [text] };
}

/** The words of a text without its marks, a block on each line; for places that show a line or two. */
export function toPlainText(blocks: readonly Block[]): string {
  return blocks.map(toPlainBlock).join('\n');
}

function toPlainBlock(block: Block): string {
  if (block.kind === 'code') return block.text;
  if (block.kind === 'quote') return toPlainText(block.children);
  if (block.kind === 'paragraph') return toPlainInlines(block.children);
  const { start, items } = block;
  return items
    .map((item, index) => `${start === null ? '•' : `${start + index}.`} ${toPlainText(item)}`)
    .join('\n');
}

function toPlainInlines(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return inline;
      return inline.kind === 'code' ? inline.text : toPlainInlines(inline.children);
    })
    .join('');
}
