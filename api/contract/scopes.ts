import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { PERMISSIONS, type Permissions, ROLES, STATUSES } from './roles.ts';
import { Moment, Named, requiredId, ScopePermissions } from './shared.ts';

export const DEFAULT_PERMISSIONS = {
  canManageUsers: false,
  canViewAnalytics: true,
  canCreateContent: false,
} as const;

export const SCOPE_ERRORS = defineErrors({
  SCOPE_USER_NOT_FOUND: { status: 404, text: 'User not found' },
  PATHFINDER_NOT_FOUND: { status: 404, text: 'Pathfinder not found' },
  SCOPE_LEAGUE_NOT_FOUND: { status: 404, text: 'League not found' },
  SCOPE_NOT_FOUND: { status: 404, text: 'League assignment not found' },
  NOT_A_PATHFINDER: {
    status: 400,
    text: 'User must be a PATHFINDER or CHIEF_PATHFINDER to assign leagues',
  },
  LEAGUE_IDS_INVALID: { status: 400, text: 'Some league IDs are invalid' },
  // Carries the current `leagues`.
  SCOPES_CHANGED: { status: 409, text: 'Somebody else changed the leagues of this pathfinder meanwhile' },
});

const SCOPE_LEAGUES_MAX = 500;

const Pathfinder = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  status: z.enum(STATUSES),
});

const ASSIGN_WORDS = 'pathfinderId and leagueIds array are required';
const EXPECTED_WORDS = 'expectedLeagues must be an array of leagueId and permissions';
const OWN_WORDS = 'leaguePermissions must be an array of leagueId and permissions';
const BOOLEAN_WORDS = 'All permission fields must be boolean values';
const UPDATE_WORDS = 'pathfinderId, leagueId, and permissions are required';

const flag = z.boolean({ error: BOOLEAN_WORDS });

const PermissionsInput = z.pipe(
  z.optional(
    z.nullable(
      z.object(
        {
          canManageUsers: z.optional(flag),
          canViewAnalytics: z.optional(flag),
          canCreateContent: z.optional(flag),
        },
        { error: BOOLEAN_WORDS },
      ),
    ),
  ),
  z.transform((sent): Permissions => {
    const filled: Permissions = { ...DEFAULT_PERMISSIONS };
    for (const name of PERMISSIONS) filled[name] = sent?.[name] ?? filled[name];
    return filled;
  }),
);

const permissionsByLeague = (words: string) =>
  z
    .array(
      z.object(
        {
          leagueId: requiredId(words),
          permissions: z.object(
            { canManageUsers: flag, canViewAnalytics: flag, canCreateContent: flag },
            { error: words },
          ),
        },
        { error: words },
      ),
      { error: words },
    )
    .check(z.maxLength(SCOPE_LEAGUES_MAX, { error: `At most ${SCOPE_LEAGUES_MAX} leagues may be named` }));

export const AssignLeaguesBody = z.object({
  pathfinderId: requiredId(ASSIGN_WORDS),
  leagueIds: z.pipe(
    z
      .array(requiredId(ASSIGN_WORDS), { error: ASSIGN_WORDS })
      .check(
        z.minLength(1, { error: ASSIGN_WORDS }),
        z.maxLength(SCOPE_LEAGUES_MAX, { error: `At most ${SCOPE_LEAGUES_MAX} leagues may be assigned` }),
      ),
    z.transform((ids) => [...new Set(ids)]),
  ),
  permissions: PermissionsInput,
  /**
   * Leagues that the editor started from. A different current state is refused unless it equals the request; absent
   * skips the check.
   */
  expectedLeagues: z.optional(permissionsByLeague(EXPECTED_WORDS)),
  /** Permissions of single leagues; `permissions` covers the others. */
  leaguePermissions: z.optional(permissionsByLeague(OWN_WORDS)),
});
export type AssignLeaguesBody = z.infer<typeof AssignLeaguesBody>;

const UpdatePermissionsBody = z.object({
  permissions: z.any().check(
    z.refine((value) => typeof value === 'object' && value !== null, { error: UPDATE_WORDS, abort: true }),
    z.refine((value) => PERMISSIONS.every((name) => typeof value[name] === 'boolean'), {
      error: BOOLEAN_WORDS,
    }),
  ) as unknown as z.ZodMiniType<Permissions>,
});

export const ScopeRow = z.object({
  leagueId: z.string(),
  league: Named,
  permissions: ScopePermissions,
  assignedAt: Moment,
  assignedBy: z.nullable(z.object({ id: z.string(), name: z.string(), email: z.string() })),
});
export type ScopeRow = z.infer<typeof ScopeRow>;

export const assignLeagues = defineCall('assignLeagues', {
  route: 'POST /admin/assign-leagues',
  access: 'grand',
  proof: 'agreed',
  summary: 'Give a pathfinder these leagues and no others',
  body: AssignLeaguesBody,
  data: z.object({
    pathfinder: Pathfinder,
    assignedLeagues: z.array(Named),
    scopesCreated: z.number(),
    permissions: ScopePermissions,
  }),
});

export const listPathfinderLeagues = defineCall('listPathfinderLeagues', {
  route: 'GET /admin/pathfinder-leagues/:pathfinderId',
  access: 'grand',
  summary: 'The leagues of one pathfinder',
  data: z.object({ pathfinder: Pathfinder, leagues: z.array(ScopeRow), totalLeagues: z.number() }),
});

export const removePathfinderLeague = defineCall('removePathfinderLeague', {
  route: 'DELETE /admin/pathfinder-leagues/:pathfinderId/:leagueId',
  access: 'grand',
  proof: 'agreed',
  summary: 'Take a league from a pathfinder',
  message: 'League assignment removed',
});

export const updateLeaguePermissions = defineCall('updateLeaguePermissions', {
  route: 'PUT /admin/pathfinder-leagues/:pathfinderId/:leagueId/permissions',
  access: 'grand',
  proof: 'agreed',
  summary: 'Change what a pathfinder may do in a league',
  body: UpdatePermissionsBody,
  data: z.object({
    pathfinder: Pathfinder,
    league: Named,
    permissions: ScopePermissions,
    updatedAt: Moment,
    updatedBy: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  }),
});

export const listPathfinders = defineCall('listPathfinders', {
  route: 'GET /admin/pathfinder-assignments',
  access: 'grand',
  summary: 'Every pathfinder with their leagues',
  data: z.object({
    pathfinders: z.array(z.extend(Pathfinder, { leagues: z.array(ScopeRow), totalLeagues: z.number() })),
    totalPathfinders: z.number(),
  }),
  personIdsIn: ({ pathfinders }) => pathfinders.map(({ id }) => id),
});
