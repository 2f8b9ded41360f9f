import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode as registerMode,
  wcagContrast,
  wcagLuminance,
} from 'culori/fn';
import type { BrandSettings } from './brand-settings.ts';

for (const mode of [modeRgb, modeLrgb, modeOklab]) registerMode(mode);
registerMode(modeOklch);
const toOklch = converter('oklch');

/**
 * The colours that the palette of every brand is made from: chosen by eye around this accent. Another accent turns
 * their hues and leaves them as light as they are, so that what can be read here can be read everywhere.
 */
const REFERENCE = {
  accent: '#ffde59',
  light: {
    page: '#fffdf5',
    surface: '#ffffff',
    sunken: '#f7f2e1',
    raised: '#ffffff',
    hover: '#f3edd9',
    strong: '#14130f',
    body: '#2c2a23',
    muted: '#5c574a',
    faint: '#6d6757',
    line: '#e6dfca',
    'line-strong': '#857f6d',
    keyline: '#14130f',
    inverse: '#14130f',
    'on-inverse': '#fffdf5',
    track: '#ece5d0',
    admin: '#4a463b',
    'admin-tint': '#ece7d8',
    inactive: '#55513f',
    'inactive-tint': '#ece7d8',
  },
  dark: {
    page: '#14130f',
    surface: '#1d1b16',
    sunken: '#25231c',
    raised: '#2a2820',
    hover: '#2f2c23',
    strong: '#fbf7e9',
    body: '#e6e0cf',
    muted: '#bab4a2',
    faint: '#a19b8a',
    line: '#37342a',
    'line-strong': '#857f6e',
    keyline: '#ded7c3',
    inverse: '#fbf7e9',
    'on-inverse': '#14130f',
    track: '#3a372c',
    admin: '#d0cab9',
    'admin-tint': '#343127',
    inactive: '#c6c0ae',
    'inactive-tint': '#343127',
  },
  /** Nearer to the accent than the greys: as colourful as it is, and no more. */
  vivid: {
    light: { 'brand-tint': '#fff4c7', 'brand-text': '#665000' },
    dark: { 'brand-tint': '#393009' },
  },
  /** The accent under the pointer. */
  strong: { light: '#ffd01f', dark: '#ffe98c' },
  ink: '#14130f',
  paper: '#fffdf5',
  /** A dark band on a page that is dark as well. */
  band: '#0b0a08',
} as const;

/** What text needs, and what edges and drawings need (WCAG 2.2, 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5;
export const EDGE_CONTRAST = 3;

export type Scheme = 'light' | 'dark';
type Neutral = keyof (typeof REFERENCE)['light'];
type Accented =
  | 'brand'
  | 'brand-strong'
  | 'on-brand'
  | 'brand-tint'
  | 'brand-text'
  | 'focus-near'
  | 'focus-far';

/** The colours of one scheme by their role: what `--page` and the others stand for. */
export type SchemeColors = Record<Neutral | Accented, string>;

/** Every colour that follows the accent, as six hex digits. */
export interface BrandPalette extends Record<Scheme, SchemeColors> {
  ink: string;
  paper: string;
  band: string;
}

/** The contrast of two colours, from 1 to 21. */
export const contrast = (one: string, other: string): number => wcagContrast(one, other);

/** Makes the palette of a brand. Its accent need not have enough contrast: `findBrandFaults` says so. */
export function derivePalette({
  accent,
  accentDark = accent,
}: Pick<BrandSettings, 'accent' | 'accentDark'>): BrandPalette {
  const turn = toTurn(accent);
  const darkTurn = toTurn(accentDark);
  const ink = turn(REFERENCE.ink);
  const paper = turn(REFERENCE.paper);
  const light = {
    ...turnAll(REFERENCE.light, turn),
    ...turnAll(REFERENCE.vivid.light, toTurn(accent, 'vivid')),
  };
  const dark = {
    ...turnAll(REFERENCE.dark, turn),
    ...turnAll(REFERENCE.vivid.dark, toTurn(accentDark, 'vivid')),
  };
  const signs = { light: pickSign(accent, ink, paper), dark: pickSign(accentDark, ink, paper) };
  return {
    ink,
    paper,
    band: turn(REFERENCE.band),
    light: {
      ...light,
      brand: accent.toLowerCase(),
      'on-brand': signs.light,
      'brand-strong': toStrong(accent, 'light', signs.light),
      'focus-near': contrast(accent, ink) >= EDGE_CONTRAST ? accent.toLowerCase() : paper,
      'focus-far': ink,
    },
    dark: {
      ...dark,
      brand: accentDark.toLowerCase(),
      'on-brand': signs.dark,
      'brand-strong': toStrong(accentDark, 'dark', signs.dark),
      'brand-text': toReadable(accentDark, dark['brand-tint']),
      'focus-near': darkTurn(REFERENCE.ink),
      'focus-far': accentDark.toLowerCase(),
    },
  };
}

