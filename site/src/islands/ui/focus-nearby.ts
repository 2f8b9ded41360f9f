import { useEffect, useRef } from 'react';

/**
 * Leads the reader on when what had the focus is gone: to the heading of the dialog that is open, else into the page,
 * not to its top. A page behind an open dialog takes no focus.
 */
export function focusNearby(): void {
  const open = [...document.querySelectorAll('dialog[open]')].at(-1);
  const next = open ? open.querySelector<HTMLElement>('h2') : document.getElementById('main');
  next?.focus({ preventScroll: true });
}

/** For what goes when its own button has worked, as a failure that is tried again: to be called on the press. */
export function useFocusAfterwards(): () => void {
  const wasPressed = useRef(false);
  useEffect(
    () => () => {
      if (wasPressed.current && document.activeElement === document.body) focusNearby();
    },
    [],
  );
  return () => {
    wasPressed.current = true;
  };
}
