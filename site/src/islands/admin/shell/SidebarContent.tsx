import { useStore } from '@nanostores/react';
import { name as productName } from '#content/site.json';
import type { Role } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { mail, signOut, upload } from '#site/icons/actions.ts';
import {
  book,
  calendar,
  certificate,
  chart,
  file,
  leagues,
  medal,
  note,
  overview,
  trophy,
} from '#site/icons/learning.ts';
import { cohort, home, layers, list, megaphone, shield, ticket, user, users } from '#site/icons/people.ts';
import { $session } from '../../shared/session/session.ts';
import { Icon } from '../../ui/Icon.tsx';
import { $access } from '../access/access.ts';
import {
  type AdminArea,
  type AdminScreen,
  leagueListArea,
  leaguePath,
  listSidebarAreas,
  listSidebarTools,
  rulesOf,
} from '../areas/areas.ts';
import './sidebar.css';

const ITEM =
  'flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold transition-colors lg:min-h-7 lg:text-sm';
/** The current entry must keep its background behind its dark text. */
const OTHER = 'text-body hover:bg-hover';

const WAYS_OUT = [
  { href: '/dashboard', label: 'Learner dashboard', icon: overview },
  { href: '/', label: 'Back to Home', icon: home },
  { href: '/logout', label: 'Sign Out', icon: signOut },
] as const;

export function SidebarContent({ role, current }: { role: Role; current: AdminScreen | null }) {
  const ownLeague = findOnlyLeague(useStore($session).user);
  const entry = current === 'league' && !ownLeague ? leagueListArea(role === 'GRAND_PATHFINDER') : current;
  const managesUsers = useStore($access)?.mayAnywhere('canManageUsers') === true;
  const tools = listSidebarTools(role, managesUsers);
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <a
        href="/"
        target="_self"
        className="mx-4 mt-4 mb-1 lg:mt-3 self-start px-3 font-display text-lg font-bold tracking-tight text-strong"
      >
        <span className="marker">{productName}</span>
      </a>
      <div className="sidebar-entries grid min-h-64 flex-1 content-start gap-5 overflow-y-auto px-4 pt-1 pb-3 lg:gap-2 lg:pb-1">
        {ownLeague ? (
          <nav aria-label="Your league">
            <SidebarLink
              path={leaguePath(ownLeague)}
              entry="Your league"
              icon={leagues}
              isCurrent={entry === 'league'}
            />
          </nav>
        ) : null}
        <AreaGroups label="Administration" areas={listSidebarAreas(role)} current={entry} />
        {tools.length > 0 ? <AreaGroups label="Files and oversight" areas={tools} current={entry} /> : null}
      </div>
      <nav aria-label="Ways out" className="border-t border-line px-4 py-2 lg:py-1">
        <ul className="grid gap-0.5 lg:gap-0">
          {WAYS_OUT.map(({ href, label, icon }) => (
            <li key={href}>
              <a href={href} target="_self" className={`${ITEM} ${OTHER}`}>
                <Icon path={icon} />
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** Null for staff with several leagues. */
function findOnlyLeague(user: User | null): string | null {
  const [only, another] = user?.role === 'GRAND_PATHFINDER' ? [] : (user?.pathfinderScopes ?? []);
  return only && !another ? only.leagueId : null;
}

interface GroupsProps {
  label: string;
  areas: readonly AdminArea[];
  current: AdminScreen | null;
}

function AreaGroups({ label, areas, current }: GroupsProps) {
  const groups = [...new Set(areas.map((area) => rulesOf(area).group))];
  return (
    <nav aria-label={label} className="grid gap-5 lg:gap-2">
      {groups.map((group) => (
        <div key={group}>
          <p className="px-3 pb-1 text-xs lg:pb-0 lg:leading-3.5 font-semibold text-muted">{group}</p>
          <ul className="grid gap-0.5 lg:gap-0">
            {areas
              .filter((area) => rulesOf(area).group === group)
              .map((area) => (
                <li key={area}>
                  <SidebarLink {...rulesOf(area)} icon={AREA_ICONS[area]} isCurrent={area === current} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const ROOM_PX = 48;

/** After `scrollIntoView` the first Tab would skip the skip link. The next frame computes layout anyway. */
const reveal = (link: HTMLElement | null) => {
  const frame = requestAnimationFrame(() => {
    const list = link?.closest('.sidebar-entries');
    if (!link || !list) return;
    const [entry, box] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
    const above = box.top + ROOM_PX - entry.top;
    const below = entry.bottom + ROOM_PX - box.bottom;
    if (below > 0) list.scrollTop += below;
    else if (above > 0) list.scrollTop -= above;
  });
  return () => cancelAnimationFrame(frame);
};

interface LinkProps {
  path: string;
  entry: string;
  icon: string;
  isCurrent: boolean;
}

function SidebarLink({ path, entry, icon, isCurrent }: LinkProps) {
  return (
    <a
      href={path}
      ref={isCurrent ? reveal : undefined}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${ITEM} ${isCurrent ? 'bg-brand text-on-brand hover:bg-brand-strong' : OTHER}`}
    >
      <Icon path={icon} />
      {entry}
    </a>
  );
}

const AREA_ICONS: Record<AdminArea, string> = {
  users,
  cohorts: cohort,
  leagues,
  specializations: certificate,
  weeks: layers,
  sections: list,
  resources: book,
  assignments: note,
  people: users,
  imports: upload,
  files: file,
  analytics: chart,
  audit: shield,
  badges: trophy,
  certificates: medal,
  breaks: calendar,
  announcements: megaphone,
  events: ticket,
  mentoring: user,
  mail,
};
