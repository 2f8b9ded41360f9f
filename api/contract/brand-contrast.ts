import {
  type BrandPalette,
  contrast,
  derivePalette,
  EDGE_CONTRAST,
  lightnessOf,
  type Scheme,
  type SchemeColors,
  TEXT_CONTRAST,
  withLightness,
} from './brand-palette.ts';
import type { BrandSettings } from './brand-settings.ts';

type Role = keyof SchemeColors;
type Accents = Pick<BrandSettings, 'accent' | 'accentDark'>;

interface Pair {
  front: Role;
  ground: Role;
  needed: number;
  words: string;
}

const GROUNDS: readonly [Role, string][] = [
  ['page', 'the page'],
  ['surface', 'a card'],
  ['sunken', 'a sunken part of the page'],
  ['raised', 'a menu'],
  ['hover', 'a row under the pointer'],
];

// Pairs with the accent come first and win ties.
const PAIRS: Record<Scheme, readonly Pair[]> = { light: listPairs('light'), dark: listPairs('dark') };

function listPairs(scheme: Scheme): Pair[] {
  const text = (front: Role, ground: Role, words: string): Pair => ({
    front,
    ground,
    needed: TEXT_CONTRAST,
    words,
  });
  const edge = (front: Role, ground: Role, words: string): Pair => ({
    front,
    ground,
    needed: EDGE_CONTRAST,
    words,
  });
  return [
    text('on-brand', 'brand', 'letters on a button'),
    text('on-brand', 'brand-strong', 'letters on a button under the pointer'),
    ...(scheme === 'dark'
      ? [
          text('brand', 'page', 'a word in the accent on the page'),
          text('brand', 'surface', 'a word in the accent on a card'),
        ]
      : []),
    text('brand-text', 'brand-tint', 'a word in the accent on its tint'),
    text('brand-text', 'surface', 'a word in the darker accent on a card'),
    edge('focus-far', 'focus-near', 'the two lines around what has the focus'),
    ...GROUNDS.map(([ground, words]) =>
      edge('focus-far', ground, `the line around what has the focus on ${words}`),
    ),
    ...(['strong', 'body'] as const).map((front) =>
      text(front, 'brand-tint', 'text on a tint of the accent'),
    ),
    ...(['strong', 'body', 'muted', 'faint'] as const).flatMap((front) =>
      GROUNDS.map(([ground, words]) => text(front, ground, `text on ${words}`)),
    ),
    ...(['line-strong', 'keyline'] as const).flatMap((front) =>
      GROUNDS.map(([ground, words]) => edge(front, ground, `the edge of a box on ${words}`)),
    ),
    text('on-inverse', 'inverse', 'text on a dark button'),
  ];
}

interface Miss extends Pair {
  ratio: number;
  colors: readonly [front: string, ground: string];
}

export function findMisses(palette: BrandPalette, scheme: Scheme): Miss[] {
  const colors = palette[scheme];
  return PAIRS[scheme].flatMap((pair) => {
    const both = [colors[pair.front], colors[pair.ground]] as const;
    const ratio = contrast(...both);
    return ratio < pair.needed ? [{ ...pair, ratio, colors: both }] : [];
  });
}

export interface BrandFault {
  field: 'accent' | 'accentDark';
  problem: string;
}

export function findBrandFaults({ accent, accentDark }: Accents): BrandFault[] {
  const palette = derivePalette({ accent, accentDark });
  const fault = (field: BrandFault['field'], scheme: Scheme, nearest: string | undefined, way: string) => {
    const [worst] = findMisses(palette, scheme).sort((a, b) => a.ratio / a.needed - b.ratio / b.needed);
    if (!worst) return [];
    const answer = nearest ? `; the nearest colour that has it is ${nearest.toUpperCase()}` : '';
    return [
      {
        field,
        problem: `has too little contrast in the ${scheme} scheme, ${floor(worst.ratio)} : 1 where ${worst.needed} : 1 is needed, for ${worst.words} (${worst.colors.join(' on ')})${answer}${way}`,
      },
    ];
  };
  if (accentDark) {
    const light = findNearest(accent, (hex) => isClear({ accent: hex, accentDark }, ['light']));
    const dark = findNearest(accentDark, (hex) => isClear({ accent, accentDark: hex }, ['dark']));
    return [...fault('accent', 'light', light, ''), ...fault('accentDark', 'dark', dark, '')];
  }
  const nearest = findNearest(accent, (hex) => isClear({ accent: hex }, ['light', 'dark']));
  const inLight = fault('accent', 'light', nearest, '');
  if (inLight.length > 0) return inLight;
  const dark = findNearest(accent, (hex) => isClear({ accent, accentDark: hex }, ['dark']));
  const way = dark
    ? `, or give the dark scheme a colour of its own: "accentDark": "${dark.toUpperCase()}"`
    : '';
  return fault('accent', 'dark', nearest, way);
}

const isClear = (accents: Accents, schemes: readonly Scheme[]) => {
  const palette = derivePalette(accents);
  return schemes.every((scheme) => findMisses(palette, scheme).length === 0);
};

// Finds the closest lightness at the same hue and chroma that passes; undefined when none does.
function findNearest(hex: string, isFit: (hex: string) => boolean): string | undefined {
  const from = lightnessOf(hex);
  const at = (l: number) => l >= 0 && l <= 1 && isFit(withLightness(hex, l));
  for (let distance = 0; distance <= 1; distance += STEP) {
    for (const sign of [1, -1]) {
      if (!at(from + sign * distance)) continue;
      let [near, far] = [Math.max(0, distance - STEP), distance];
      for (let round = 0; round < 5; round += 1) {
        const middle = (near + far) / 2;
        if (at(from + sign * middle)) far = middle;
        else near = middle;
      }
      return withLightness(hex, from + sign * far);
    }
  }
  return undefined;
}

// Search step for lightness; the last step is refined by bisection.
const STEP = 0.02;

// Rounds down, so that a failing ratio never shows as passing.
const floor = (ratio: number) => (Math.floor(ratio * 100) / 100).toFixed(2);
