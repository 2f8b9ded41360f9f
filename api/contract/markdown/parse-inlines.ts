import { isHttpUrl } from '../text.ts';
import { DEPTH_MAX, TooDeep } from './depth.ts';

export type Inline =
  | string
  | { kind: 'emphasis' | 'strong'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; children: Inline[] };

/** A run of stars, or one underscore. What of it finds no partner is text. */
interface Run {
  sign: '*' | '_';
  /** How many signs were typed, and how many are not used yet. */
  typed: number;
  unused: number;
  canOpen: boolean;
  canClose: boolean;
  /** The marks that begin and end here, each with its number of signs, the innermost first. */
  begins: number[];
  ends: number[];
  /** The run before it that may still find a partner. */
  before: Run | null;
}

type Piece = { inline: Inline } | { run: Run };

/** A '[' or '![' that may become a link. */
interface Bracket {
  isImage: boolean;
  /** Where its words begin: in the text and among the pieces. */
  from: number;
  piece: number;
  /** The last run before it. */
  lastRun: Run | null;
  /** A link holds no link: what stands around one is none. */
  isText: boolean;
}

const AUTOLINK =
  /<([a-z][a-z0-9+.-]{1,31}:[^<>\p{Cc} ]*|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9.-]{1,255})>/iuy;
const DESTINATION = /\([ \t\n]*(?:<((?:[^<>\\\n]|\\.)*)>|(?=[^<]))/y;
const TITLE =
  /(?:[ \t\n]+(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)))?[ \t\n]*\)/y;
