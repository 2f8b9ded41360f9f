import { type UserRow, type UserState, updateUserRole } from '#contract/admin-users.ts';
import { PERMISSIONS, type Permission, type Permissions, type Role } from '#contract/roles.ts';
import { assignLeagues, DEFAULT_PERMISSIONS, type ScopeRow } from '#contract/scopes.ts';
import { toActionFailure, toSentences } from '#site/islands/shared/action/failures.ts';
import { createDialogForm, ShownFailure } from '#site/islands/shared/form/dialog-form.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import { toRoleText } from '#site/labels.ts';

export type PathfinderRole = Extract<Role, 'PATHFINDER' | 'CHIEF_PATHFINDER'>;

export interface LeagueAssignment {
  leagueId: string;
  permissions: Permissions;
}

export interface Scope extends Permissions {
  leagueId: string;
}

export interface Promotion {
  userId: string;
  /** Null keeps the role, even if someone else changed it. */
  role: PathfinderRole | null;
  assignments: LeagueAssignment[];
  /** The server refuses if these changed. Null skips the check. */
  expectedScopes: readonly Scope[] | null;
}

/** `permissions` apply to all leagues without an entry in `own` (docs/product.md OPEN-29). */
export interface PromotionValues {
  leagueIds: readonly string[];
  permissions: Permissions;
  own?: Readonly<Record<string, Permissions>>;
}

const NOTHING_CHOSEN = 'Please select at least one league and one permission.';

export const INITIAL_VALUES: PromotionValues = { leagueIds: [], permissions: { ...DEFAULT_PERMISSIONS } };

export const PERMISSION_LABELS: Record<Permission, { label: string; hint: string }> = {
  canManageUsers: { label: 'Manage Users', hint: 'Approve and enroll learners.' },
  canViewAnalytics: { label: 'View Analytics', hint: 'See reports of the league.' },
  canCreateContent: { label: 'Create Content', hint: 'Write modules, topics, resources and assignments.' },
};

export function isPathfinder(role: string): role is PathfinderRole {
  return role === 'PATHFINDER' || role === 'CHIEF_PATHFINDER';
}

export function isPromotion(from: string, to: string): to is PathfinderRole {
  return isPathfinder(to) && !isPathfinder(from);
}

/** The first league's permissions become the common ones; leagues that differ are in `own`. */
export function toInitialValues(scopes: readonly Scope[]): PromotionValues {
  const [first] = scopes;
  if (!first) return INITIAL_VALUES;
  const differing = scopes.filter((scope) => !areAlike(scope, first));
  return {
    leagueIds: scopes.map(({ leagueId }) => leagueId),
    permissions: toPermissions(first),
    own: Object.fromEntries(differing.map((scope) => [scope.leagueId, toPermissions(scope)])),
  };
}

export function hasSameScopes(scopes: readonly Scope[], values: PromotionValues): boolean {
  const byLeague = new Map(toScopes(values).map((scope) => [scope.leagueId, scope]));
  return (
    scopes.length === byLeague.size &&
    scopes.every((scope) => {
      const other = byLeague.get(scope.leagueId);
      return other && areAlike(scope, other);
    })
  );
}

export function toScopes({ leagueIds, permissions, own = {} }: PromotionValues): Scope[] {
  return leagueIds.map((leagueId) => ({ leagueId, ...(own[leagueId] ?? permissions) }));
}

function areAlike(one: Permissions, other: Permissions): boolean {
  return PERMISSIONS.every((name) => one[name] === other[name]);
}

/** Null for any other failure. */
function readChangedMeanwhile(error: unknown): Scope[] | null {
  if (!(error instanceof ApiFailure) || error.code !== 'SCOPES_CHANGED') return null;
  const leagues = error.reply?.leagues as ScopeRow[] | undefined;
  return leagues?.map(({ leagueId, permissions }) => ({ leagueId, ...permissions })) ?? null;
}

function toPermissions({ canManageUsers, canViewAnalytics, canCreateContent }: Permissions): Permissions {
  return { canManageUsers, canViewAnalytics, canCreateContent };
}

