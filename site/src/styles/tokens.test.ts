import { expect, test } from 'bun:test';
import { BRAND_YELLOW } from '#contract/constants.ts';
import { contrast } from './testing/contrast.ts';

const css = await Bun.file(new URL('./tokens.css', import.meta.url)).text();
const constant = readColors(css.slice(css.indexOf(':root {'), css.indexOf(':root,')));
const light = {
  ...constant,
  ...readColors(css.slice(css.indexOf('color-scheme: light'), css.indexOf('@variant'))),
};
const dark = {
  ...light,
  ...readColors(css.slice(css.indexOf('@variant'), css.indexOf("/* One league's"))),
};

const TONES = [
  ...['pioneer', 'luminary', 'pathfinder', 'chief', 'grand', 'admin'],
  ...['pending', 'active', 'suspended', 'inactive', 'info', 'success', 'warning', 'danger'],
  ...['finance', 'quantum', 'ml', 'soft-skills', 'competitive-programming', 'iot', 'exmatrix'],
];
const GROUNDS = ['page', 'surface', 'sunken', 'raised', 'hover'];

/** Text pairs: 4.5 to 1. */
const TEXT: [text: string, ground: string][] = [
  ...['strong', 'body', 'muted', 'faint'].flatMap((text) =>
    GROUNDS.map((ground): [string, string] => [text, ground]),
  ),
  ...TONES.flatMap((tone) =>
    [`${tone}-tint`, 'page', 'surface'].map((ground): [string, string] => [tone, ground]),
  ),
  ...['strong', 'body'].map((text): [string, string] => [text, 'brand-tint']),
  ['brand-text', 'brand-tint'],
  ['brand-text', 'surface'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-strong'],
  ['on-inverse', 'inverse'],
  ['on-danger', 'danger-solid'],
  ['on-danger', 'danger-solid-strong'],
];
/** Edges of controls and what a drawing is told apart by: 3 to 1. */
const EDGES: [edge: string, ground: string][] = [
  ...['line-strong', 'keyline', 'focus-far'].flatMap((edge) =>
    GROUNDS.map((ground): [string, string] => [edge, ground]),
  ),
  ['focus-far', 'focus-near'],
];

for (const [scheme, colors] of Object.entries({ light, dark })) {
  test(`every text colour is readable on its ground, ${scheme}`, () => {
    const faults = TEXT.filter(([text, ground]) => ratio(colors, text, ground) < 4.5);
    expect(
      faults.map(([text, ground]) => `${text} on ${ground} ${ratio(colors, text, ground).toFixed(2)}`),
    ).toEqual([]);
  });

  test(`every edge can be seen, ${scheme}`, () => {
    const faults = EDGES.filter(([edge, ground]) => ratio(colors, edge, ground) < 3);
    expect(
      faults.map(([edge, ground]) => `${edge} on ${ground} ${ratio(colors, edge, ground).toFixed(2)}`),
    ).toEqual([]);
  });
}

test('the dark scheme answers every colour of the light one', () => {
  const own = readColors(css.slice(css.indexOf('@variant'), css.indexOf("/* One league's")));
  const shared = ['ink', 'paper', 'brand'];
  expect(Object.keys(light).filter((name) => !shared.includes(name) && !(name in own))).toEqual([]);
});

test('CONST-17 the brand yellow is the agreed one', () => {
  expect(constant.brand?.toUpperCase()).toBe(BRAND_YELLOW);
});

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
