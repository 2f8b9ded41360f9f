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

// Reference palette, chosen by eye around this accent. Another accent rotates the hues and keeps each luminance, so
// contrasts hold.
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
  // Accent tints: their chroma scales with the chroma of the accent.
  vivid: {
    light: { 'brand-tint': '#fff4c7', 'brand-text': '#665000' },
    dark: { 'brand-tint': '#393009' },
  },
  strong: { light: '#ffd01f', dark: '#ffe98c' },
  ink: '#14130f',
  paper: '#fffdf5',
  // A dark band must differ from an already dark page.
  band: '#0b0a08',
} as const;

/** Minimum ratios of WCAG 2.2, 1.4.3 (text) and 1.4.11 (edges and drawings). */
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

export type SchemeColors = Record<Neutral | Accented, string>;

export interface BrandPalette extends Record<Scheme, SchemeColors> {
  ink: string;
  paper: string;
  band: string;
}

export const contrast = (one: string, other: string): number => wcagContrast(one, other);

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

// Rotates a reference colour by the accent's hue shift and keeps its luminance. Greys lose chroma, because cold hues
// look stronger than the reference yellow.
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

// Moves as far as the reference does, or in the opposite direction when the letters would lose contrast.
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

function toReadable(hex: string, ground: string): string {
  if (contrast(hex, ground) >= TEXT_CONTRAST) return hex.toLowerCase();
  // The margin makes up for rounding to hex digits.
  return withLuminance(oklch(hex), (wcagLuminance(ground) + 0.05) * (TEXT_CONTRAST + 0.05) - 0.05);
}

function withLuminance(color: Oklch, luminance: number): string {
  let [low, high] = [0, 1];
  for (let round = 0; round < 24; round += 1) {
    const middle = (low + high) / 2;
    if (wcagLuminance(clampChroma({ ...color, l: middle }, 'oklch')) < luminance) low = middle;
    else high = middle;
  }
  return toHex({ ...color, l: high });
}

export const withLightness = (hex: string, l: number): string => toHex({ ...oklch(hex), l });

export const lightnessOf = (hex: string): number => oklch(hex).l;

function oklch(hex: string): Oklch {
  const color = toOklch(hex);
  if (!color) throw new Error(`'${hex}' is not a colour`);
  return color;
}

const toHex = (color: Oklch): string => formatHex(clampChroma(color, 'oklch'));