function findFault(values: PromotionValues): string | null {
  const isComplete = toScopes(values).every((scope) => PERMISSIONS.some((name) => scope[name]));
  return values.leagueIds.length > 0 && isComplete ? null : NOTHING_CHOSEN;
}

function toAssignments(values: PromotionValues): LeagueAssignment[] {
  return toScopes(values).map(({ leagueId, ...permissions }) => ({ leagueId, permissions }));
}

interface PromotionRules {
  user: Pick<UserRow, 'id' | 'name' | 'role' | 'pathfinderScopes'>;
  role: PathfinderRole;
  onChanged: (now: UserState | null) => void;
  onSaved: () => void;
}

/** After a change by someone else the form takes over their leagues; after half a promotion only the leagues are sent. */
export function createPromotionForm({ user, role, onChanged, onSaved }: PromotionRules) {
  const isNew = !isPathfinder(user.role);
  let isPromoted = !isNew;
  let expectedScopes: readonly Scope[] = user.pathfinderScopes;
  const form: Form<{ promotion: PromotionValues }> = createDialogForm({
    draftId: user.id,
    initial: { promotion: toInitialValues(expectedScopes) },
    validate: ({ promotion }) => ({ promotion: findFault(promotion) ?? undefined }),
    isUnchanged: ({ promotion }) => !isNew && hasSameScopes(expectedScopes, promotion),
    action: isNew ? 'promote user' : 'change leagues',
    done: isNew ? `${user.name} is now a ${toRoleText(role)}` : `The leagues of ${user.name} were changed`,
    save: async ({ promotion }) => {
      try {
        const now = await promoteUser({
          userId: user.id,
          role: isPromoted ? null : role,
          assignments: toAssignments(promotion),
          expectedScopes: isNew ? null : expectedScopes,
        });
        onChanged(now);
      } catch (error) {
        const changed = readChangedMeanwhile(error);
        if (changed) {
          expectedScopes = changed;
          form.change('promotion', toInitialValues(changed));
          onChanged(null);
          throw new ShownFailure(
            `Nothing was saved: someone else has changed the leagues of ${user.name}. Theirs are shown now.`,
          );
        }
        if (!(error instanceof HalfPromotion)) throw error;
        isPromoted = true;
        onChanged(null);
        throw new ShownFailure(toSentences(toActionFailure('promote user', error.cause), error.message));
      }
    },
    onSaved,
  });
  return form;
}

/** `cause` is the failure of the second call. */
export class HalfPromotion extends Error {}

/**
 * Both calls can be repeated. Returns null if the role stays. Throws ApiFailure, or HalfPromotion if only the role was
 * changed.
 */
export async function promoteUser({
  userId,
  role,
  assignments,
  expectedScopes,
}: Promotion): Promise<UserState | null> {
  const promoted = role && (await callApi(updateUserRole, { body: { userId, newRole: role } }));
  try {
    await replaceLeagues(userId, assignments, expectedScopes);
  } catch (error) {
    if (!role) throw error;
    throw new HalfPromotion('The role was changed, but the leagues were not assigned.', { cause: error });
  }
  return promoted;
}

/** Replaces all of the pathfinder's leagues. Throws ApiFailure. */
async function replaceLeagues(
  pathfinderId: string,
  assignments: readonly LeagueAssignment[],
  expectedScopes: readonly Scope[] | null,
): Promise<void> {
  const [first] = assignments;
  if (!first) return;
  const leagueIds = assignments.map(({ leagueId }) => leagueId);
  const expectedLeagues = expectedScopes?.map((scope) => ({
    leagueId: scope.leagueId,
    permissions: toPermissions(scope),
  }));
  const leaguePermissions = assignments.filter(
    ({ permissions }) => !areAlike(permissions, first.permissions),
  );
  await callApi(assignLeagues, {
    body: {
      pathfinderId,
      leagueIds,
      permissions: first.permissions,
      ...(leaguePermissions.length > 0 && { leaguePermissions }),
      ...(expectedLeagues && { expectedLeagues }),
    },
  });
}
