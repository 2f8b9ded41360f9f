import { toNumber } from '#site/islands/shared/format/text.ts';
import { toArrow, toMovement } from './movement.ts';

interface Props {
  /** Places gained or lost since the week began. */
  movement: number | null | undefined;
  /** Places gained or lost a moment ago. */
  move: number;
}

/**
 * How far somebody came this week. When it changes under the reader's eyes it lights up for a moment; where the week is
 * not known the last move alone shows and fades. Its line is there either way, so that nothing else moves.
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
