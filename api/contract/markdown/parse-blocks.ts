import { DEPTH_MAX, TooDeep } from './depth.ts';

/** Blocks as they stand one in another; the words of paragraphs are not parsed yet. */
export type RawBlock =
  | { kind: 'paragraph' | 'heading'; text: string }
  /** No Markdown after all: a line of stars, a fence without a word, an empty quote. */
  | { kind: 'typed'; text: string }
  | { kind: 'list'; start: number | null; items: RawBlock[][] }
  | { kind: 'quote'; children: RawBlock[] }
  | { kind: 'code'; text: string };

/**
 * A line without what the quotes and list items around it take. Columns count tabs as they are drawn, four to a stop.
 */
interface Line {
  text: string;
  /** Where its own part begins, and in which column that is. */
  at: number;
  column: number;
  /** Its first sign that is no space, and how far that stands in. */
  first: number;
  indent: number;
  /** Continues a paragraph of the quote before it without the mark of the quote. */
  isLazy: boolean;
}

interface Place {
  /** The last line, not included. */
  until: number;
  /** Lines that stand in less are outside of the list item. */
  indent: number;
  /** The same of the item around; -1 without one. */
  outer: number;
  depth: number;
}

const BREAK = /([*_-])(?:[ \t]*\1){2,}[ \t]*$/y;
const HEADING = /#{1,6}(?=[ \t]|$)/y;
const FENCE = /`{3,}(?=[^`]*$)|~{3,}/y;
const MARKER = /([-+*]|(\d{1,9})[.)])(?=[ \t]|$)/y;

/** Cuts a text into blocks; throws TooDeep. */
export function parseBlocks(text: string): RawBlock[] {
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => createLine(line, 0, 0));
  return new BlockParser(lines).parse(0, { until: lines.length, indent: 0, outer: -1, depth: 0 }).blocks;
}

function createLine(text: string, at: number, column: number): Line {
  let first = at;
  let width = column;
  for (; text[first] === ' ' || text[first] === '\t'; first++) width = toNextColumn(text[first], width);
  return { text, at, column, first, indent: width - column, isLazy: false };
}

function toNextColumn(space: string | undefined, column: number): number {
  return space === '\t' ? column + 4 - (column % 4) : column + 1;
}

function isBlank(line: Line): boolean {
  return line.first >= line.text.length;
}

/** The line without so many columns of space; part of a tab is left as spaces. */
function cut({ text, at, column }: Line, columns: number): string {
  let from = at;
  let width = column;
  while (width < column + columns && (text[from] === ' ' || text[from] === '\t')) {
    width = toNextColumn(text[from], width);
    from += 1;
  }
  return ' '.repeat(Math.max(0, width - column - columns)) + text.slice(from);
}

function match(expression: RegExp, line: Line): RegExpExecArray | null {
  expression.lastIndex = line.first;
  return expression.exec(line.text);
}

class BlockParser {
  constructor(private readonly lines: Line[]) {}

  /** The blocks from a line on, and the line after them. */
  parse(from: number, place: Place): { blocks: RawBlock[]; next: number } {
    const blocks: RawBlock[] = [];
    let at = from;
    while (at < place.until) {
      const line = this.line(at);
      if (isBlank(line)) at += 1;
      else if (this.standsIn(line, place) < 0) break;
      else {
        const { block, next } = this.readBlock(at, place);
        blocks.push(...block);
        at = next;
      }
    }
    return { blocks, next: at };
  }

  private line(at: number): Line {
    return this.lines[at] as Line;
  }

  /** How far a line stands in inside of this place; below 0 outside of it. */
  private standsIn({ isLazy, indent }: Line, place: Place): number {
    return isLazy ? -1 : indent - place.indent;
  }

