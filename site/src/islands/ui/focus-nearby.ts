/**
 * Leads the reader on when what had the focus is gone: to the heading of the dialog that is open, else into the page,
 * not to its top. A page behind an open dialog takes no focus.
 */
export function focusNearby(): void {
  const open = [...document.querySelectorAll('dialog[open]')].at(-1);
  const next = open ? open.querySelector<HTMLElement>('h2') : document.getElementById('main');
  next?.focus({ preventScroll: true });
}
