import { countOf, toNumber } from '#site/islands/shared/format/text.ts';

interface Props {
  /** Places gained or lost since the week began. */
  movement: number | null | undefined;
  /** Places gained or lost in the last update. */
  move: number;
}

/** Falls back to the last move if the week is unknown. Always takes a line, so that nothing shifts. */
export function MoveMark({ movement, move }: Props) {
  const week = toMovement(movement);
  if (week) {
    return (
      <span
        key={move}
        className="move-mark"
        data-direction={week.direction}
        data-moved={move !== 0 || undefined}
      >
        <span aria-hidden="true">{week.sign}</span>
        <span className="sr-only">, {week.words}</span>
      </span>
    );
  }
  // Hidden from screen readers: the status line announces the reader's own row.
  return (
    <span
      key={move}
      className="move-mark"
      data-direction={move > 0 ? 'up' : undefined}
      data-fades
      aria-hidden="true"
    >
      {move === 0 ? null : `${toArrow(move)} ${toNumber(Math.abs(move))}`}
    </span>
  );
}

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

function toArrow(places: number): string {
  return places > 0 ? '▲' : '▼';
}
