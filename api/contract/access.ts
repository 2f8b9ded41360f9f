import type { AccessRule } from './call.ts';
import type { ErrorReason } from './errors.ts';
import { isAdmin, type Permission, type Role, reachesRole, type Status } from './roles.ts';

export interface Account {
  role: Role;
  status: Status;
  emailVerified: boolean;
}

export interface LeagueScope {
  leagueId: string;
  canManageUsers: boolean;
  canViewAnalytics: boolean;
  canCreateContent: boolean;
}

export type Decision = { allowed: true } | { allowed: false; reason: ErrorReason };

const ALLOWED: Decision = { allowed: true };
const refused = (reason: ErrorReason): Decision => ({ allowed: false, reason });

/**
 * Decides from account state and role whether a call's rule lets the caller in; null is a caller without a session.
 * League scope needs the league, so `decideScope` checks it separately.
 */
export function decideAccess(account: Account | null, rule: AccessRule): Decision {
  if (rule === 'public') return ALLOWED;
  if (!account) return refused('TOKEN_REQUIRED');
  if (account.status === 'SUSPENDED') return refused('ACCOUNT_SUSPENDED');
  if (rule === 'any') return ALLOWED;
  if (rule === 'grand' && account.role !== 'GRAND_PATHFINDER') return refused('GRAND_REQUIRED');
  if (rule === 'chief' && !reachesRole(account.role, 'CHIEF_PATHFINDER')) return refused('ROLE_REFUSED');
  if (rule === 'staff' && !isAdmin(account.role)) return refused('ROLE_REFUSED');
  if (account.status === 'PENDING') return refused('ACCOUNT_PENDING');
  if (account.status !== 'ACTIVE') return refused('ACCOUNT_INACTIVE');
  if (rule === 'learner' && !account.emailVerified) return refused('EMAIL_UNVERIFIED');
  return ALLOWED;
}

/**
 * Decides whether staff may act on a league (docs/api.md 4, Scope rule). With a null permission any scope on the league
 * is enough.
 */
export function decideScope(
  account: Pick<Account, 'role'>,
  scopes: readonly LeagueScope[],
  leagueId: string,
  permission: Permission | null,
): Decision {
  if (account.role === 'GRAND_PATHFINDER') return ALLOWED;
  const scope = scopes.find((candidate) => candidate.leagueId === leagueId);
  if (!scope || !isAdmin(account.role)) return refused('LEAGUE_OUT_OF_SCOPE');
  if (permission && !scope[permission]) return refused('PERMISSION_MISSING');
  return ALLOWED;
}

/** Decides whether staff may act on an event: by scope on its league, Chief and Grand Pathfinders without one. */
export function decideEvent(
  account: Pick<Account, 'role'>,
  scopes: readonly LeagueScope[],
  leagueId: string | null,
  permission: Permission,
): Decision {
  if (leagueId !== null) return decideScope(account, scopes, leagueId, permission);
  return reachesRole(account.role, 'CHIEF_PATHFINDER') ? ALLOWED : refused('ROLE_REFUSED');
}

/** Decides whether an account offers sessions: staff, and a Luminary whom a Chief named. */
export function decideMentor({ role }: Pick<Account, 'role'>, isNamed: boolean): Decision {
  return isAdmin(role) || (role === 'LUMINARY' && isNamed) ? ALLOWED : refused('MENTOR_REFUSED');
}

/** Roles that pass a rule, for the `required` field of a 403 (docs/api.md 0.2). */
export function rolesFor(rule: AccessRule): Role[] {
  if (rule === 'grand') return ['GRAND_PATHFINDER'];
  if (rule === 'chief') return ['CHIEF_PATHFINDER', 'GRAND_PATHFINDER'];
  if (rule === 'staff') return ['PATHFINDER', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER'];
  return [];
}
