import { name as productName } from '#content/site.json';
import type { User } from '#contract/users.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import type { Screen } from '../routing/router.ts';
import { listQuickActions, type NavEntry, RECORD_ENTRIES, SCREEN_ENTRIES } from './navigation.ts';

const ITEM = 'flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold transition-colors lg:min-h-10';
// Not for the current screen, where hover colours would hide its text.
const OTHER = 'text-body hover:bg-hover';

const NAVIGATION = [
  { label: 'Learning area', entries: SCREEN_ENTRIES, className: '' },
  { label: 'Your record', entries: RECORD_ENTRIES, className: '-mt-4 border-t border-line pt-4' },
];

interface Props {
  screen: Screen;
  user: User;
  withAccount?: boolean;
}

export function SidebarContent({ screen, user, withAccount = false }: Props) {
  return (
    <div className="flex h-full flex-col gap-8 overflow-y-auto p-4">
      <a
        href="/"
        className="-mt-1 -mb-2 flex min-h-11 items-center self-start px-3 font-display text-lg font-bold tracking-tight text-strong"
      >
        <span className="marker">{productName}</span>
      </a>
      {withAccount ? (
        <p className="-my-4 px-3 text-sm">
          <span className="block font-semibold text-strong [overflow-wrap:anywhere]">{user.name}</span>
          <span className="block text-muted">
            <EmailText email={user.email} />
          </span>
        </p>
      ) : null}
      {NAVIGATION.map(({ label, entries, className }) => (
        <nav key={label} aria-label={label} className={className}>
          <ul className="grid gap-1">
            {entries.map((entry) => (
              <li key={entry.href}>
                <ScreenLink entry={entry} isCurrent={entry.screens.includes(screen)} />
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <nav aria-label="Quick actions" className="mt-auto border-t border-line pt-4">
        <p className="px-3 pb-2 text-xs font-semibold text-muted">Quick actions</p>
        <ul className="grid gap-1">
          {listQuickActions(user.role).map((entry) => (
            <li key={entry.href}>
              <a href={entry.href} target="_self" className={`${ITEM} ${OTHER}`}>
                <Icon path={entry.icon} />
                {entry.label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function ScreenLink({ entry, isCurrent }: { entry: NavEntry; isCurrent: boolean }) {
  return (
    <a
      href={entry.href}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${ITEM} ${isCurrent ? 'bg-brand text-on-brand hover:bg-brand-strong' : OTHER}`}
    >
      <Icon path={entry.icon} />
      {entry.label}
    </a>
  );
}
