import { toNumber } from '#site/islands/shared/format/text.ts';
import { toArrow, toMovement } from './movement.ts';

interface Props {
  /** Places gained or lost since the week began. */
  movement: number | null | undefined;
  /** Places gained or lost a moment ago. */
  move: number;
}

/**
 * Places moved this week, highlighted when it changes; without a known week only the last move. Its line is always
 * there, so that nothing shifts.
 */
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
  // Said to nobody: the status line speaks for the reader's own row.
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
