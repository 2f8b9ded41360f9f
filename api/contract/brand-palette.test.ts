import { describe, expect, test } from 'bun:test';
import { findBrandFaults, findMisses } from './brand-contrast.ts';
import { contrast, derivePalette } from './brand-palette.ts';

const OWN = derivePalette({ accent: '#FFDE59' });

/** Colours of every hue, pale and strong, light and dark, and grey. */
const ACCENTS = [
  '#0B3D91',
  '#C2185B',
  '#1B8A5A',
  '#7C4DFF',
  '#777777',
  '#000000',
  '#FFFFFF',
  '#FF0000',
  '#00FFCC',
  '#8C1515',
];

describe('the palette of a brand', () => {
  test('CONST-17 the accent it was chosen around gives back the colours that were chosen', () => {
    expect(OWN).toMatchObject({
      ink: '#14130f',
      paper: '#fffdf5',
      light: {
        brand: '#ffde59',
        'brand-strong': '#ffd01f',
        'brand-tint': '#fff4c7',
        'brand-text': '#665000',
        body: '#2c2a23',
      },
      dark: {
        brand: '#ffde59',
        'brand-strong': '#ffe98c',
        'brand-text': '#ffde59',
        page: '#14130f',
        line: '#37342a',
      },
    });
  });

  test('another accent turns the hue of every grey and leaves its contrasts as they are', () => {
    for (const accent of ACCENTS) {
      const palette = derivePalette({ accent });
      for (const scheme of ['light', 'dark'] as const) {
        for (const front of ['strong', 'body', 'muted', 'faint', 'line-strong'] as const) {
          const [mine, theirs] = [OWN, palette].map((one) =>
            contrast(one[scheme][front], one[scheme].sunken),
          );
          expect(Math.abs((mine ?? 0) - (theirs ?? 0)), `${accent} ${scheme} ${front}`).toBeLessThan(0.25);
        }
      }
      expect(palette.light.sunken).not.toBe(OWN.light.sunken);
    }
  });

  test('letters on the accent are ink or paper, whichever is easier to read', () => {
    expect(derivePalette({ accent: '#0B3D91' }).light['on-brand']).toBe(
      derivePalette({ accent: '#0B3D91' }).paper,
    );
    expect(OWN.light['on-brand']).toBe(OWN.ink);
  });

  test('a grey accent has greys without any colour', () => {
    expect(derivePalette({ accent: '#999999' }).light.sunken).toMatch(/^#(..)\1\1$/);
  });
});

describe('an accent without enough contrast', () => {
  test('the accent as it stands has enough', () => {
    expect(findBrandFaults({ accent: '#FFDE59' })).toEqual([]);
  });

  test('is refused with the pair, the ratio and the nearest colour that has it', () => {
    expect(findBrandFaults({ accent: '#1B8A5A' })).toEqual([
      {
        field: 'accent',
        problem: expect.stringMatching(
          /^has too little contrast in the light scheme, 4\.2\d : 1 where 4\.5 : 1 is needed, for letters on a button \(#\w{6} on #1b8a5a\); the nearest colour that has it is #[0-9A-F]{6}$/,
        ),
      },
    ]);
    const [inDark] = findBrandFaults({ accent: '#0B3D91' });
    expect(inDark?.problem).toMatch(/in the dark scheme, 1\.\d\d : 1 .* "accentDark": "#[0-9A-F]{6}"$/);
  });

  test('the colour that is offered is taken, is the nearest, and keeps its hue', () => {
    for (const accent of ACCENTS) {
      const [fault] = findBrandFaults({ accent });
      if (!fault) continue;
      const nearest = /nearest colour that has it is (#\w{6})/.exec(fault.problem)?.[1] ?? '';
      expect(findBrandFaults({ accent: nearest }), `${accent} → ${nearest}`).toEqual([]);
      const own = /"accentDark": "(#\w{6})"/.exec(fault.problem)?.[1];
      if (own) expect(findBrandFaults({ accent, accentDark: own }), `${accent} and ${own}`).toEqual([]);
    }
  });

  test('with a colour for each scheme, the one that lacks contrast is named', () => {
    expect(findBrandFaults({ accent: '#0B3D91', accentDark: '#8FB4FF' })).toEqual([]);
    expect(findBrandFaults({ accent: '#777777', accentDark: '#0B3D91' }).map(({ field }) => field)).toEqual([
      'accent',
      'accentDark',
    ]);
  });

  test('what is not refused has every pair in both schemes', () => {
    for (const accent of ACCENTS) {
      const misses = (['light', 'dark'] as const).flatMap((scheme) =>
        findMisses(derivePalette({ accent }), scheme),
      );
      expect(misses.length === 0, accent).toBe(findBrandFaults({ accent }).length === 0);
    }
  });
});
