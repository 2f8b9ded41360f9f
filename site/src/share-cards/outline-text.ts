import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import openBidi from 'bidi-js';
import * as harfbuzz from 'harfbuzzjs';
import { readForDrawing, type Typeface } from '#site/brand/typefaces.ts';

export interface Outline {
  path: string;
  width: number;
}

interface Font {
  font: harfbuzz.Font;
  unitsPerEm: number;
  size: number;
}

const PACKAGES = join(process.cwd(), 'node_modules/@fontsource');

// Fonts of other scripts by package and subset, scaled to match Latin letters.
const OTHER_SCRIPTS: readonly (readonly [family: string, subset: string, size: number])[] = [
  ['noto-sans-devanagari', 'devanagari', 0.9],
  ['noto-sans-gurmukhi', 'gurmukhi', 0.9],
  ['noto-sans-bengali', 'bengali', 0.9],
  ['noto-sans-gujarati', 'gujarati', 0.9],
  ['noto-sans-tamil', 'tamil', 0.85],
  ['noto-sans-telugu', 'telugu', 0.85],
  ['noto-sans-kannada', 'kannada', 0.85],
  ['noto-sans-malayalam', 'malayalam', 0.85],
  ['noto-sans-oriya', 'oriya', 0.85],
  ['noto-nastaliq-urdu', 'arabic', 0.68],
];

const loaded = new Map<string, Font>();
function loadFont(name: string, read: () => Uint8Array, size = 1): Font {
  const known = loaded.get(name);
  if (known) return known;
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(read()).buffer));
  const font = { font: new harfbuzz.Font(face), unitsPerEm: face.upem, size };
  loaded.set(name, font);
  return font;
}

const LATIN: Record<Typeface, Uint8Array[]> = {
  display: await readForDrawing('display', 800),
  text: await readForDrawing('text', 600),
};

// Returns the first font with the glyph. Loads fonts of other scripts on first use.
function findFont(sign: string, typeface: Typeface): Font | undefined {
  const code = sign.codePointAt(0) ?? 0;
  const has = ({ font }: Font) => font.nominalGlyph(code) !== undefined;
  for (const [index, data] of LATIN[typeface].entries()) {
    const font = loadFont(`${typeface} ${index}`, () => data);
    if (has(font)) return font;
  }
  for (const [family, subset, size] of OTHER_SCRIPTS) {
    const file = join(PACKAGES, family, `files/${family}-${subset}-700-normal.woff`);
    const font = loadFont(family, () => unpackWoff(readFileSync(file)), size);
    if (has(font)) return font;
  }
  return undefined;
}

interface Run {
  font: Font;
  text: string;
  /** Embedding level of the Unicode Bidirectional Algorithm; odd is right to left. */
  level: number;
}

const bidi = openBidi();
// Characters that continue a run: marks, joiners, spaces, and punctuation if the font has it.
const JOINS_ITS_NEIGHBOUR = /^[\p{Mark}\p{White_Space}\p{Punctuation}\u200c\u200d]$/u;
const DIRECTION_MARK = /[\u200e\u200f]/;

// Splits text at changes of font or direction, left to right. Drops characters that no font has.
function toRuns(line: string, typeface: Typeface): Run[] {
  const text = line.normalize('NFC');
  const { levels } = bidi.getEmbeddingLevels(text);
  const runs: Run[] = [];
  let index = 0;
  for (const sign of text) {
    const level = levels[index] ?? 0;
    index += sign.length;
    if (DIRECTION_MARK.test(sign)) continue;
    const last = runs.at(-1);
    // Urdu uses Latin spaces, because those of its font are too narrow.
    const isJoined = last && JOINS_ITS_NEIGHBOUR.test(sign) && !(sign === ' ' && level % 2 === 1);
    const font = isJoined && hasSign(last.font, sign) ? last.font : findFont(sign, typeface);
    if (!font) continue;
    if (last?.font === font && last.level === level) last.text += sign;
    else runs.push({ font, text: sign, level });
  }
  return toVisualOrder(runs);
}

