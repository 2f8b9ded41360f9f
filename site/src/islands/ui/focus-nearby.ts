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
 * Gives the focus to what stays, once what had it is gone and no dialog holds it any more; to the main part of the page
 * where that is gone as well.
 */
export function focusLater(find: () => HTMLElement | null): void {
  setTimeout(() => (find() ?? document.getElementById('main'))?.focus({ preventScroll: true }));
}