/** The spaces around a break are not to be seen. */
const LINE_BREAK = / *\n[ \t]*/y;
const WORDS = /(?:[^ \n\\`*_[\]!<]+| +(?!\n| ))+/y;
/** Brackets inside an address; CommonMark asks for no more. */
const PARENTHESES_MAX = 32;

/** The words of a paragraph with their marks, in one pass over the text; throws TooDeep. */
export function parseInlines(text: string): Inline[] {
  const inlines = new InlineParser(text).parse();
  checkDepth(inlines, 0);
  return inlines;
}

function checkDepth(inlines: readonly Inline[], depth: number): void {
  if (depth > DEPTH_MAX) throw new TooDeep();
  for (const inline of inlines) {
    if (typeof inline !== 'string' && inline.kind !== 'code') checkDepth(inline.children, depth + 1);
  }
}

class InlineParser {
  private at = 0;
  private pieces: Piece[] = [];
  private lastRun: Run | null = null;
  private readonly brackets: Bracket[] = [];
  /** Where runs of backticks of each length begin; the first call that needs it fills it. */
  private backticks: Map<number, number[]> | null = null;

  constructor(private readonly text: string) {}

  parse(): Inline[] {
    while (this.at < this.text.length) this.readPiece();
    return this.join(0, null);
  }

  private readPiece(): void {
    const sign = this.text[this.at] ?? '';
    const words = this.match(WORDS);
    if (words) this.addText(words[0]);
    else if (this.match(LINE_BREAK)) this.addText('\n');
    else if (sign === '\\') this.readEscape();
    else if (sign === '`') this.readCode();
    else if (sign === '*' || sign === '_') this.readRun(sign);
    else if (sign === '[') this.openBracket('[');
    else if (sign === '!' && this.text[this.at + 1] === '[') this.openBracket('![');
    else if (sign === ']') this.closeBracket();
    else if (sign === '<') this.readAutolink();
    else {
      this.at += 1;
      this.addText(sign);
    }
  }

  /** Matches a sticky expression here and steps over it. */
  private match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found) this.at = expression.lastIndex;
    return found;
  }

  private addText(text: string): void {
    this.pieces.push({ inline: text });
  }

  /** A backslash takes the meaning from the marks of emphasis and code alone: '\\server\share' and '\(x\)' stay whole. */
  private readEscape(): void {
    const next = this.text[this.at + 1];
    const isMark = next !== undefined && '*_`'.includes(next);
    this.addText(isMark ? next : '\\');
    this.at += isMark ? 2 : 1;
  }

  private readCode(): void {
    const from = this.at;
    const [marks] = this.match(/`+/y) ?? [''];
    const until = this.findBackticks(marks.length, this.at);
    if (until === undefined) {
      this.addText(marks);
      return;
    }
    const code = this.text.slice(from + marks.length, until).replaceAll('\n', ' ');
    this.at = until + marks.length;
    this.pieces.push({ inline: { kind: 'code', text: code.replace(/^ (.*[^ ].*) $/, '$1') } });
  }

  private findBackticks(length: number, from: number): number | undefined {
    if (!this.backticks) {
      const runs = [...this.text.matchAll(/`+/g)];
      this.backticks = new Map();
      for (const { 0: marks, index } of runs) {
        const found = this.backticks.get(marks.length);
        if (found) found.push(index);
        else this.backticks.set(marks.length, [index]);
      }
      for (const found of this.backticks.values()) found.reverse();
    }
    // The parser never goes back, so that what lies behind it is thrown away.
    const found = this.backticks.get(length);
    while (found && (found.at(-1) ?? from) < from) found.pop();
    return found?.at(-1);
  }

  private readRun(sign: '*' | '_'): void {
    const from = this.at;
    while (this.text[this.at] === sign) this.at += 1;
    const typed = this.at - from;
    const before = kindOf(characterBefore(this.text, from));
    const after = kindOf(String.fromCodePoint(this.text.codePointAt(this.at) ?? 32));
    const isLeft = after !== 'space' && (after === 'letter' || before !== 'letter');
    const isRight = before !== 'space' && (before === 'letter' || after !== 'letter');
    // A star inside a word is a star ('a*b*c'), as CommonMark has it for '_'; '__init__' is a name.
    const isMark = sign === '*' || typed === 1;
    const run: Run = {
      sign,
      typed,
      unused: typed,
      canOpen: isMark && isLeft && (!isRight || before === 'sign'),
      canClose: isMark && isRight && (!isLeft || after === 'sign'),
      begins: [],
      ends: [],
      before: this.lastRun,
    };
    this.pieces.push({ run });
    if (run.canOpen || run.canClose) this.lastRun = run;
  }

  private openBracket(mark: '[' | '!['): void {
    this.at += mark.length;
    this.brackets.push({
      isImage: mark === '![',
      from: this.at,
      piece: this.pieces.length,
      lastRun: this.lastRun,
      isText: false,
    });
    this.addText(mark);
  }

  private closeBracket(): void {
    const until = this.at;
    this.at += 1;
    const bracket = this.brackets.pop();
    const href = bracket && !bracket.isText ? this.readDestination() : null;
    if (!bracket || !href) {
      this.addText(']');
      return;
    }
    const words = this.join(bracket.piece + 1, bracket.lastRun);
    this.pieces.length = bracket.piece;
    this.lastRun = bracket.lastRun;
    if (bracket.isImage) {
      // Loading a picture would tell its server who reads: it is a link to it.
      const alt = this.text.slice(bracket.from, until) || href;
      this.pieces.push({ inline: { kind: 'link', href, children: [alt] } });
      return;
    }
    const children = withoutLinks(words);
    this.pieces.push({ inline: { kind: 'link', href, children: children.length > 0 ? children : [href] } });
    for (let index = this.brackets.length - 1; index >= 0; index--) {
      const outer = this.brackets[index];
      if (!outer || outer.isText) break;
      if (!outer.isImage) outer.isText = true;
    }
  }

  /** '(address "title")' after the words of a link; null, and nothing is read, when it is none that is followed. */
  private readDestination(): string | null {
    const from = this.at;
    const found = this.match(DESTINATION);
    const typed = found ? (found[1] ?? this.readAddress()) : null;
    const href = typed && unescapeAddress(typed);
    if (href && isFollowed(href) && this.match(TITLE)) return href;
    this.at = from;
    return null;
  }

  private readAddress(): string | null {
    const from = this.at;
    let depth = 0;
    for (; this.at < this.text.length; this.at++) {
      const sign = this.text[this.at] ?? '';
      if (sign <= ' ' || sign === '\u007f') break;
      if (sign === '\\' && (this.text[this.at + 1] ?? ' ') !== ' ') this.at += 1;
      else if (sign === '(') depth += 1;
      else if (sign === ')') depth -= 1;
      if (depth < 0) break;
      if (depth > PARENTHESES_MAX) return null;
    }
    return depth > 0 ? null : this.text.slice(from, this.at);
  }

  private readAutolink(): void {
    const from = this.at;
    const address = this.match(AUTOLINK)?.[1];
    if (address !== undefined) {
      const href = /^[a-z][a-z0-9+.-]{1,31}:/i.test(address) ? address : `mailto:${address}`;
      if (isFollowed(href)) {
        this.pieces.push({ inline: { kind: 'link', href, children: [address] } });
        return;
      }
    }
    this.at = from + 1;
    this.addText('<');
  }

  /** Pairs the runs after `first` and gives the pieces from `piece` on as a tree. */
  private join(piece: number, first: Run | null): Inline[] {
    pairRuns(this.pieces.slice(piece), first);
    const root: Inline[] = [];
    const open = [root];
    for (const part of this.pieces.slice(piece)) {
      if ('inline' in part) {
        addInline(open.at(-1) ?? root, part.inline);
        continue;
      }
      const { sign, unused, begins, ends } = part.run;
      for (const length of ends) {
        const children = open.pop() ?? [];
        addInline(open.at(-1) ?? root, { kind: length === 2 ? 'strong' : 'emphasis', children });
      }
      addInline(open.at(-1) ?? root, sign.repeat(unused));
      for (const _ of begins) open.push([]);
      if (open.length > DEPTH_MAX + 1) throw new TooDeep();
    }
    return root;
  }
}

