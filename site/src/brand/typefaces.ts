import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as harfbuzz from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { brand, brandFile } from './brand.ts';
import { openFace, unpackFont } from './font-tools.ts';

export type Typeface = 'display' | 'text';

// Browsers load `core` for English and fetch `more` only when a page shows one of its letters.
const RANGES = {
  core: 'U+0020-007E, U+00A0, U+00A9, U+00B7, U+00D7, U+2009, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+2212',
  more: 'U+00A1-00A8, U+00AA-00B6, U+00B8-00D6, U+00D8-00FF, U+0131, U+0152-0153, U+201A, U+201E, U+2039-203A, U+20AC, U+2122',
};
type Part = keyof typeof RANGES;

/** Fonts of Indian scripts and Urdu, which devices may lack; `size` matches them to Latin letters. */
export const SCRIPT_FONTS = [
  {
    family: 'Noto Sans Devanagari',
    size: 0.9,
    range: 'U+0900-097F, U+1CD0-1CF9, U+20A8, U+20B9, U+20F0, U+A830-A839, U+A8E0-A8FF',
  },
  { family: 'Noto Sans Gurmukhi', size: 0.9, range: 'U+0A01-0A76, U+262C' },
  { family: 'Noto Sans Bengali', size: 0.9, range: 'U+0980-09FE, U+1CD5-1CD6' },
  { family: 'Noto Sans Gujarati', size: 0.9, range: 'U+0A80-0AFF' },
  { family: 'Noto Sans Tamil', size: 0.85, range: 'U+0B82-0BFA' },
  { family: 'Noto Sans Telugu', size: 0.85, range: 'U+0C00-0C7F' },
  { family: 'Noto Sans Kannada', size: 0.85, range: 'U+0C80-0CF3' },
  { family: 'Noto Sans Malayalam', size: 0.85, range: 'U+0D00-0D7F' },
  { family: 'Noto Sans Oriya', size: 0.85, range: 'U+0B01-0B77' },
  {
    family: 'Noto Nastaliq Urdu',
    size: 0.68,
    range: 'U+0600-06FF, U+0750-077F, U+200E-200F, U+FB50-FDFF, U+FE70-FEFC',
  },
] as const;

const FOR_BROWSERS = {
  targetFormat: 'woff2' as const,
  noHinting: true,
  keepFeatures: ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'case'],
};

// Relative to the working directory, the repository root in builds and tests.
const FOLDER = join(process.cwd(), 'site/src/fonts');
const BUNDLED = {
  display: { family: 'Bricolage Grotesque', file: 'bricolage-grotesque' },
  text: { family: 'Instrument Sans', file: 'instrument-sans' },
};

// Device fonts with the advance widths of a to z and the space, in thousandths of an em.
const DEVICE = {
  regular: {
    local: ['Arial', 'ArialMT', 'Liberation Sans', 'Roboto'],
    widths: [
      556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556,
      500, 722, 500, 500, 500, 278,
    ],
  },
  bold: {
    local: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Roboto Bold'],
    widths: [
      556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611,
      556, 778, 556, 556, 500, 278,
    ],
  },
} as const;

// Device fonts that replace a typeface while it loads, measured at `measured`.
const USES = {
  display: { weights: [500, 800], standIns: [{ weights: [500, 800], measured: 700, device: DEVICE.bold }] },
  text: {
    weights: [400, 700],
    standIns: [
      { weights: [400, 550], measured: 400, device: DEVICE.regular },
      { weights: [551, 700], measured: 600, device: DEVICE.bold },
    ],
  },
} as const;

const SAMPLE =
  'pick a league learn with peers and build something real from it the people who run it are students as well every topic has its own notes and questions';

export interface FontFile {
  name: string;
  data: Uint8Array;
  /** The `@font-face` rule, with a URL relative to the style sheet. */
  rule: string;
}

function lettersOf(range: string): string {
  return range
    .split(', ')
    .flatMap((part) => {
      const [from = 0, to = from] = part
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
    })
    .join('');
}

async function readParts(use: Typeface): Promise<{ part: Part; data: Uint8Array }[]> {
  const own = brand.fonts?.[use];
  if (!own) {
    const read = async (part: Part) => ({
      part,
      data: await readFile(join(FOLDER, `${BUNDLED[use].file}-${part}.woff2`)),
    });
    return Promise.all([read('core'), read('more')]);
  }
  const data = await readFile(brandFile(String(own.file)));
  const has = new Set(openFace(await unpackFont(data)).collectUnicodes());
  const letters = (part: Part) =>
    [...lettersOf(RANGES[part])].filter((letter) => has.has(letter.codePointAt(0) ?? 0)).join('');
  const cut = async (part: Part) => ({
    part,
    data: await subsetFont(data, letters(part), FOR_BROWSERS),
  });
  return Promise.all((['core', 'more'] as const).filter((part) => letters(part) !== '').map(cut));
}

