/** Call when the focused element disappeared. */
export function focusNearby(): void {
  const open = [...document.querySelectorAll('dialog[open]')].at(-1);
  const next = open ? open.querySelector<HTMLElement>('h2') : document.getElementById('main');
  next?.focus({ preventScroll: true });
}

/**
 * Returns a function that finds the control's row, or the next one, after the control is gone, and picks the control to
 * focus there.
 */
export function rememberRow(control: Element | null): () => HTMLElement | null {
  const cell = control?.closest('tbody > tr > *');
  const row = cell?.parentElement;
  const body = row?.parentElement;
  if (!cell || !row || !body) return () => null;
  const rowAt = [...body.children].indexOf(row);
  // A name may be a link in one row and a text in the next, so controls are counted in their cell.
  const cellAt = [...row.children].indexOf(cell);
  const controlAt = controlsOf(cell).indexOf(control as HTMLElement);
  return () => {
    if (row.isConnected) return controlsOf(row).at(-1) ?? null;
    if (!body.isConnected) return null;
    const next = body.children[Math.min(rowAt, body.children.length - 1)];
    if (!next) return null;
    const sameCell = next.children[cellAt];
    return (sameCell && controlsOf(sameCell)[controlAt]) ?? controlsOf(next).at(-1) ?? null;
  };
}

function controlsOf(part: Element): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>('button:enabled, a[href], input:enabled')];
}

/** Focuses the result of `find`, else <main>, once dialogs have closed. Scrolls only to text fields. */
export function focusLater(find: () => HTMLElement | null): void {
  setTimeout(() => {
    const next = find() ?? document.getElementById('main');
    next?.focus({ preventScroll: true });
    if (next?.matches('input, textarea')) next.scrollIntoView({ block: 'nearest' });
  });
}
