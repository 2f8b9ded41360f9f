import { onFirstUse } from './on-first-use.ts';

export interface AvatarColors {
  background: string;
  text: string;
}

const ink = (background: string): AvatarColors => ({ background, text: 'var(--ink)' });
const paper = (background: string): AvatarColors => ({ background, text: 'var(--paper)' });
const brand: AvatarColors = { background: 'var(--brand)', text: 'var(--on-brand)' };

/** Six palettes of five colours each (docs/product.md OPEN-45). */
export const AVATAR_PALETTES = {
  default: [brand, paper('#4A3AA8'), ink('#F29E7C'), ink('#9CC5FF'), paper('#12693F')],
  warm: [ink('#FFD08A'), ink('#F7A072'), paper('#B03116'), paper('#7A2E3A'), ink('#FFE8C7')],
  cool: [ink('#B9D4FF'), paper('#1A49C4'), ink('#BFE7E8'), paper('#3B2F8F'), ink('#D9D2FF')],
  earth: [ink('#D8C9A3'), paper('#5B4A2E'), ink('#A9B88A'), paper('#7A4B00'), paper('#3D4A2C')],
  ocean: [ink('#8FD6DC'), paper('#0B6470'), ink('#CDEBE4'), paper('#123E66'), ink('#7FB8E6')],
  sunset: [ink('#FFB38A'), paper('#AD2766'), ink('#FFD9A0'), paper('#642BBD'), ink('#F593B4')],
} as const satisfies Record<string, readonly AvatarColors[]>;
export type AvatarPalette = keyof typeof AVATAR_PALETTES;

interface Person {
  name?: string | null | undefined;
  email?: string | null | undefined;
  id?: string | null | undefined;
}

/** Picks the text that decides the colour: name, else email, else id, else 'anonymous-user'. */
export function avatarSeed({ name, email, id }: Person): string {
  return [name, email, id].map((value) => value?.trim()).find(Boolean) ?? 'anonymous-user';
}

/**
 * First two letters of a single word, else the first letters of the first and last word; 'AN' without a name. Counts
 * graphemes, so vowel signs stay with their letter.
 */
export function initials(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return 'AN';
  const last = words.at(-1) ?? first;
  const letters =
    words.length === 1 ? toLetters(first).slice(0, 2) : [toLetters(first)[0], toLetters(last)[0]];
  return letters.join('').toLocaleUpperCase('en');
}

export function avatarColors(seed: string, palette: AvatarPalette = 'default'): AvatarColors {
  const colors: readonly AvatarColors[] = AVATAR_PALETTES[palette];
  return colors[hash(seed) % colors.length] ?? brand;
}

const segmenter = onFirstUse(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));
// Latin text below U+0300, where combining marks begin.
const ONE_CHARACTER_EACH = /^[ -\u02ff]*$/;

// Splits into graphemes. Skips `Intl.Segmenter` for plain Latin, because loading its tables takes 40 ms on a slow
// phone.
function toLetters(word: string): string[] {
  if (ONE_CHARACTER_EACH.test(word) || !('Segmenter' in Intl)) return Array.from(word);
  return Array.from(segmenter().segment(word), ({ segment }) => segment);
}

// FNV-1a over UTF-16 units; stable, because it decides each person's colour.
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value ^ (value >>> 15)) >>> 0;
}
