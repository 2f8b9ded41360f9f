import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { REASON_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { defineExport } from './exports.ts';
import { ROLES, type Role, STATUSES, type Status } from './roles.ts';
import {
  Moment,
  Named,
  NullableText,
  optionalText,
  PageQuery,
  Pagination,
  requiredId,
  requiredText,
  ScopePermissions,
} from './shared.ts';
import { lengthOf } from './text.ts';
import { AccountFields, User } from './users.ts';

export const ADMIN_USER_ERRORS = defineErrors({
  USER_NOT_FOUND: { status: 404, text: 'User not found' },
  USER_NOT_PENDING: { status: 400, text: 'User is not pending approval' },
  USER_IS_PENDING: { status: 400, text: 'User is pending approval' },
  ROLE_OF_SUSPENDED: { status: 400, text: 'Cannot update role of suspended user' },
  ROLE_OF_INACTIVE: { status: 400, text: 'Cannot update role of a user who is not active' },
  OWN_ROLE: { status: 400, text: 'Cannot change your own role' },
  OWN_SUSPENSION: { status: 400, text: 'Cannot suspend your own account' },
  OWN_STATUS: { status: 400, text: 'Cannot change your own status' },
  USER_ALREADY_VERIFIED: { status: 400, text: 'Email is already verified' },
  OWN_VERIFICATION: { status: 400, text: 'Cannot verify your own e-mail address by hand' },
  OWN_SESSIONS: { status: 400, text: 'Sign out your own devices in your profile' },
  OWN_APPROVAL: { status: 400, text: 'Cannot approve your own account' },
  GRAND_ACCOUNT: { status: 403, text: 'Only a Grand Pathfinder can change the account of one' },
});

export const UserRow = z.object({
  ...AccountFields,
  role: z.enum(ROLES),
  status: z.enum(STATUSES),
  /** Time at which the holder of a staff account deleted it; the account is erased STAFF_ERASURE_DAYS later. */
  closedAt: z.optional(z.nullable(Moment)),
  enrollments: z.array(z.object({ id: z.string(), enrolledAt: Moment, league: Named, cohort: Named })),
  pathfinderScopes: z.array(z.extend(ScopePermissions, { leagueId: z.string(), league: Named })),
});
export type UserRow = z.infer<typeof UserRow>;

export const USER_SORTS = ['name', 'olid', 'createdAt'] as const;

// Absent, '' and 'all' mean no filter.
function filterOf<Value extends string>(values: readonly Value[], error: string) {
  return z.pipe(
    z.pipe(
      z.optional(z.string()),
      z.transform((value: string | undefined) => (!value || /^all$/i.test(value) ? undefined : value)),
    ),
    z.optional(z.enum(values as readonly [Value, ...Value[]], { error })),
  );
}

/**
 * `search` matches name, e-mail and social handles; the default order is newest first. `excludeRole` removes a role
 * from both rows and counts.
 */
export const UserListQuery = z.extend(PageQuery, {
  /** CLOSED finds staff accounts that their holders deleted and that wait for erasure; SUSPENDED finds them too. */
  status: filterOf([...STATUSES, 'CLOSED'] as const, 'Invalid status filter'),
  role: filterOf(ROLES, 'Invalid role filter'),
  excludeRole: filterOf(ROLES, 'Invalid role filter'),
  migrated: filterOf(['true', 'false'] as const, 'Invalid migration filter'),
  search: z.optional(z.string()),
  sort: filterOf(USER_SORTS, 'Invalid sort column'),
  direction: filterOf(['asc', 'desc'] as const, 'Invalid sort direction'),
});
export type UserListQuery = z.infer<typeof UserListQuery>;

/** Counted before any filter except `excludeRole`. */
export const UserCounts = z.object({
  total: z.number(),
  active: z.number(),
  pending: z.number(),
  suspended: z.number(),
  migrated: z.number(),
});
export type UserCounts = z.infer<typeof UserCounts>;

export const UserListData = z.object({
  users: z.array(UserRow),
  counts: UserCounts,
  note: z.optional(z.string()),
  pagination: Pagination,
});

export const UserState = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  status: z.enum(STATUSES),
});
export type UserState = z.infer<typeof UserState>;

function oneOf<Value extends string>(values: readonly Value[], required: string, invalid: string) {
  return z.any().check(
    z.refine((value) => value !== undefined && value !== null && value !== '', {
      error: required,
      abort: true,
    }),
    z.refine((value) => values.includes(value as Value), { error: invalid }),
  ) as unknown as z.ZodMiniType<Value>;
}

const INVALID_ROLE = 'Invalid role specified';
const INVALID_STATUS = 'Invalid status. Only ACTIVE and SUSPENDED are allowed';
const ROLE_WORDS = 'User ID and new role are required';
const STATUS_WORDS = 'User ID and new status are required';

/** A PENDING account has to be approved instead, and INACTIVE is never set (docs/api.md Q18). */
export const SETTABLE_STATUSES = ['ACTIVE', 'SUSPENDED'] as const satisfies readonly Status[];
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

const roleOnApproval = z.optional(z.nullable(z.enum(ROLES, { error: INVALID_ROLE })));

/** Appears in the audit log and in the mail to the suspended person. */
export const statusReason = optionalText({ field: 'Reason', max: REASON_MAX_LENGTH });