  private readBlock(at: number, place: Place): { block: RawBlock[]; next: number } {
    const line = this.line(at);
    if (this.standsIn(line, place) >= 4) return this.readIndentedCode(at, place);
    const fence = match(FENCE, line);
    if (fence) return this.readFence(at, place, fence[0]);
    if (line.text[line.first] === '>') return this.readQuote(at, place);
    if (match(BREAK, line)) return { block: [this.asTyped(at, at + 1)], next: at + 1 };
    const marker = this.findMarker(line, place);
    if (marker) return this.readList(at, place, marker);
    const heading = match(HEADING, line);
    if (heading) {
      const text = withoutClosingSigns(line.text.slice(line.first + heading[0].length).trim());
      if (place.depth >= DEPTH_MAX) throw new TooDeep();
      return { block: [text ? { kind: 'heading', text } : this.asTyped(at, at + 1)], next: at + 1 };
    }
    return this.readParagraph(at, place);
  }

  /** Whether a line that follows a paragraph begins something else. */
  private interrupts(at: number, place: Place, isInQuote = false): boolean {
    const line = this.line(at);
    const standsIn = this.standsIn(line, place);
    if (line.isLazy || standsIn > 3) return false;
    if (match(FENCE, line) || line.text[line.first] === '>' || match(BREAK, line) || match(HEADING, line))
      return true;
    const marker = this.findMarker(line, place);
    if (!marker) return false;
    // 'in the year\n2019. May' is a paragraph, and so is a dash at the end of one.
    if (isInQuote || standsIn < 0) return true;
    const isEmpty = line.text.slice(line.first + marker[0].length).trim() === '';
    return !isEmpty && (marker[2] === undefined || Number(marker[2]) === 1);
  }

  /** The mark of a list item that begins here. */
  private findMarker(line: Line, { indent, outer }: Place): RegExpExecArray | null {
    const isCodeOfOuter = outer >= 0 && line.indent - outer >= 4 && line.indent < indent;
    return isCodeOfOuter ? null : match(MARKER, line);
  }

  private readParagraph(at: number, place: Place): { block: RawBlock[]; next: number } {
    if (place.depth >= DEPTH_MAX) throw new TooDeep();
    let next = at + 1;
    while (next < place.until && !isBlank(this.line(next)) && !this.interrupts(next, place)) next += 1;
    const words = this.lines.slice(at, next).map(({ text, first }) => text.slice(first));
    return { block: [{ kind: 'paragraph', text: words.join('\n').trim() }], next };
  }

  private readIndentedCode(at: number, place: Place): { block: RawBlock[]; next: number } {
    let last = at;
    for (let next = at + 1; next < place.until; next++) {
      const line = this.line(next);
      if (isBlank(line)) continue;
      if (this.standsIn(line, place) < 4) break;
      last = next;
    }
    const code = this.lines.slice(at, last + 1).map((line) => cut(line, place.indent + 4));
    return { block: [{ kind: 'code', text: code.join('\n') }], next: last + 1 };
  }

  private readFence(at: number, place: Place, fence: string): { block: RawBlock[]; next: number } {
    const { indent } = this.line(at);
    const end = new RegExp(`^${fence[0]}{${fence.length},}[ \\t]*$`);
    let next = at + 1;
    let isClosed = false;
    for (; next < place.until && !isClosed; next++) {
      const line = this.line(next);
      const standsIn = this.standsIn(line, place);
      if (!isBlank(line) && standsIn < 0) break;
      isClosed = standsIn < 4 && end.test(line.text.slice(line.first));
    }
    const code = this.lines.slice(at + 1, isClosed ? next - 1 : next).map((line) => cut(line, indent));
    const text = code.join('\n');
    return { block: [text.trim() ? { kind: 'code', text } : this.asTyped(at, next)], next };
  }

  private readQuote(at: number, place: Place): { block: RawBlock[]; next: number } {
    const kept: Line[] = [];
    let next = at;
    let isBlankBefore = false;
    for (; next < place.until; next++) {
      const line = this.line(next);
      if (isBlank(line)) break;
      kept.push(line);
      if (line.text[line.first] === '>' && this.standsIn(line, place) >= 0) {
        const inner = withoutQuoteMark(line);
        isBlankBefore = isBlank(inner);
        this.lines[next] = inner;
      } else if (isBlankBefore || this.interrupts(next, place, true)) break;
      else this.lines[next] = { ...line, isLazy: true };
    }
    const inner = { until: next, indent: 0, outer: -1, depth: enter(place, 1) };
    const { blocks, next: read } = this.parse(at, inner);
    for (let index = at; index < next; index++) this.lines[index] = kept[index - at] as Line;
    return {
      block: [blocks.length > 0 ? { kind: 'quote', children: blocks } : this.asTyped(at, read)],
      next: read,
    };
  }

