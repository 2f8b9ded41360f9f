import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { SIDEBAR_BREAKPOINT_PX } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { close, menu } from '#site/icons/actions.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { $route, type Screen } from '../router.ts';
import { SidebarContent } from './SidebarContent.tsx';

/** The sidebar below 1024 px: a drawer behind a menu button. Escape, a click beside it, a link and a wide window close it. */
export function MobileMenu({ screen, user }: { screen: Screen; user: User | null }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const path = useStore($route)?.path;
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another screen closes the drawer
  useEffect(() => drawer.current?.close(), [path]);
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${SIDEBAR_BREAKPOINT_PX}px)`);
    const closeDrawer = () => drawer.current?.close();
    wide.addEventListener('change', closeDrawer);
    return () => wide.removeEventListener('change', closeDrawer);
  }, []);
  const closeWhenDone = ({ target }: MouseEvent) => {
    const isLink = target instanceof Element && target.closest('a') !== null;
    if (isLink || target === drawer.current) drawer.current?.close();
  };
  return (
    <>
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className="-ml-2 grid size-11 place-items-center rounded-md text-strong hover:bg-hover lg:hidden"
        onClick={() => drawer.current?.showModal()}
      >
        <Icon path={menu} size={24} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself */}
      <dialog
        ref={drawer}
        aria-label="Menu"
        onClick={closeWhenDone}
        className="drawer m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-surface text-body backdrop:bg-veil"
      >
        <button
          type="button"
          aria-label="Close menu"
          className="absolute right-3 top-3 grid size-11 place-items-center rounded-md text-strong hover:bg-hover"
          onClick={() => drawer.current?.close()}
        >
          <Icon path={close} />
        </button>
        <SidebarContent screen={screen} user={user} />
      </dialog>
    </>
  );
}
