import { useMemo } from 'react';
import type { Permission } from '#contract/roles.ts';
import { type QueryState, useQuery } from '../../shared/query/query.ts';
import { useAuth } from '../../shared/session/auth-hooks.ts';
import { leagueList } from '../data/league-list.ts';
import { type Access, toAccess } from './access.ts';

export interface LeagueChoice {
  id: string;
  name: string;
}

export function useAccess(): Access | null {
  const { user } = useAuth();
  return useMemo(() => (user ? toAccess(user) : null), [user]);
}

/**
 * All leagues for a Grand Pathfinder, else those of the account's scopes, which come with the session and need no
 * request.
 */
export function useOwnLeagues(permission: Permission | null = null): QueryState<readonly LeagueChoice[]> {
  const { user } = useAuth();
  const all = useQuery(leagueList);
  if (!user) return { data: null, error: null, isLoading: true };
  const access = toAccess(user);
  if (access.isGrand) return all;
  const scoped = user.pathfinderScopes
    .filter(({ leagueId }) => access.mayIn(leagueId, permission))
    .map(({ league }) => league)
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return { data: scoped, error: null, isLoading: false };
}
