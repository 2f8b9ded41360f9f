import { useStore } from '@nanostores/react';
import type { Role } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { close as closeIcon, menu } from '#site/icons/actions.ts';
import { useDrawer } from '#site/islands/shared/drawer.ts';
import { Bell } from '#site/islands/shared/news/Bell.tsx';
import { IconButton } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { RoleBadge } from '../../ui/Badge.tsx';
import { type AdminScreen, NEWS_AREA } from '../areas/areas.ts';
import { $router } from '../areas/router.ts';
import { CommandPaletteButton } from '../command-palette/CommandPaletteButton.tsx';
import { SidebarContent } from './SidebarContent.tsx';

interface Props {
  user: User;
  role: Role;
  current: AdminScreen | null;
}

export function AdminHeader({ user, role, current }: Props) {
  return (
    <header className="@container sticky top-0 z-30 border-b border-line bg-page" data-print="hide">
      <div className="flex h-(--nav-height) items-center gap-3 px-4 md:px-8">
        <MobileSidebar role={role} current={current} />
        <p className="font-display text-lg font-bold text-strong max-[20rem]:sr-only">Admin</p>
        <div className="ms-auto flex min-w-0 items-center gap-2 sm:gap-3 md:gap-5">
          <CommandPaletteButton role={role} />
          <Bell href={NEWS_AREA.path} unread={user.unreadNews} />
          <span className="hidden min-w-0 text-end leading-tight md:block">
            <span className="block max-w-56 truncate text-sm font-semibold text-strong">{user.name}</span>
            <span className="block max-w-56 truncate text-xs text-muted">{user.email}</span>
          </span>
          <span className="min-w-0 truncate @max-[24rem]:sr-only">
            <RoleBadge role={role} />
          </span>
          <span className="max-sm:hidden">
            <Avatar name={user.name} email={user.email} id={user.id} size={36} />
          </span>
        </div>
      </div>
    </header>
  );
}

function MobileSidebar({ role, current }: { role: Role; current: AdminScreen | null }) {
  const { ref, isOpen, open, close, onClose } = useDrawer(useStore($router)?.path);
  return (
    <>
      <IconButton label="Open menu" aria-haspopup="dialog" className="-ms-2 lg:hidden" onClick={open}>
        <Icon path={menu} size={24} />
      </IconButton>
      <dialog
        ref={ref}
        aria-label="Menu"
        onClose={onClose}
        className="enter m-0 h-dvh open:grid open:grid-rows-[minmax(0,1fr)_auto] max-h-none w-72 max-w-[85vw] border-e border-line bg-surface text-body backdrop:bg-veil"
      >
        <IconButton label="Close menu" className="absolute end-3 top-1.5 bg-surface" onClick={close}>
          <Icon path={closeIcon} />
        </IconButton>
        {isOpen ? <SidebarContent role={role} current={current} /> : null}
        <div data-toasts />
      </dialog>
    </>
  );
}
