import { expect, test } from 'bun:test';
import { contrast, derivePalette } from '#contract/brand-palette.ts';

const css = await Bun.file(new URL('./tokens.css', import.meta.url)).text();
const lightTokens = readColors(css.slice(css.indexOf('color-scheme: light'), css.indexOf('@variant')));
const darkTokens = readColors(css.slice(css.indexOf('@variant'), css.indexOf("/* One league's")));

const TONES = [
  ...['pioneer', 'luminary', 'pathfinder', 'chief', 'grand', 'admin'],
  ...['pending', 'active', 'suspended', 'inactive', 'info', 'success', 'warning', 'danger'],
  ...['finance', 'quantum', 'ml', 'soft-skills', 'competitive-programming', 'iot', 'exmatrix'],
];

/** Text pairs: 4.5 to 1. Those of the brand alone stand in api/contract/brand-contrast.ts. */
const TEXT: [text: string, ground: string][] = [
  ...TONES.flatMap((tone) =>
    [`${tone}-tint`, 'page', 'surface'].map((ground): [string, string] => [tone, ground]),
  ),
  ['on-danger', 'danger-solid'],
  ['on-danger', 'danger-solid-strong'],
];

/** Every hue there is, beside the accent of the content as it stands. */
const ACCENTS = ['#FFDE59', ...Array.from({ length: 12 }, (_, index) => hue(index * 30))];

for (const scheme of ['light', 'dark'] as const) {
  test(`every text colour is readable on its ground, whatever the accent, ${scheme}`, () => {
    const tokens = scheme === 'light' ? lightTokens : { ...lightTokens, ...darkTokens };
    const faults = ACCENTS.flatMap((accent) => {
      const colors: Record<string, string> = { ...tokens, ...derivePalette({ accent })[scheme] };
      return TEXT.filter(([text, ground]) => ratio(colors, text, ground) < 4.5).map(
        ([text, ground]) => `${accent}: ${text} on ${ground} ${ratio(colors, text, ground).toFixed(2)}`,
      );
    });
    expect(faults).toEqual([]);
  });
}

test('the dark scheme answers every colour of the light one', () => {
  expect(Object.keys(lightTokens).filter((name) => !(name in darkTokens))).toEqual([]);
});

/** A strong colour of this hue. */
function hue(degrees: number): string {
  return `#${[0, 8, 4]
    .map((n) => {
      const k = (n + degrees / 30) % 12;
      const part = 0.6 - 0.4 * Math.max(-1, Math.min(k - 3, 9 - k, 1));
      return Math.round(part * 255)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;
}

function ratio(colors: Record<string, string>, one: string, other: string): number {
  const [first, second] = [colors[one], colors[other]];
  if (!first || !second) throw new Error(`No such colour: ${first ? other : one}`);
  return contrast(first, second);
}

function readColors(block: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6})(?:[0-9a-f]{2})?;/g), ([, name, hex]) => [
      name,
      hex,
    ]),
  );
}
