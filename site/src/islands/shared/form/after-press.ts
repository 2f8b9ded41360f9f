/**
 * Does what leaving a field asks for; where it was left for a button that is being pressed, once that is let go. Words that
 * appear under the field before would move the button from under the pointer, and nothing would be clicked.
 */
export function afterPress(work: () => void): void {
  if (document.querySelector('button:active')) {
    window.addEventListener('mouseup', () => setTimeout(work), { once: true });
  } else {
    work();
  }
}
