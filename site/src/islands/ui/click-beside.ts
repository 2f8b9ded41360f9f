import { type RefObject, useEffect, useRef } from 'react';

/**
 * Calls back for a click beside an open modal dialog, one that also began there: letting go of a selection outside is
 * no wish to close. Heard on the document, because Chromium sends such a click to the root element, and not to the
 * dialog, while the page keeps a gutter for its scrollbar.
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
