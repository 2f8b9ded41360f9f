/**
 * Runs `work` after the release of a pressed button: an error that appears earlier would move the button away from the
 * pointer.
 */
export function afterPress(work: () => void): void {
  if (document.querySelector('button:active')) {
    window.addEventListener('mouseup', () => setTimeout(work), { once: true });
  } else {
    work();
  }
}
