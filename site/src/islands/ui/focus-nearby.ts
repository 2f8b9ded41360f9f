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
  const row = control?.closest('tbody > tr');
  const body = row?.parentElement;
  if (!control || !row || !body) return () => null;
  const rowAt = [...body.children].indexOf(row);
  const controlAt = controlsOf(row).indexOf(control as HTMLElement);
  return () => {
    if (row.isConnected) return controlsOf(row).at(-1) ?? null;
    if (!body.isConnected) return null;
    const next = body.children[Math.min(rowAt, body.children.length - 1)];
    const controls = next ? controlsOf(next) : [];
    return controls[controlAt] ?? controls.at(-1) ?? null;
  };
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('button:enabled, a[href], input:enabled')];
}

/** Focuses the result of `find`, else <main>, once dialogs have closed. Scrolls only to text fields. */
export function focusLater(find: () => HTMLElement | null): void {
  setTimeout(() => {
    const next = find() ?? document.getElementById('main');
    next?.focus({ preventScroll: true });
    if (next?.matches('input, textarea')) next.scrollIntoView({ block: 'nearest' });
  });
}
