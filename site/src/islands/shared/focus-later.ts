/**
 * Gives the focus to what stays, once what had it is gone and no dialog holds it any more; to the main part of the page
 * where that is gone as well.
 */
export function focusLater(find: () => HTMLElement | null): void {
  setTimeout(() => (find() ?? document.getElementById('main'))?.focus({ preventScroll: true }));
}
