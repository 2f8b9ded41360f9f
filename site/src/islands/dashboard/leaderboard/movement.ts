import { countOf, toNumber } from '../../shared/format/text.ts';

export interface Movement {
  direction: 'up' | 'down' | 'same' | 'new';
  sign: string;
  words: string;
}

/** `places` is null for a new learner and undefined when the server omitted it. */
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
