import { computed } from 'nanostores';
import { type Account, decideAccess, decideScope, type LeagueScope } from '#contract/access.ts';
import type { Call } from '#contract/call.ts';
import type { Permission } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { $session } from '#site/islands/shared/session/session.ts';

/** Rights of the signed-in account, decided by the same functions of the contract as in the API. */
export interface Access {
  may(call: Pick<Call, 'access'>): boolean;
  /** A permission of null accepts any scope in the league. */
  mayIn(leagueId: string, permission: Permission | null): boolean;
  mayAnywhere(permission: Permission | null): boolean;
  /** True if the account sees every league and has no scopes. */
  isGrand: boolean;
}

export function toAccess(user: Pick<User, 'role' | 'status' | 'emailVerified' | 'pathfinderScopes'>): Access {
  const account = user as Account;
  const scopes: readonly LeagueScope[] = user.pathfinderScopes;
  const isGrand = account.role === 'GRAND_PATHFINDER';
  const mayIn = (leagueId: string, permission: Permission | null) =>
    decideScope(account, scopes, leagueId, permission).allowed;
  return {
    may: ({ access }) => decideAccess(account, access).allowed,
    mayIn,
    mayAnywhere: (permission) => isGrand || scopes.some(({ leagueId }) => mayIn(leagueId, permission)),
    isGrand,
  };
}

export const $access = computed($session, ({ user }): Access | null => (user ? toAccess(user) : null));
