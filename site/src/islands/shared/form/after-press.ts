/**
 * Runs the work of leaving a field; while a button is pressed, after its release. Words that appear earlier would move
 * the button from under the pointer.
 */
export function afterPress(work: () => void): void {
  if (document.querySelector('button:active')) {
    window.addEventListener('mouseup', () => setTimeout(work), { once: true });
  } else {
    work();
  }
}
