import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openBidi from 'bidi-js';
import * as harfbuzz from 'harfbuzzjs';
import { readForDrawing, type Typeface } from '#site/brand/typefaces.ts';
import { unpackWoff } from './unpack-woff.ts';

/** Text as an SVG path from the origin of its base line, in the units of the picture. */
export interface Outline {
  path: string;
  width: number;
}

interface Font {
  font: harfbuzz.Font;
  unitsPerEm: number;
  /** Beside Latin letters of the same size. */
  size: number;
}

// The build and the tests both run in the project's folder.
const PACKAGES = join(process.cwd(), 'node_modules/@fontsource');

/** Faces of other scripts by package and subset; the size lets them stand in the lines of Latin letters. */
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

/** The typefaces of the brand at one weight: titles heavy, the rest as in a label. */
const LATIN: Record<Typeface, Uint8Array[]> = {
  display: await readForDrawing('display', 800),
  text: await readForDrawing('text', 600),
};

/** The first font that has a sign; those of other scripts are read when the first sign is one of theirs. */
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
  /** Of the Unicode Bidirectional Algorithm: odd from right to left. */
  level: number;
}

const bidi = openBidi();
/** Signs that never start a run of their own: marks, joiners, spaces, and punctuation where the font has it. */
const JOINS_ITS_NEIGHBOUR = /^[\p{Mark}\p{White_Space}\p{Punctuation}\u200c\u200d]$/u;
const DIRECTION_MARK = /[\u200e\u200f]/;

/** Cuts text where the font or the direction has to change, from left to right. Signs that no font has are left out. */
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
    // The spaces between words of Urdu are those of Latin letters: its own are too narrow beside them.
    const isJoined = last && JOINS_ITS_NEIGHBOUR.test(sign) && !(sign === ' ' && level % 2 === 1);
    const font = isJoined && hasSign(last.font, sign) ? last.font : findFont(sign, typeface);
    if (!font) continue;
    if (last?.font === font && last.level === level) last.text += sign;
    else runs.push({ font, text: sign, level });
  }
  return toVisualOrder(runs);
}

const hasSign = ({ font }: Font, sign: string) => font.nominalGlyph(sign.codePointAt(0) ?? 0) !== undefined;

/** Rule L2 of the algorithm, over runs: from the highest level down to the lowest odd one, neighbours are turned round. */
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

/** What a line of a text begins with, so that it goes the way of the whole text; nothing where all go one way. */
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

/** Sets one line: which glyph stands where, with kerning and the ligatures and marks of its script. */
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
      // Letters of other scripts are joined: nothing goes between them.
      if (xAdvance > 0) x += xAdvance * scale + (font.size === 1 ? tracking * size : 0);
    }
  }
  return { glyphs, width: round(Math.max(0, x - (isTracked ? tracking * size : 0))) };
}

/** Two decimals: enough for a picture, short enough for a small drawing. */
const round = (value: number) => Math.round(value * 100) / 100;

/** Draws one line of text as a path. `tracking` is extra room between signs, in em. */
export function outlineText(text: string, typeface: Typeface, size: number, tracking = 0): Outline {
  const { glyphs, width } = setLine(text, typeface, size, tracking);
  return { path: glyphs.map(placeGlyph).join(''), width };
}

/** The width of one line. */
export function measureText(text: string, typeface: Typeface, size: number, tracking = 0): number {
  return setLine(text, typeface, size, tracking).width;
}

/** Moves a glyph from the font's grid, where up is positive, to the picture. */
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
