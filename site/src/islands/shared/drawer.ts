import { type RefObject, useEffect, useRef, useState } from 'react';
import { SIDEBAR_BREAKPOINT_PX } from '#contract/constants.ts';
import { useClickBeside } from '../ui/click-beside.ts';
import { openModal } from '../ui/open-modals.ts';

interface Drawer {
  ref: RefObject<HTMLDialogElement | null>;
  isOpen: boolean;
  open: () => void;
  close: () => void;
  onClose: () => void;
}

/** The sidebar as a dialog, below the breakpoint. Another `path` closes it. */
export function useDrawer(path: string | undefined): Drawer {
  const ref = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [close] = useState(() => () => ref.current?.close());
  useClickBeside(ref, close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path closes the drawer
  useEffect(close, [path]);
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${SIDEBAR_BREAKPOINT_PX}px)`);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, [close]);
  const open = () => {
    setIsOpen(true);
    if (ref.current) openModal(ref.current);
  };
  return { ref, isOpen, open, close, onClose: () => setIsOpen(false) };
}