const ApproveUserBody = z.object({
  userId: requiredId('User ID is required'),
  /** Only a GRAND_PATHFINDER may send it. */
  role: roleOnApproval,
});
const UpdateRoleBody = z.object({
  userId: requiredId(ROLE_WORDS),
  newRole: oneOf<Role>(ROLES, ROLE_WORDS, INVALID_ROLE),
});
const UpdateStatusBody = z.object({
  userId: requiredId(STATUS_WORDS),
  newStatus: oneOf<SettableStatus>(SETTABLE_STATUSES, STATUS_WORDS, INVALID_STATUS),
  reason: statusReason,
});

const idsOfUsers = ({ users }: z.infer<typeof UserListData>) => users.map(({ id }) => id);

export const listUsers = defineCall('listUsers', {
  route: 'GET /admin/users',
  access: 'chief',
  summary: 'Accounts, newest first, with filters and figures',
  query: UserListQuery,
  data: UserListData,
  personIdsIn: idsOfUsers,
});

export const listPendingUsers = defineCall('listPendingUsers', {
  route: 'GET /admin/pending-users',
  access: 'chief',
  summary: 'Accounts that wait for approval, newest first',
  query: UserListQuery,
  data: UserListData,
  personIdsIn: idsOfUsers,
});

export const approveUser = defineCall('approveUser', {
  route: 'POST /admin/approve-user',
  access: 'chief',
  summary: 'Approve a pending account',
  body: ApproveUserBody,
  data: UserState,
});

export const updateUserRole = defineCall('updateUserRole', {
  route: 'PUT /admin/update-role',
  access: 'grand',
  proof: 'agreed',
  summary: 'Give an active account another role',
  body: UpdateRoleBody,
  data: UserState,
});

export const updateUserStatus = defineCall('updateUserStatus', {
  route: 'PUT /admin/update-status',
  access: 'grand',
  proof: 'agreed',
  summary: 'Suspend an account or make it active again',
  body: UpdateStatusBody,
  data: UserState,
});

const UserBadge = z.object({
  id: z.string(),
  name: z.string(),
  imageUrl: NullableText,
  league: Named,
  earnedAt: Moment,
});

export const getUser = defineCall('getUser', {
  route: 'GET /admin/users/:userId',
  access: 'chief',
  summary: 'One account, whole, with its badges',
  data: z.extend(User, { badges: z.array(UserBadge) }),
});

export const approveUserById = defineCall('approveUserById', {
  route: 'PUT /admin/users/:userId/approve',
  access: 'chief',
  summary: 'Approve a pending account',
  body: z.object({ role: roleOnApproval }),
  data: UserState,
});

export const updateRoleById = defineCall('updateRoleById', {
  route: 'PUT /admin/users/:userId/role',
  access: 'grand',
  proof: 'agreed',
  summary: 'Give an active account another role',
  body: z.object({ role: oneOf<Role>(ROLES, ROLE_WORDS, INVALID_ROLE) }),
  data: UserState,
});

export const updateStatusById = defineCall('updateStatusById', {
  route: 'PUT /admin/users/:userId/status',
  access: 'grand',
  proof: 'agreed',
  summary: 'Suspend an account or make it active again',
  body: z.object({
    status: oneOf<SettableStatus>(SETTABLE_STATUSES, STATUS_WORDS, INVALID_STATUS),
    reason: statusReason,
  }),
  data: UserState,
});

export const getUserVerification = defineCall('getUserVerification', {
  route: 'GET /auth/email-verification/verification-status/:userId',
  access: 'chief',
  summary: "Whether another account's e-mail address is verified",
  data: z.object({ emailVerified: z.boolean(), pendingOTP: z.boolean() }),
});

export const verifyUserEmail = defineCall('verifyUserEmail', {
  route: 'POST /auth/email-verification/admin-verify-email/:userId',
  access: 'chief',
  summary: "Verify another account's e-mail address by hand",
  body: z.object({
    reason: optionalText({ field: 'Reason', max: REASON_MAX_LENGTH }),
  }),
  data: z.object({ emailVerified: z.boolean() }),
});

export const END_SESSIONS_REASON_MIN_LENGTH = 3;
const REASON_TOO_SHORT = `Reason must be ${END_SESSIONS_REASON_MIN_LENGTH} characters or more`;

/** `reason` appears unchanged in the audit log and in the mail to the person. */
export const endUserSessions = defineCall('endUserSessions', {
  route: 'POST /admin/users/:userId/end-sessions',
  access: 'grand',
  proof: 'always',
  summary: 'Sign another account out on every device',
  body: z.object({
    reason: z.pipe(
      requiredText({ required: 'Reason is required', field: 'Reason', max: REASON_MAX_LENGTH }),
      z
        .string()
        .check(
          z.refine((value) => lengthOf(value) >= END_SESSIONS_REASON_MIN_LENGTH, { error: REASON_TOO_SHORT }),
        ),
    ),
  }),
  data: z.object({ endedCount: z.number() }),
});

export const exportUsers = defineExport('exportUsers', {
  path: '/admin/users/export',
  access: 'chief',
  summary: 'Accounts as CSV, those of their list that search and filters leave; recorded',
  query: UserListQuery,
});