/**
 * Pairs marks of emphasis as CommonMark does: each that can end one with the nearest before it that can begin one. What was
 * looked through in vain is not looked through again.
 */
function pairRuns(pieces: readonly Piece[], first: Run | null): void {
  const searched = new Map<string, Run | null>();
  for (const piece of pieces) {
    if (!('run' in piece) || !piece.run.canClose) continue;
    const closer = piece.run;
    const key = `${closer.sign}${closer.canOpen}${closer.typed % 3}`;
    const bottom = searched.has(key) ? searched.get(key) : first;
    let opener = closer.before;
    while (closer.unused > 0 && opener && opener !== bottom && opener !== first) {
      if (!fits(opener, closer)) {
        opener = opener.before;
        continue;
      }
      const length = opener.unused > 1 && closer.unused > 1 ? 2 : 1;
      opener.unused -= length;
      closer.unused -= length;
      opener.begins.push(length);
      closer.ends.push(length);
      // What stands between the two finds no partner outside.
      if (opener.unused === 0) opener = opener.before;
      closer.before = opener;
    }
    if (closer.unused > 0) searched.set(key, closer.before);
  }
}

/** The rule of three of CommonMark keeps '**a*' and '*a**' from being taken apart wrongly. */
function fits(opener: Run, closer: Run): boolean {
  if (!opener.canOpen || opener.unused === 0 || opener.sign !== closer.sign) return false;
  if (!opener.canClose && !closer.canOpen) return true;
  return (opener.typed + closer.typed) % 3 !== 0 || (opener.typed % 3 === 0 && closer.typed % 3 === 0);
}

function addInline(list: Inline[], inline: Inline): void {
  const last = list.length - 1;
  const before = list[last];
  if (inline === '') return;
  if (typeof inline === 'string' && typeof before === 'string') list[last] = before + inline;
  else list.push(inline);
}

/** The words of the pictures in a link: it leads to one address. */
function withoutLinks(inlines: readonly Inline[]): Inline[] {
  const list: Inline[] = [];
  for (const inline of inlines) {
    if (typeof inline === 'string' || inline.kind === 'code') addInline(list, inline);
    else if (inline.kind === 'link') for (const child of inline.children) addInline(list, child);
    else addInline(list, { ...inline, children: withoutLinks(inline.children) });
  }
  return list;
}

function isFollowed(href: string): boolean {
  return isHttpUrl(href) || /^mailto:[^\s\\]+$/i.test(href);
}

/** An address without the backslashes before its signs; one copied from a page's source says '&amp;'. */
function unescapeAddress(address: string): string {
  return address.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}

/** The character that ends before this place; a space at the beginning. */
function characterBefore(text: string, at: number): string {
  const last = text.charCodeAt(at - 1);
  const isPair = at > 1 && last >= 0xdc00 && last < 0xe000;
  return text.slice(at - (isPair ? 2 : 1), at) || ' ';
}

function kindOf(character: string): 'space' | 'sign' | 'letter' {
  if (/\s/.test(character)) return 'space';
  return /[\p{P}\p{S}]/u.test(character) ? 'sign' : 'letter';
}
