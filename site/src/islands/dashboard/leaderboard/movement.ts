import { countOf, toNumber } from '../../shared/format/text.ts';

export interface Movement {
  direction: 'up' | 'down' | 'same' | 'new';
  /** For the eyes: '▲ 3', with a thin space. */
  sign: string;
  /** For everybody else, and where there is room: 'up 3 places this week'. */
  words: string;
}

/** Movement since the week began; null for somebody not ranked then, or if the server did not say. */
export function toMovement(places: number | null | undefined): Movement | null {
  if (places === undefined) return null;
  if (places === null) return { direction: 'new', sign: 'new', words: 'new this week' };
  if (places === 0) return { direction: 'same', sign: '–', words: 'the same place this week' };
  const direction = places > 0 ? 'up' : 'down';
  const many = Math.abs(places);
  return {
    direction,
    sign: `${toArrow(places)}\u2009${toNumber(many)}`,
    words: `${direction} ${countOf(many, 'place')} this week`,
  };
}

export function toArrow(places: number): string {
  return places > 0 ? '▲' : '▼';
}