export async function readForDrawing(use: Typeface, weight: number): Promise<Uint8Array[]> {
  return Promise.all((await readParts(use)).map(({ data }) => atWeight(data, weight)));
}

// Clamps the weight to the axis; a font without a weight axis keeps its own.
async function atWeight(data: Uint8Array, weight: number): Promise<Uint8Array> {
  const axis = openFace(await unpackFont(data)).getAxisInfos().wght;
  const options = axis ? { variationAxes: { wght: Math.min(Math.max(weight, axis.min), axis.max) } } : {};
  return subsetFont(Buffer.from(data), undefined, { targetFormat: 'sfnt', keepAllGlyphs: true, ...options });
}

export async function readScriptFont(family: string): Promise<{ name: string; data: Uint8Array }> {
  const font = family.toLowerCase().replaceAll(' ', '-');
  const subset = font === 'noto-nastaliq-urdu' ? 'arabic' : font.slice('noto-sans-'.length);
  const name = `${font}-${subset}-700-normal.woff2`;
  return {
    name,
    data: await readFile(join(process.cwd(), `node_modules/@fontsource/${font}/files/${name}`)),
  };
}

/** Browsers fetch each file only if the text needs it. */
export function packScriptFonts(): Promise<FontFile[]> {
  const pack = async ({ family, range }: (typeof SCRIPT_FONTS)[number]) => {
    const { name, data } = await readScriptFont(family);
    const rule = `@font-face {
  font-family: "${family}";
  src: url("./${name}") format("woff2");
  font-weight: 600 800;
  font-display: swap;
  unicode-range: ${range}, U+200C-200D, U+25CC;
}`;
    return { name, data, rule };
  };
  return Promise.all(SCRIPT_FONTS.map(pack));
}

export async function packTypeface(
  use: Typeface,
): Promise<{ family: string; files: FontFile[]; standIns: string[] }> {
  const family = (brand.fonts?.[use] ?? BUNDLED[use]).family;
  const { weights, standIns } = USES[use];
  const parts = await readParts(use);
  const [core] = parts;
  if (!core) throw new Error(`The typeface '${family}' has no Latin letters`);
  const axis = openFace(await unpackFont(core.data)).getAxisInfos().wght;
  const range = axis
    ? weights.map((weight) => Math.min(Math.max(weight, axis.min), axis.max)).join(' ')
    : use === 'text'
      ? '400'
      : weights.join(' ');
  const files = parts.map(({ part, data }) => ({
    name: `${use}-${part}.woff2`,
    data,
    rule: `@font-face {
  font-family: "${family}";
  src: url("./${use}-${part}.woff2") format("woff2");
  font-weight: ${range};
  font-display: swap;
  unicode-range: ${RANGES[part]};
}`,
  }));
  return {
    family,
    files,
    standIns: await Promise.all(standIns.map((standIn) => toStandInRule(toStandIn(use), core.data, standIn))),
  };
}

// A `@font-face` rule for a device font, scaled to the width of the typeface to avoid layout shift.
async function toStandInRule(
  family: string,
  data: Uint8Array,
  { weights, measured, device }: (typeof USES)[Typeface]['standIns'][number],
): Promise<string> {
  const face = openFace(await atWeight(data, measured));
  const font = new harfbuzz.Font(face);
  const buffer = new harfbuzz.Buffer();
  buffer.addText(SAMPLE);
  buffer.guessSegmentProperties();
  harfbuzz.shape(font, buffer);
  const own =
    buffer.getGlyphInfosAndPositions().reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0) / face.upem;
  const its =
    [...SAMPLE].reduce(
      (sum, letter) => sum + (device.widths[letter === ' ' ? 26 : letter.charCodeAt(0) - 97] ?? 0),
      0,
    ) / 1000;
  const { ascender, descender, lineGap } = font.hExtents();
  const share = (units: number) => percent(units / face.upem / (own / its));
  return `@font-face {
  font-family: "${family}";
  src: ${device.local.map((name) => `local("${name}")`).join(', ')};
  font-weight: ${weights.join(' ')};
  size-adjust: ${percent(own / its)};
  ascent-override: ${share(ascender)};
  descent-override: ${share(-descender)};
  line-gap-override: ${share(lineGap)};
}`;
}

const percent = (part: number) => `${Math.round(part * 1000) / 10}%`;

export const toStandIn = (use: Typeface) => (use === 'display' ? 'Display Fallback' : 'Text Fallback');
