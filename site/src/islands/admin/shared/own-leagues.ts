import { useStore } from '@nanostores/react';
import type { Permission } from '#contract/roles.ts';
import { $session } from '#site/islands/shared/session.ts';
import { leagueList } from '../leagues/league-list.ts';
import { type Access, toAccess } from './access.ts';
import { type Loaded, useQuery } from './queries.ts';

export interface LeagueChoice {
  id: string;
  name: string;
}

/** What the signed-in account may do; nothing while nobody is signed in. */
export function useAccess(): Access | null {
  const { user } = useStore($session);
  return user ? toAccess(user) : null;
}

/**
 * The leagues whose content the account may see, or with a permission those where it holds it: all of them for a Grand
 * Pathfinder, else those of its scopes (ROLE-11). Scopes come with the session, so only a Grand Pathfinder waits.
 */
export function useOwnLeagues(permission: Permission | null = null): Loaded<readonly LeagueChoice[]> {
  const { user } = useStore($session);
  const all = useQuery(leagueList);
  if (!user) return { data: undefined, error: undefined, isLoading: true };
  const access = toAccess(user);
  if (access.isGrand) return all;
  const scoped = user.pathfinderScopes
    .filter(({ leagueId }) => access.mayIn(leagueId, permission))
    .map(({ league }) => league)
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return { data: scoped, error: undefined, isLoading: false };
}
