import { mayEnterAdmin, type Role } from '#contract/roles.ts';
import { signOut } from '#site/icons/actions.ts';
import { calendar, overview, revision, trophy } from '#site/icons/learning.ts';
import { home, layers, shield, user, users } from '#site/icons/people.ts';
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

const toEntry = (
  screen: keyof typeof PATHS,
  label: string,
  icon: string,
  ...below: Screen[]
): ScreenEntry => ({ label, href: PATHS[screen], icon, screens: [screen, ...below] });

export const SCREEN_ENTRIES = [
  toEntry('overview', 'Overview', overview),
  toEntry('leagues', 'Leagues', layers, 'league', 'leagueWithoutId'),
  toEntry('leaderboard', 'Leaderboard', trophy),
  toEntry('profile', 'Profile', user),
];

export const RECORD_ENTRIES = [
  toEntry('calendar', 'Calendar', calendar),
  toEntry('mentoring', 'Mentoring', users),
  toEntry('revision', 'Revision', revision),
  toEntry('history', 'My History', clock),
];

const HOME: NavEntry = { label: 'Back to Home', href: '/', icon: home };

/** Only staff see the Admin Panel (docs/product.md OPEN-15). */
export function listQuickActions(role: string): NavEntry[] {
  const admin: NavEntry = { label: 'Admin Panel', href: '/admin', icon: shield };
  const leave: NavEntry = { label: 'Sign Out', href: '/logout', icon: signOut };
  return [...(mayEnterAdmin(role as Role) ? [admin] : []), HOME, leave];
}
