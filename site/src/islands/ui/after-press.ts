const CHECK_MS = 50;

/**
 * Runs `work` after a press: a control that moves under it loses its click. Waits for a second at most, because a browser
 * may call an element active for good.
 */
export function afterPress(work: () => void, checks = 20): void {
  if (checks > 0 && globalThis.document?.querySelector?.(':active')) {
    setTimeout(afterPress, CHECK_MS, work, checks - 1);
  } else work();
}
