import { expect, test } from 'bun:test';
import { contrast, derivePalette } from '#contract/brand-palette.ts';

const css = await Bun.file(new URL('./tokens.css', import.meta.url)).text();
const tokens = readTokens();

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
    const faults = ACCENTS.flatMap((accent) => {
      const colors: Record<string, string> = { ...tokens[scheme], ...derivePalette({ accent })[scheme] };
      return TEXT.filter(([text, ground]) => ratio(colors, text, ground) < 4.5).map(
        ([text, ground]) => `${accent}: ${text} on ${ground} ${ratio(colors, text, ground).toFixed(2)}`,
      );
    });
    expect(faults).toEqual([]);
  });
}

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

function readTokens(): Record<'light' | 'dark', Record<string, string>> {
  const found = { light: {} as Record<string, string>, dark: {} as Record<string, string> };
  for (const [, name = '', light = '', dark = light] of css.matchAll(
    /--(?:color-)?([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6}))?\)?;/g,
  )) {
    found.light[name] = light;
    found.dark[name] = dark;
  }
  return found;
}
