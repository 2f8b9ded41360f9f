import { computed } from 'nanostores';
import { useMemo } from 'react';
import { type Account, decideAccess, decideEvent, decideScope, type LeagueScope } from '#contract/access.ts';
import type { Call } from '#contract/call.ts';
import type { Permission } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { type QueryState, useQuery } from '#site/islands/shared/query/query.ts';
import { useAuth } from '#site/islands/shared/session/auth-hooks.ts';
import { $session } from '#site/islands/shared/session/session.ts';
import { leagueList } from '../data/league-list.ts';

export type Access = ReturnType<typeof toAccess>;

/** Rights of the signed-in account, decided by the same functions of the contract as in the API. */
export function toAccess(user: Pick<User, 'role' | 'status' | 'emailVerified' | 'pathfinderScopes'>) {
  const account = user as Account;
  const scopes: readonly LeagueScope[] = user.pathfinderScopes;
  const isGrand = account.role === 'GRAND_PATHFINDER';
  /** A permission of null accepts any scope in the league. */
  const mayIn = (leagueId: string, permission: Permission | null) =>
    decideScope(account, scopes, leagueId, permission).allowed;
  return {
    may: ({ access }: Pick<Call, 'access'>) => decideAccess(account, access).allowed,
    mayIn,
    /** Null for an event without a league. */
    mayAtEvent: (leagueId: string | null, permission: Permission) =>
      decideEvent(account, scopes, leagueId, permission).allowed,
    mayAnywhere: (permission: Permission | null) =>
      isGrand || scopes.some(({ leagueId }) => mayIn(leagueId, permission)),
    /** True if the account sees every league and has no scopes. */
    isGrand,
  };
}

export const $access = computed($session, ({ user }): Access | null => (user ? toAccess(user) : null));

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
