import { mayEnterAdmin, type Role } from '#contract/roles.ts';
import { signOut } from '#site/icons/actions.ts';
import { overview, revision, trophy } from '#site/icons/learning.ts';
import { home, layers, shield, user } from '#site/icons/people.ts';
import { clock } from '#site/icons/states.ts';
import { PATHS, type Screen } from '../routing/router.ts';

export interface NavEntry {
  label: string;
  href: string;
  icon: string;
}

export interface ScreenEntry extends NavEntry {
  screens: readonly Screen[];
}

export const SCREEN_ENTRIES: readonly ScreenEntry[] = [
  { label: 'Overview', href: PATHS.overview, icon: overview, screens: ['overview'] },
  {
    label: 'Leagues',
    href: PATHS.leagues,
    icon: layers,
    screens: ['leagues', 'league', 'leagueWithoutId'],
  },
  { label: 'Leaderboard', href: PATHS.leaderboard, icon: trophy, screens: ['leaderboard'] },
  { label: 'Profile', href: PATHS.profile, icon: user, screens: ['profile'] },
];

export const RECORD_ENTRIES: readonly ScreenEntry[] = [
  { label: 'Revision', href: PATHS.revision, icon: revision, screens: ['revision'] },
  { label: 'My History', href: PATHS.history, icon: clock, screens: ['history'] },
];

const HOME: NavEntry = { label: 'Back to Home', href: '/', icon: home };

/** Only staff see the Admin Panel (docs/product.md OPEN-15). */
export function listQuickActions(role: string): NavEntry[] {
  const admin: NavEntry = { label: 'Admin Panel', href: '/admin', icon: shield };
  const leave: NavEntry = { label: 'Sign Out', href: '/logout', icon: signOut };
  return [...(mayEnterAdmin(role as Role) ? [admin] : []), HOME, leave];
}
