import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { SIDEBAR_BREAKPOINT_PX } from '#contract/constants.ts';
import type { Role } from '#contract/roles.ts';
import { close, menu } from '#site/icons/actions.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useClickBeside } from '../../ui/click-beside.ts';
import { Icon } from '../../ui/Icon.tsx';
import { openModal } from '../../ui/open-modals.ts';
import type { AdminArea } from '../areas/areas.ts';
import { $router } from '../areas/router.ts';
import { SidebarContent } from './SidebarContent.tsx';

interface Props {
  role: Role;
  current: AdminArea | null;
}

export function MobileSidebar({ role, current }: Props) {
  const drawer = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const path = useStore($router)?.path;
  useClickBeside(drawer, () => drawer.current?.close());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path closes the drawer
  useEffect(() => drawer.current?.close(), [path]);
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${SIDEBAR_BREAKPOINT_PX}px)`);
    const shut = () => drawer.current?.close();
    wide.addEventListener('change', shut);
    return () => wide.removeEventListener('change', shut);
  }, []);
  const open = () => {
    setIsOpen(true);
    if (drawer.current) openModal(drawer.current);
  };
  return (
    <>
      <IconButton label="Open menu" aria-haspopup="dialog" className="-ms-2 lg:hidden" onClick={open}>
        <Icon path={menu} size={24} />
      </IconButton>
      <dialog
        ref={drawer}
        aria-label="Menu"
        onClose={() => setIsOpen(false)}
        className="enter m-0 h-dvh open:grid open:grid-rows-[minmax(0,1fr)_auto] max-h-none w-72 max-w-[85vw] border-e border-line bg-surface text-body backdrop:bg-veil"
      >
        <IconButton
          label="Close menu"
          className="absolute end-3 top-1.5 bg-surface"
          onClick={() => drawer.current?.close()}
        >
          <Icon path={close} />
        </IconButton>
        {isOpen ? <SidebarContent role={role} current={current} /> : null}
        <div data-toasts />
      </dialog>
    </>
  );
}