  private readList(at: number, place: Place, first: RegExpExecArray): { block: RawBlock[]; next: number } {
    const items: RawBlock[][] = [];
    const kindOf = (marker: RegExpExecArray) => marker[1]?.at(-1);
    let next = at;
    for (let marker: RegExpExecArray | null = first; marker && kindOf(marker) === kindOf(first); ) {
      const item = this.readItem(next, place, marker);
      items.push(item.blocks);
      next = item.next;
      marker = next < place.until ? this.findNextMarker(next, place) : null;
    }
    return { block: this.toList(items, first, at, next), next };
  }

  private findNextMarker(at: number, place: Place): RegExpExecArray | null {
    const line = this.line(at);
    const standsIn = this.standsIn(line, place);
    if (standsIn < 0 || standsIn > 3 || match(BREAK, line)) return null;
    return match(MARKER, line);
  }

  private readItem(at: number, place: Place, marker: RegExpExecArray): { blocks: RawBlock[]; next: number } {
    const line = this.line(at);
    const content = createLine(
      line.text,
      line.first + marker[0].length,
      line.column + line.indent + marker[0].length,
    );
    const isEmpty = isBlank(content);
    const after = isEmpty || content.indent > 4 ? 1 : content.indent;
    const indent = line.indent + marker[0].length + after;
    const inner = { until: place.until, indent, outer: place.indent, depth: enter(place, 2) };
    // An item without a word, and an empty line: what follows is not its own.
    if (isEmpty && at + 1 < place.until && isBlank(this.line(at + 1))) {
      return { blocks: [], next: Math.min(at + 2, place.until) };
    }
    this.lines[at] = createLine(
      ' '.repeat(content.column - line.column) + line.text.slice(content.at),
      0,
      line.column,
    );
    const read = this.parse(at, inner);
    this.lines[at] = line;
    return read;
  }

  private toList(items: RawBlock[][], first: RegExpExecArray, at: number, next: number): RawBlock[] {
    if (items.every((item) => item.length === 0)) return [this.asTyped(at, next)];
    const [only] = items;
    if (first[2] === undefined || !only || items.length > 1) {
      return [{ kind: 'list', start: first[2] === undefined ? null : Number(first[2]), items }];
    }
    // '7. May' is a date more often than a list.
    const [head, ...rest] = only;
    const mark = `${first[0]} `;
    return head?.kind === 'paragraph' || head?.kind === 'typed'
      ? [{ kind: head.kind, text: mark + head.text }, ...rest]
      : [{ kind: 'typed', text: first[0] }, ...only];
  }

  private asTyped(from: number, until: number): RawBlock {
    const words = this.lines.slice(from, until).map(({ text, first }) => text.slice(first));
    return { kind: 'typed', text: words.join('\n').trim() };
  }
}

function enter({ depth }: Place, levels: number): number {
  if (depth + levels > DEPTH_MAX) throw new TooDeep();
  return depth + levels;
}

/** The line after '>' and the one space that belongs to it, which may be a part of a tab. */
function withoutQuoteMark({ text, first, column, indent }: Line): Line {
  const after = first + 1;
  const width = column + indent + 1;
  if (text[after] === ' ') return createLine(text, after + 1, width + 1);
  if (text[after] === '\t') return createLine(text, width % 4 === 3 ? after + 1 : after, width + 1);
  return createLine(text, after, width);
}

/** A heading may end with signs as well: '# Title #'. */
function withoutClosingSigns(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  return end === 0 || /[ \t]/.test(text[end - 1] ?? '') ? text.slice(0, end).trimEnd() : text;
}
