import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as harfbuzz from 'harfbuzzjs';

/** A typeface of the share pictures: `display` for titles, `text` for the rest. */
export type Typeface = 'display' | 'text';

/** Text as an SVG path from the origin of its base line, in the units of the picture. */
export interface Outline {
  path: string;
  width: number;
}

interface Font {
  font: harfbuzz.Font;
  unitsPerEm: number;
}

// The build and the tests both run in the project's folder.
const FOLDER = join(process.cwd(), 'site/src/share-cards/fonts');
const OTHER_SCRIPTS = ['noto-sans-devanagari', 'noto-sans-gurmukhi'];
const FILES: Record<Typeface, string[]> = {
  display: ['bricolage-grotesque', 'bricolage-grotesque-more', ...OTHER_SCRIPTS],
  text: ['instrument-sans', 'instrument-sans-more', ...OTHER_SCRIPTS],
};

const loaded = new Map<string, Font>();
function loadFont(name: string): Font {
  const known = loaded.get(name);
  if (known) return known;
  const bytes = readFileSync(join(FOLDER, `${name}.ttf`));
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(bytes).buffer));
  const font = { font: new harfbuzz.Font(face), unitsPerEm: face.upem };
  loaded.set(name, font);
  return font;
}

interface Run {
  font: Font;
  text: string;
}

/** Signs that never start a run of their own: marks, joiners, spaces. */
const JOINS_ITS_NEIGHBOUR = /^[\p{Mark}\p{White_Space}\u200c\u200d]$/u;

/** Cuts text where the font has to change. Signs that no font has are left out. */
function toRuns(text: string, typeface: Typeface): Run[] {
  const fonts = FILES[typeface].map(loadFont);
  const runs: Run[] = [];
  for (const sign of text.normalize('NFC')) {
    const has = ({ font }: Font) => font.nominalGlyph(sign.codePointAt(0) ?? 0) !== undefined;
    const last = runs.at(-1);
    if (last && JOINS_ITS_NEIGHBOUR.test(sign) && has(last.font)) {
      last.text += sign;
      continue;
    }
    const font = fonts.find(has);
    if (!font) continue;
    if (last?.font === font) last.text += sign;
    else runs.push({ font, text: sign });
  }
  return runs;
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
  for (const { font, text: part } of toRuns(text, typeface)) {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(part);
    buffer.guessSegmentProperties();
    harfbuzz.shape(font.font, buffer);
    const scale = size / font.unitsPerEm;
    for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
      glyphs.push({ font: font.font, id: codepoint, scale, x: x + xOffset * scale, y: -yOffset * scale });
      if (xAdvance > 0) x += xAdvance * scale + tracking * size;
    }
  }
  return { glyphs, width: round(Math.max(0, x - tracking * size)) };
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
