import { mayEnterAdmin, type Role } from '#contract/roles.ts';
import { signOut } from '#site/icons/actions.ts';
import { overview, revision, trophy } from '#site/icons/learning.ts';
import { home, layers, shield, user } from '#site/icons/people.ts';
import { clock } from '#site/icons/states.ts';
import { PATHS, type Screen } from '../routing/router.ts';

export interface NavEntry {
  label: string;
  href: string;
  /** A path of `site/src/icons`. */
  icon: string;
}

export interface ScreenEntry extends NavEntry {
  /** The screens on which this entry is the current one. */
  screens: readonly Screen[];
}

/** The sidebar's entries; Leagues stays current on a league's own page (LAYOUT-01, 02). */
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

/** The learner's own record: what to look at again, and everything they did. */
export const RECORD_ENTRIES: readonly ScreenEntry[] = [
  { label: 'Revision', href: PATHS.revision, icon: revision, screens: ['revision'] },
  { label: 'My History', href: PATHS.history, icon: clock, screens: ['history'] },
];

const HOME: NavEntry = { label: 'Back to Home', href: '/', icon: home };

/**
 * The quick actions of an account; the Admin Panel is for staff roles (LAYOUT-03, 04; docs/product.md OPEN-15). All
 * leave the learner area.
 */
export function listQuickActions(role: string): NavEntry[] {
  const admin: NavEntry = { label: 'Admin Panel', href: '/admin', icon: shield };
  const leave: NavEntry = { label: 'Sign Out', href: '/logout', icon: signOut };
  return [...(mayEnterAdmin(role as Role) ? [admin] : []), HOME, leave];
}
