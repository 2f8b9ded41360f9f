import { countOf, toNumber } from '#site/islands/shared/format/text.ts';

interface Props {
  /** Places gained or lost since the week began. */
  movement: number | null | undefined;
  /** Places gained or lost in the last update. */
  move: number;
}

// A line of its own, so that changes do not shift the row.
const MARK =
  'min-h-4.5 rounded-sm px-1 text-[0.75rem] leading-4.5 font-semibold whitespace-nowrap md:justify-self-start';

/** Falls back to the last move if the week is unknown. Always takes a line, so that nothing shifts. */
export function MoveMark({ movement, move }: Props) {
  const week = toMovement(movement);
  if (week) {
    return (
      <span
        key={move}
        className={`${MARK} ${week.direction === 'up' ? 'text-success' : 'text-muted'} ${move === 0 ? '' : 'animate-[move-mark-lit_3s_ease-out]'}`}
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
      className={`${MARK} ${move > 0 ? 'text-success' : 'text-muted'} animate-[move-mark_8s_ease-in_both]`}
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
