import openBidi from 'bidi-js';
import * as harfbuzz from 'harfbuzzjs';
import { openFace, unpackFont } from '#site/brand/font-tools.ts';
import { readForDrawing, readScriptFont, SCRIPT_FONTS, type Typeface } from '#site/brand/typefaces.ts';

export interface Outline {
  path: string;
  width: number;
}

interface Font {
  font: harfbuzz.Font;
  unitsPerEm: number;
  size: number;
}

function openFont(sfnt: Uint8Array, size = 1): Font {
  const face = openFace(sfnt);
  return { font: new harfbuzz.Font(face), unitsPerEm: face.upem, size };
}

const OTHER_SCRIPTS = await Promise.all(
  SCRIPT_FONTS.map(async ({ family, size }) =>
    openFont(await unpackFont((await readScriptFont(family)).data), size),
  ),
);
const readFonts = async (typeface: Typeface, weight: number) => [
  ...(await readForDrawing(typeface, weight)).map((data) => openFont(data)),
  ...OTHER_SCRIPTS,
];
const FONTS: Record<Typeface, Font[]> = {
  display: await readFonts('display', 800),
  text: await readFonts('text', 600),
};

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
    const font =
      isJoined && hasSign(last.font, sign) ? last.font : FONTS[typeface].find((one) => hasSign(one, sign));
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
