/** How far somebody moved a moment ago; it fades by itself. Said to nobody here: the status line speaks for the reader's own row. */
export function MoveMark({ move }: { move: number }) {
  if (move === 0) return null;
  return (
    <span key={move} className="move-mark" data-direction={move > 0 ? 'up' : 'down'} aria-hidden="true">
      {move > 0 ? '▲' : '▼'} {Math.abs(move).toLocaleString('en-US')}
    </span>
  );
}
