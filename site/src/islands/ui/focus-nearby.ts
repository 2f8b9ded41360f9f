/**
 * Leads the reader on when what had the focus is gone: to the heading of the dialog that is open, else into the page,
 * not to its top. A page behind an open dialog takes no focus.
 */
export function focusNearby(): void {
  const open = [...document.querySelectorAll('dialog[open]')].at(-1);
  const next = open ? open.querySelector<HTMLElement>('h2') : document.getElementById('main');
  next?.focus({ preventScroll: true });
}

/**
 * Remembers where in a table a control stands. Once it is gone or disabled, what is given back leads to its row, or to the
 * row that took its place; null where there is none. A row that stays offers something else now: its last control is the
 * one that does least. Where it is gone, the same control of the next row goes on with the work.
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
 * Gives the focus to what stays, once what had it is gone and no dialog holds it any more; to the main part of the page
 * where that is gone as well. A field is shown whole, for one types in it next; anything else stays where the reader has
 * it.
 */
export function focusLater(find: () => HTMLElement | null): void {
  setTimeout(() => {
    const next = find() ?? document.getElementById('main');
    next?.focus({ preventScroll: true });
    if (next?.matches('input, textarea')) next.scrollIntoView({ block: 'nearest' });
  });
}
