import MarkdownIt, { type Token } from 'markdown-it';
import { isHttpUrl } from '../text.ts';
import { mayHoldMarkdown } from './may-hold-markdown.ts';

export type Inline =
  | string
  | { kind: 'emphasis' | 'strong'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; children: Inline[] };

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  /** First number of an ordered list; null for bullets. */
  | { kind: 'list'; start: number | null; items: Block[][] }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'code'; text: string };

// Deeper nesting stays plain text, because renderers recurse once per level.
const DEPTH_MAX = 12;
// UTF-16 units; longer than any stored text.
const LENGTH_MAX = 50_000;

const parser = createParser();

/**
 * Parses the Markdown subset into blocks (docs/decisions/0041). Unsupported or too deeply nested text becomes one
 * paragraph as typed.
 */
export function parseMarkdown(text: string): Block[] {
  if (text.length > LENGTH_MAX || !mayHoldMarkdown(text)) return [asTyped(text)];
  const lines = text.split(/\r\n?|\n/);
  const root = createNode(null);
  const open: Node[] = [root];
  for (const token of parser.parse(text, {})) {
    const top = open.at(-1) ?? root;
    if (token.nesting === 1) {
      open.push(createNode(token));
      if (open.length > DEPTH_MAX) return [asTyped(text)];
    } else if (token.nesting === -1) {
      open.pop();
      close(top, open.at(-1) ?? root, lines);
    } else if (token.type === 'inline') {
      const children = toInlines(token.children ?? []);
      if (!children) return [asTyped(text)];
      top.inlines = children;
    } else {
      top.blocks.push(toLeaf(token, lines));
    }
  }
  return root.blocks;
}

/** Returns the text without marks, one block per line; `withAddresses` appends the targets of links. */
export function toPlainText(blocks: readonly Block[], withAddresses = false): string {
  return blocks.map((block) => toPlainBlock(block, withAddresses)).join('\n');
}

function toPlainBlock(block: Block, withAddresses: boolean): string {
  if (block.kind === 'code') return block.text;
  if (block.kind === 'quote') return toPlainText(block.children, withAddresses);
  if (block.kind === 'paragraph') return toPlainInlines(block.children, withAddresses);
  const { start, items } = block;
  return items
    .map((item, index) => `${start === null ? '•' : `${start + index}.`} ${toPlainText(item, withAddresses)}`)
    .join('\n');
}

function toPlainInlines(inlines: readonly Inline[], withAddresses: boolean): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return inline;
      if (inline.kind === 'code') return inline.text;
      const words = toPlainInlines(inline.children, withAddresses);
      const address = withAddresses && inline.kind === 'link' ? inline.href.replace(/^mailto:/i, '') : words;
      return words === address ? words : `${words} (${address})`;
    })
    .join('');
}

interface Node {
  token: Token | null;
  blocks: Block[];
  inlines: Inline[];
  items: { mark: string; blocks: Block[] }[];
}

function createNode(token: Token | null): Node {
  return { token, blocks: [], inlines: [], items: [] };
}

function close({ token, blocks, inlines, items }: Node, parent: Node, lines: readonly string[]): void {
  if (!token) return;
  const source = () => asTyped(toSource(token, lines));
  if (token.type === 'list_item_open') {
    parent.items.push({ mark: `${token.info}${token.markup} `, blocks });
  } else if (token.type === 'blockquote_open') {
    parent.blocks.push(blocks.length > 0 ? { kind: 'quote', children: blocks } : source());
  } else if (token.type === 'heading_open') {
    // A real heading would disturb the heading order of the page.
    const heading: Inline = { kind: 'strong', children: inlines };
    parent.blocks.push(inlines.length > 0 ? { kind: 'paragraph', children: [heading] } : source());
  } else if (token.type === 'paragraph_open') {
    parent.blocks.push({ kind: 'paragraph', children: inlines });
  } else if (items.every((item) => item.blocks.length === 0)) {
    parent.blocks.push(source());
  } else if (token.type === 'ordered_list_open' && items.length === 1) {
    // '7. May' is a date more often than a list.
    for (const { mark, blocks: only } of items) parent.blocks.push(...withMark(mark, only));
  } else {
    const start = token.type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : null;
    parent.blocks.push({ kind: 'list', start, items: items.map((item) => item.blocks) });
  }
}

function withMark(mark: string, [first, ...rest]: Block[]): Block[] {
  return first?.kind === 'paragraph'
    ? [{ kind: 'paragraph', children: [mark, ...first.children] }, ...rest]
    : [asTyped(mark.trim()), ...(first ? [first] : []), ...rest];
}

// A thematic break and empty code stay as typed.
function toLeaf(token: Token, lines: readonly string[]): Block {
  const text = token.content.replace(/\n$/, '');
  return text.trim() === '' ? asTyped(toSource(token, lines)) : { kind: 'code', text };
}

function asTyped(text: string): Block {
  return { kind: 'paragraph', children: [text] };
}

// Returns the source lines of a block without the marks of surrounding quotes.
function toSource(token: Token, lines: readonly string[]): string {
  const [from, to] = token.map ?? [0, 0];
  const quotes = token.type === 'blockquote_open' ? /^\s+/ : /^[\s>]+/;
  return lines
    .slice(from, to)
    .map((line) => line.replace(quotes, ''))
    .join('\n')
    .trim();
}