const hasSign = ({ font }: Font, sign: string) => font.nominalGlyph(sign.codePointAt(0) ?? 0) !== undefined;

// Rule L2 of the Unicode Bidirectional Algorithm, applied to runs.
function toVisualOrder(runs: Run[]): Run[] {
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    let start = 0;
    while (start < runs.length) {
      let end = start;
      while (end < runs.length && (runs[end]?.level ?? 0) >= level) end += 1;
      runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return runs;
}

/** Direction mark that gives each line the direction of the whole text; '' for plain left-to-right text. */
export function directionMark(text: string): string {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
  if (levels.every((level) => level === 0)) return '';
  return (paragraphs[0]?.level ?? 0) % 2 === 1 ? '\u200f' : '\u200e';
}

interface Glyph {
  font: harfbuzz.Font;
  id: number;
  scale: number;
  x: number;
  y: number;
}

// Shapes one line with HarfBuzz, including kerning, ligatures and marks.
function setLine(
  text: string,
  typeface: Typeface,
  size: number,
  tracking: number,
): { glyphs: Glyph[]; width: number } {
  const glyphs: Glyph[] = [];
  let x = 0;
  let isTracked = false;
  for (const { font, text: part, level } of toRuns(text, typeface)) {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(part);
    buffer.guessSegmentProperties();
    buffer.setDirection(level % 2 === 1 ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
    harfbuzz.shape(font.font, buffer);
    isTracked = font.size === 1;
    const scale = (size * font.size) / font.unitsPerEm;
    for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
      glyphs.push({ font: font.font, id: codepoint, scale, x: x + xOffset * scale, y: -yOffset * scale });
      // Letters of other scripts join, so they get no tracking.
      if (xAdvance > 0) x += xAdvance * scale + (font.size === 1 ? tracking * size : 0);
    }
  }
  return { glyphs, width: round(Math.max(0, x - (isTracked ? tracking * size : 0))) };
}

// Two decimals are precise enough and keep the SVG small.
const round = (value: number) => Math.round(value * 100) / 100;

/** `tracking` is extra space between letters, in em. */
export function outlineText(text: string, typeface: Typeface, size: number, tracking = 0): Outline {
  const { glyphs, width } = setLine(text, typeface, size, tracking);
  return { path: glyphs.map(placeGlyph).join(''), width };
}

export function measureText(text: string, typeface: Typeface, size: number, tracking = 0): number {
  return setLine(text, typeface, size, tracking).width;
}

// Flips the y axis: font units grow upwards.
function placeGlyph({ font, id, scale, x, y }: Glyph): string {
  let isAcross = true;
  return font.glyphToPath(id).replace(/[A-Z]|-?\d+(?:\.\d+)?/g, (part) => {
    if (/[A-Z]/.test(part)) {
      isAcross = true;
      return part;
    }
    const value = Number(part) * scale;
    const placed = round(isAcross ? x + value : y - value);
    isAcross = !isAcross;
    return String(placed);
  });
}

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/** Throws for anything but WOFF 1. */
function unpackWoff(woff: Uint8Array): Uint8Array {
  const source = Buffer.from(woff.buffer, woff.byteOffset, woff.byteLength);
  if (source.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF file');
  const count = source.readUInt16BE(12);
  const font = Buffer.alloc(source.readUInt32BE(16));
  // HarfBuzz ignores the binary search fields of the header.
  source.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  let end = 12 + count * 16;
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((at) =>
      source.readUInt32BE(entry + at),
    ) as [number, number, number, number];
    const stored = source.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const record = 12 + index * 16;
    source.copy(font, record, entry, entry + 4);
    font.writeUInt32BE(checksum, record + 4);
    font.writeUInt32BE(end, record + 8);
    font.writeUInt32BE(length, record + 12);
    table.copy(font, end);
    end += Math.ceil(length / 4) * 4;
  }
  return new Uint8Array(font);
}
