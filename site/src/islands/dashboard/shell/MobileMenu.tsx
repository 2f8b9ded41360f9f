import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { SIDEBAR_BREAKPOINT_PX } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { close, menu } from '#site/icons/actions.ts';
import { useClickBeside } from '#site/islands/ui/click-beside.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { openModal } from '#site/islands/ui/open-modals.ts';
import { $route, type Screen } from '../routing/router.ts';
import { SidebarContent } from './SidebarContent.tsx';

/** The sidebar below 1024 px, as a drawer. */
export function MobileMenu({ screen, user }: { screen: Screen; user: User }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const path = useStore($route)?.path;
  useClickBeside(drawer, () => drawer.current?.close());
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another screen closes the drawer
  useEffect(() => drawer.current?.close(), [path]);
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${SIDEBAR_BREAKPOINT_PX}px)`);
    const closeDrawer = () => drawer.current?.close();
    wide.addEventListener('change', closeDrawer);
    return () => wide.removeEventListener('change', closeDrawer);
  }, []);
  const open = () => {
    setIsOpen(true);
    if (drawer.current) openModal(drawer.current);
  };
  const closeOnLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) drawer.current?.close();
  };
  return (
    <>
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className="-ml-2 grid size-11 place-items-center rounded-md text-strong hover:bg-hover lg:hidden"
        onClick={open}
      >
        <Icon path={menu} size={24} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link is pressed with Enter, which clicks */}
      <dialog
        ref={drawer}
        aria-label="Menu"
        onClick={closeOnLink}
        onClose={() => setIsOpen(false)}
        className="drawer m-0 h-dvh open:grid open:grid-rows-[minmax(0,1fr)_auto] max-h-none w-72 max-w-[85vw] bg-surface text-body backdrop:bg-veil"
      >
        <button
          type="button"
          aria-label="Close menu"
          className="absolute right-3 top-3 grid size-11 place-items-center rounded-md text-strong hover:bg-hover"
          onClick={() => drawer.current?.close()}
        >
          <Icon path={close} />
        </button>
        {isOpen ? <SidebarContent screen={screen} user={user} withAccount /> : null}
        <div data-toasts />
      </dialog>
    </>
  );
}
