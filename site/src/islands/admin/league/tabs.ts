import { type ComponentType, lazy } from 'react';
import { listAssignments } from '#contract/assignments.ts';
import type { Access } from '../access/access.ts';
import type { TabProps } from './outline.ts';

interface LeagueTab {
  /** The last part of the address: '/admin/league/{id}/content'. */
  key: string;
  label: string;
  isOffered(access: Access, leagueId: string): boolean;
  Tab: ComponentType<TabProps>;
}

/** In the order of the screen; the first one opens without a tab in the address. */
export const LEAGUE_TABS: readonly LeagueTab[] = [
  {
    key: 'content',
    label: 'Content',
    isOffered: () => true,
    Tab: lazy(async () => ({ default: (await import('./content/Content.tsx')).Content })),
  },
  {
    key: 'learners',
    label: 'Learners',
    isOffered: (access, leagueId) => access.mayIn(leagueId, 'canViewAnalytics'),
    Tab: lazy(async () => ({ default: (await import('./learners/Learners.tsx')).Learners })),
  },
  {
    key: 'assignment',
    label: 'Assignment',
    isOffered: (access) => access.may(listAssignments),
    Tab: lazy(async () => ({ default: (await import('./Assignment.tsx')).Assignment })),
  },
  {
    key: 'rewards',
    label: 'Rewards',
    isOffered: (access, leagueId) =>
      access.mayIn(leagueId, 'canManageUsers') || access.mayIn(leagueId, 'canCreateContent'),
    Tab: lazy(async () => ({ default: (await import('./Rewards.tsx')).Rewards })),
  },
  {
    key: 'settings',
    label: 'Settings',
    isOffered: (access, leagueId) => access.mayIn(leagueId, 'canCreateContent'),
    Tab: lazy(async () => ({ default: (await import('./settings/Settings.tsx')).Settings })),
  },
];