const pickSign = (ground: string, ink: string, paper: string) =>
  contrast(ink, ground) >= contrast(paper, ground) ? ink : paper;

function turnAll<Role extends string>(
  colors: Record<Role, string>,
  turn: (hex: string) => string,
): Record<Role, string> {
  return Object.fromEntries(Object.entries<string>(colors).map(([role, hex]) => [role, turn(hex)])) as Record<
    Role,
    string
  >;
}

/**
 * Turns a colour of the reference by as much as the accent's hue differs. The luminance stays, and with it every
 * contrast. Greys lose some of their colour on the way, since cold hues look stronger than the yellow they come from;
 * `vivid` ones are as colourful as the accent itself.
 */
function toTurn(accent: string, kind: 'grey' | 'vivid' = 'grey'): (hex: string) => string {
  const [from, to] = [oklch(REFERENCE.accent), oklch(accent)];
  const turned = to.c < 0.01 ? undefined : (((to.h ?? 0) - (from.h ?? 0) + 540) % 360) - 180;
  const share = Math.min(1, to.c / from.c);
  const calm = 0.5 + 0.5 * Math.cos((((turned ?? 0) / 2) * Math.PI) / 180) ** 2;
  return (hex) => {
    if (turned === 0 && share === 1) return hex;
    const color = oklch(hex);
    const c = turned === undefined ? 0 : color.c * (kind === 'vivid' ? share : share ** 0.5 * calm);
    return withLuminance({ ...color, c, h: (color.h ?? 0) + (turned ?? 0) }, wcagLuminance(hex));
  };
}

/** The accent under the pointer: a step as in the reference, or the other way where that costs the letters their contrast. */
function toStrong(accent: string, scheme: Scheme, sign: string): string {
  const [from, to, color] = [oklch(REFERENCE.accent), oklch(REFERENCE.strong[scheme]), oklch(accent)];
  const step = to.l - from.l;
  const steps = [step, -step].map((by) =>
    toHex({
      ...color,
      l: color.l + by,
      c: color.c * (to.c / from.c),
      h: (color.h ?? 0) + (to.h ?? 0) - (from.h ?? 0),
    }),
  );
  return steps.find((hex) => contrast(hex, sign) >= TEXT_CONTRAST) ?? accent;
}

/** The colour, made lighter until it can be read on this ground. */
function toReadable(hex: string, ground: string): string {
  if (contrast(hex, ground) >= TEXT_CONTRAST) return hex.toLowerCase();
  // A little more than needed: hex digits round.
  return withLuminance(oklch(hex), (wcagLuminance(ground) + 0.05) * (TEXT_CONTRAST + 0.05) - 0.05);
}

/** The colour of this hue and chroma, or of as much of it as screens show, whose WCAG luminance is the one given. */
function withLuminance(color: Oklch, luminance: number): string {
  let [low, high] = [0, 1];
  for (let round = 0; round < 24; round += 1) {
    const middle = (low + high) / 2;
    if (wcagLuminance(clampChroma({ ...color, l: middle }, 'oklch')) < luminance) low = middle;
    else high = middle;
  }
  return toHex({ ...color, l: high });
}

/** The same hue and chroma at another lightness, from 0 to 1. */
export const withLightness = (hex: string, l: number): string => toHex({ ...oklch(hex), l });

/** How light a colour looks, from 0 to 1. */
export const lightnessOf = (hex: string): number => oklch(hex).l;

function oklch(hex: string): Oklch {
  const color = toOklch(hex);
  if (!color) throw new Error(`'${hex}' is not a colour`);
  return color;
}

const toHex = (color: Oklch): string => formatHex(clampChroma(color, 'oklch'));
