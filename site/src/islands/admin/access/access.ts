import { computed } from 'nanostores';
import { type Account, decideAccess, decideScope, type LeagueScope } from '#contract/access.ts';
import type { Call } from '#contract/call.ts';
import type { Permission } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { $session } from '#site/islands/shared/session/session.ts';

/** What the signed-in account may do, as the API will decide it: one decision for both sides (docs/product.md 2). */
export interface Access {
  /** Whether the API takes this call from the account at all: `may(createCohort)`. */
  may(call: Pick<Call, 'access'>): boolean;
  /** Whether it may act on a league; a permission asks for that one, null for any scope there. */
  mayIn(leagueId: string, permission: Permission | null): boolean;
  /** Whether it holds the permission in any league: for what is hidden when nothing could be done with it. */
  mayAnywhere(permission: Permission | null): boolean;
  /** True for those who see every league and are not narrowed by scope. */
  isGrand: boolean;
}

/** The rights of an account; what the session knows about it is enough. */
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

/** The account's rights; null while nobody is signed in. */
export const $access = computed($session, ({ user }): Access | null => (user ? toAccess(user) : null));
