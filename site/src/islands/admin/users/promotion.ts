import { type UserRow, type UserState, updateUserRole } from '#contract/admin-users.ts';
import { DEFAULT_PERMISSIONS } from '#contract/constants.ts';
import { PERMISSIONS, type Permission, type Role } from '#contract/roles.ts';
import { assignLeagues, type Permissions } from '#contract/scopes.ts';
import { callApi } from '#site/islands/shared/http/api.ts';

export type PathfinderRole = Extract<Role, 'PATHFINDER' | 'CHIEF_PATHFINDER'>;

/** What may be done in one league. */
export interface LeagueAssignment {
  leagueId: string;
  permissions: Permissions;
}

/** What a promotion passes on (APROMO-08). */
export interface Promotion {
  userId: string;
  /** Null for somebody who has one: it stays as it is, also when somebody else has changed it meanwhile. */
  role: PathfinderRole | null;
  assignments: LeagueAssignment[];
}

/** What is chosen in the dialog: one set of permissions for all leagues (docs/product.md OPEN-29). */
export interface PromotionValues {
  leagueIds: readonly string[];
  permissions: Permissions;
}

export const NOTHING_CHOSEN = 'Please select at least one league and one permission.';

/** Analytics alone to begin with (APROMO-03, CONST-32). */
export const FIRST_VALUES: PromotionValues = { leagueIds: [], permissions: { ...DEFAULT_PERMISSIONS } };

/** The permissions in the words of the dialog (APROMO-02). */
export const PERMISSION_LABELS: Record<Permission, { label: string; hint: string }> = {
  canManageUsers: { label: 'Manage Users', hint: 'Approves learners and enrolls them.' },
  canViewAnalytics: { label: 'View Analytics', hint: 'Sees how a league fares.' },
  canCreateContent: { label: 'Create Content', hint: 'Writes modules, topics, resources and assignments.' },
};

/** True for the two roles whose rights hang on leagues. */
export function isPathfinder(role: string): role is PathfinderRole {
  return role === 'PATHFINDER' || role === 'CHIEF_PATHFINDER';
}

/** True when a new role needs leagues: a pathfinder's, for somebody who is none (APROMO-01). */
export function isPromotion(from: string, to: string): to is PathfinderRole {
  return isPathfinder(to) && !isPathfinder(from);
}

/** What a pathfinder has already: the first league's permissions, as they are all alike; else the defaults (APROMO-03). */
export function toFirstValues({ pathfinderScopes }: Pick<UserRow, 'pathfinderScopes'>): PromotionValues {
  const [first] = pathfinderScopes;
  if (!first) return FIRST_VALUES;
  return { leagueIds: pathfinderScopes.map(({ leagueId }) => leagueId), permissions: toPermissions(first) };
}

/** True when a pathfinder has just these leagues, with these permissions in each. */
export function isAsBefore(
  { pathfinderScopes }: Pick<UserRow, 'pathfinderScopes'>,
  { leagueIds, permissions }: PromotionValues,
): boolean {
  return (
    pathfinderScopes.length === leagueIds.length &&
    pathfinderScopes.every(
      (scope) =>
        leagueIds.includes(scope.leagueId) && PERMISSIONS.every((name) => scope[name] === permissions[name]),
    )
  );
}

function toPermissions({ canManageUsers, canViewAnalytics, canCreateContent }: Permissions): Permissions {
  return { canManageUsers, canViewAnalytics, canCreateContent };
}

/** At least one league and one permission (APROMO-04 to APROMO-06); null when both are there. */
export function findFault({ leagueIds, permissions }: PromotionValues): string | null {
  const isComplete = leagueIds.length > 0 && PERMISSIONS.some((name) => permissions[name]);
  return isComplete ? null : NOTHING_CHOSEN;
}

/** The chosen leagues, each with the same permissions. */
export function toAssignments({ leagueIds, permissions }: PromotionValues): LeagueAssignment[] {
  return leagueIds.map((leagueId) => ({ leagueId, permissions: { ...permissions } }));
}

/** The role was changed, the leagues were not given; the cause is the failure of the second call. */
export class HalfPromotion extends Error {}

/**
 * Updates the role if there is one, then gives the leagues if there are any, with the permissions of the first for all
 * (APROMO-09, APROMO-10). Both calls may be repeated. Answers the account with its new role, null without one. Throws
 * ApiFailure, or HalfPromotion when only the role was changed.
 */
export async function promoteUser({ userId, role, assignments }: Promotion): Promise<UserState | null> {
  const promoted = role && (await callApi(updateUserRole, { body: { userId, newRole: role } }));
  try {
    await giveLeagues(userId, assignments);
  } catch (error) {
    if (!role) throw error;
    throw new HalfPromotion('The role was changed, but the leagues were not assigned.', { cause: error });
  }
  return promoted;
}

/** Gives a pathfinder these leagues and no others. Throws ApiFailure. */
async function giveLeagues(pathfinderId: string, assignments: readonly LeagueAssignment[]): Promise<void> {
  const [first] = assignments;
  if (!first) return;
  const leagueIds = assignments.map(({ leagueId }) => leagueId);
  await callApi(assignLeagues, { body: { pathfinderId, leagueIds, permissions: first.permissions } });
}
