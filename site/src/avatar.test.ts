import { expect, spyOn, test } from 'bun:test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { contrast } from '#contract/brand-palette.ts';
import { AVATAR_PALETTES, type AvatarPalette, avatarColors, initials } from './avatar.ts';
import { palette } from './brand/brand.ts';
import { Avatar } from './islands/ui/Avatar.tsx';

test('AVATAR-01 initials are two letters of one word or the first of the first and last word', () => {
  expect(initials('Asha')).toBe('AS');
  expect(initials('asha devi kaur')).toBe('AK');
  expect(initials('  Asha   Kaur ')).toBe('AK');
  expect(initials('X')).toBe('X');
  expect(initials('नमन शर्मा')).toBe('नश');
  expect(initials('गुरप्रीत')).toBe(
    Array.from(new Intl.Segmenter('en').segment('गुरप्रीत'), (s) => s.segment)
      .slice(0, 2)
      .join(''),
  );
  expect(initials('😀lee')).toBe('😀L');
});

test('the browser divides into letters only what is not one character each', () => {
  const divide = spyOn(Intl.Segmenter.prototype, 'segment');
  try {
    expect(initials('Émile Łukasz')).toBe('ÉŁ');
    expect(divide).not.toHaveBeenCalled();
    // An accent of its own belongs to the letter before it.
    expect(initials('E\u0301mile')).toBe('E\u0301M');
    expect(divide).toHaveBeenCalled();
  } finally {
    divide.mockRestore();
  }
});

test('AVATAR-02 no name gives AN', () => {
  expect([initials(null), initials(undefined), initials(''), initials('   ')]).toEqual([
    'AN',
    'AN',
    'AN',
    'AN',
  ]);
});

test('AVATAR-04 CONST-16 avatars are 64 pixels, or 48', () => {
  const drawn = (props: { size?: number }) =>
    renderToStaticMarkup(createElement(Avatar, { name: 'Asha', ...props }));
  expect(drawn({})).toContain('width="64" height="64"');
  expect(drawn({ size: 48 })).toContain('width="48" height="48"');
});

test('AVATAR-05 the colour is one of five, the same for the same name', () => {
  expect(avatarColors('Asha')).toEqual(avatarColors('Asha'));
  const counts = new Map<string, number>();
  for (let index = 0; index < 1000; index += 1) {
    const { background } = avatarColors(`Learner ${index}`);
    counts.set(background, (counts.get(background) ?? 0) + 1);
  }
  expect(counts.size).toBe(5);
  expect(Math.min(...counts.values())).toBeGreaterThan(120);
});

test('AVATAR-06 six named palettes of five colours, each readable', () => {
  const names = Object.keys(AVATAR_PALETTES) as AvatarPalette[];
  expect(names).toEqual(['default', 'warm', 'cool', 'earth', 'ocean', 'sunset']);
  for (const name of names) {
    expect(AVATAR_PALETTES[name]).toHaveLength(5);
    for (const { background, text } of AVATAR_PALETTES[name]) {
      expect(contrast(inLight(background), inLight(text))).toBeGreaterThanOrEqual(4.5);
    }
  }
  expect(AVATAR_PALETTES.ocean.map(({ background }) => background)).toContain(
    avatarColors('Asha', 'ocean').background,
  );
});

/** A colour of the brand as it is in the light scheme, any other as it is. */
function inLight(color: string): string {
  const role = /^var\(--(.+)\)$/.exec(color)?.[1];
  return role
    ? (({ ...palette.light, ink: palette.ink, paper: palette.paper } as Record<string, string>)[role] ?? '')
    : color;
}
