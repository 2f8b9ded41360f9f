/** Moves the focus when its element is gone: to the heading of the open dialog, else into the page, not to its top. */
export function focusNearby(): void {
  const open = [...document.querySelectorAll('dialog[open]')].at(-1);
  const next = open ? open.querySelector<HTMLElement>('h2') : document.getElementById('main');
  next?.focus({ preventScroll: true });
}

/**
 * Remembers a control's place in a table. Once it is gone or disabled, the result finds its row or the next one; the
 * last control of a row does least, and the same control of the next row continues the work.
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

/**
 * Focuses what `find` returns once the focused element is gone and no dialog holds the focus, else the main part. A
 * field is scrolled into view; anything else stays where the reader has it.
 */
export function focusLater(find: () => HTMLElement | null): void {
  setTimeout(() => {
    const next = find() ?? document.getElementById('main');
    next?.focus({ preventScroll: true });
    if (next?.matches('input, textarea')) next.scrollIntoView({ block: 'nearest' });
  });
}