interface Span {
  children: Inline[];
  close: (children: Inline[]) => Inline[];
}

function toInlines(tokens: readonly Token[]): Inline[] | null {
  const root: Span = { children: [], close: (children) => children };
  const open: Span[] = [root];
  let links = 0;
  for (const token of tokens) {
    const top = open.at(-1) ?? root;
    if (token.nesting === 1) {
      if (token.type === 'link_open') links++;
      open.push({ children: [], close: toClosing(token) });
      if (open.length > DEPTH_MAX) return null;
    } else if (token.nesting === -1) {
      if (token.type === 'link_close') links--;
      open.pop();
      (open.at(-1) ?? root).children.push(...top.close(top.children));
    } else {
      top.children.push(...toInline(token, links > 0));
    }
  }
  return root.children.reduce<Inline[]>(joinText, []);
}

function toClosing(token: Token): Span['close'] {
  if (token.type !== 'link_open') {
    const kind = token.type === 'strong_open' ? 'strong' : 'emphasis';
    return (children) => [{ kind, children: children.reduce(joinText, [] as Inline[]) }];
  }
  const href = toText(token.attrGet('href'));
  if (!href) return (children) => ['[', ...children, ']()'];
  return (children) => [
    {
      kind: 'link',
      href,
      children: children.length > 0 ? children.reduce(joinText, [] as Inline[]) : [href],
    },
  ];
}

function toInline(token: Token, isInLink: boolean): Inline[] {
  if (token.type === 'code_inline') return [{ kind: 'code', text: token.content }];
  if (token.type === 'softbreak' || token.type === 'hardbreak') return ['\n'];
  if (token.type !== 'image') return token.content ? [token.content] : [];
  // An image becomes a link, because loading it would tell its server about the reader.
  const href = toText(token.attrGet('src'));
  if (!href) return [`![${token.content}]()`];
  const text = token.content || href;
  return isInLink ? [text] : [{ kind: 'link', href, children: [text] }];
}

function toText(value: string | number | null): string {
  return String(value ?? '');
}

function joinText(joined: Inline[], next: Inline): Inline[] {
  const last = joined.at(-1);
  if (typeof last === 'string' && typeof next === 'string') joined[joined.length - 1] = last + next;
  else joined.push(next);
  return joined;
}

function createParser() {
  // The preset 'zero' only knows paragraphs: no HTML, entities, tables or link definitions.
  const markdown = new MarkdownIt('zero').enable([
    'autolink',
    'backticks',
    'blockquote',
    'code',
    'emphasis',
    'escape',
    'fence',
    'heading',
    'hr',
    'image',
    'link',
    'linkify',
    'list',
    'newline',
  ]);
  markdown.set({ linkify: true });
  // Only complete http and https addresses become links, not 'example.com', 'ftp://…' or mail addresses.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  for (const other of ['ftp:', '//', 'mailto:']) markdown.linkify.add(other, null);
  leaveCredentials(markdown.linkify);
  // Keeps addresses as typed; browsers and mail programs encode them.
  markdown.normalizeLink = (href) => href;
  markdown.normalizeLinkText = (href) => href;
  const { parseLinkDestination } = markdown.helpers;
  markdown.helpers.parseLinkDestination = (text, from, until) => {
    const found = parseLinkDestination(text, from, until);
    return found.ok ? { ...found, str: unescapeAddress(text.slice(from, found.pos)) } : found;
  };
  markdown.validateLink = (href) => isHttpUrl(href) || /^mailto:[^\s\\]+$/i.test(href);
  // A backslash escapes only '*', '_' and '`', so that '\\server\share' and '\(x\)' survive.
  markdown.inline.ruler.at('escape', (state, silent) => {
    const next = state.src[state.pos + 1];
    if (state.src[state.pos] !== '\\' || next === undefined || !'*_`'.includes(next)) return false;
    if (!silent) state.pending += next;
    state.pos += 2;
    return true;
  });
  // Keeps 'a*b*c' and '__init__' as typed: a star inside a word and double underscores are no marks.
  const { State } = markdown.inline;
  markdown.inline.State = class extends State {
    override scanDelims(start: number) {
      const found = super.scanDelims(start, false);
      const isMark = this.src[start] !== '_' || found.length === 1;
      return { ...found, can_open: found.can_open && isMark, can_close: found.can_close && isMark };
    }
  };
  return markdown;
}

// Leaves 'https://user:password@host' as text; linkify would link 'https://user'.
function leaveCredentials(linkify: InstanceType<typeof MarkdownIt>['linkify']): void {
  const isWhole = (text: string, { lastIndex }: { lastIndex: number }) =>
    !/^(?::[^\s@]*)?@/.test(text.slice(lastIndex));
  const match = linkify.match.bind(linkify);
  const matchAtStart = linkify.matchAtStart.bind(linkify);
  linkify.match = (text) => match(text)?.filter((found) => isWhole(text, found)) ?? null;
  linkify.matchAtStart = (text) => {
    const found = matchAtStart(text);
    return found && isWhole(text, found) ? found : null;
  };
}

// Removes angle brackets and backslash escapes. Only the entity '&amp;' is decoded, for addresses copied from page
// source.
function unescapeAddress(typed: string): string {
  return typed
    .replace(/^<(.*)>$/s, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&amp;', '&');
}
