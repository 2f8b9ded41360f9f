import { type RefObject, useEffect, useRef } from 'react';

/**
 * Calls back for a click that starts and ends outside an open dialog. Listens on the document, because Chromium targets
 * the root element while the page has a scrollbar gutter.
 */
export function useClickBeside(dialog: RefObject<HTMLDialogElement | null>, onClickBeside: () => void): void {
  const callback = useRef(onClickBeside);
  useEffect(() => {
    callback.current = onClickBeside;
  });
  useEffect(() => {
    let beganBeside = false;
    const isBeside = ({ target }: Event) => {
      const isTop = [...document.querySelectorAll('dialog[open]')].at(-1) === dialog.current;
      return isTop && (target === dialog.current || target === document.documentElement);
    };
    const begin = (event: Event) => {
      beganBeside = isBeside(event);
    };
    const end = (event: Event) => {
      if (beganBeside && isBeside(event)) callback.current();
      beganBeside = false;
    };
    document.addEventListener('pointerdown', begin);
    document.addEventListener('click', end);
    return () => {
      document.removeEventListener('pointerdown', begin);
      document.removeEventListener('click', end);
    };
  }, [dialog]);
}
