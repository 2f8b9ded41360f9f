import type { Role } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { RoleBadge } from '../../ui/Badge.tsx';
import type { AdminArea } from '../areas/areas.ts';
import { CommandPaletteButton } from '../command-palette/CommandPaletteButton.tsx';
import { MobileSidebar } from './MobileSidebar.tsx';

interface Props {
  user: User;
  role: Role;
  current: AdminArea | null;
}

export function AdminHeader({ user, role, current }: Props) {
  return (
    <header className="@container sticky top-0 z-30 border-b border-line bg-page" data-print="hide">
      <div className="flex h-(--nav-height) items-center gap-3 px-4 md:px-8">
        <MobileSidebar role={role} current={current} />
        <p className="font-display text-lg font-bold text-strong max-[20rem]:sr-only">Admin</p>
        <div className="ms-auto flex min-w-0 items-center gap-2 sm:gap-3 md:gap-5">
          <CommandPaletteButton role={role} />
          <span className="hidden min-w-0 text-end leading-tight md:block">
            <span className="block max-w-56 truncate text-sm font-semibold text-strong">{user.name}</span>
            <span className="block max-w-56 truncate text-xs text-muted">{user.email}</span>
          </span>
          <span className="min-w-0 truncate @max-[20rem]:sr-only">
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
