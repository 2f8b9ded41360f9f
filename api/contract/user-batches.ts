import * as z from 'zod/mini';
import { SETTABLE_STATUSES, statusReason, UserListQuery } from './admin-users.ts';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import type { Status } from './roles.ts';
import { requiredId } from './shared.ts';

/** Larger choices are split into several calls (docs/decisions/0024). */
export const USER_BATCH_MAX = 200;
export const USER_MATCHES_MAX = 50_000;
// A batch is one transaction with about seven statements per person.
const BATCH_DEADLINE_MS = 20_000;

export const USER_BATCH_ERRORS = defineErrors({
  TOO_MANY_MATCHES: {
    status: 400,
    text: 'More than {max} users match. Narrow the list with search and filters first',
  },
  // Only in batches; the single call accepts an unchanged status.
  STATUS_UNCHANGED: { status: 400, text: 'User is {status} already' },
});

const NO_IDS = 'User IDs are required';

const userIds = z
  .array(requiredId(NO_IDS), { error: NO_IDS })
  .check(
    z.minLength(1, { error: NO_IDS }),
    z.maxLength(USER_BATCH_MAX, { error: `At most ${USER_BATCH_MAX} users can be named at once` }),
  );

// skipped: the action no longer applies to the account; failed: it applies but was refused.
const BATCH_OUTCOMES = ['done', 'skipped', 'failed'] as const;

export const BatchResult = z.object({
  userId: z.string(),
  /** Null, like `email`, when the account is missing or the caller may not read the user list. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  outcome: z.enum(BATCH_OUTCOMES),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
});
export type BatchResult = z.infer<typeof BatchResult>;

// Ordered by user id.
const BatchData = z.object({ results: z.array(BatchResult) });
const personIdsIn = ({ results }: z.infer<typeof BatchData>) =>
  results.flatMap(({ userId, name }) => (name === null ? [] : userId));

export const UserMatchQuery = z.omit(UserListQuery, { page: true, limit: true, sort: true, direction: true });
export type UserMatchQuery = z.infer<typeof UserMatchQuery>;

const Ids = z.array(z.string());
// Grouped by status, oldest account first; without the caller.
const UserMatches = z.object({
  total: z.number(),
  ids: z.object({
    ACTIVE: Ids,
    PENDING: Ids,
    SUSPENDED: Ids,
    INACTIVE: Ids,
  } satisfies Record<Status, typeof Ids>),
});

export const listUserMatches = defineCall('listUserMatches', {
  route: 'GET /admin/user-matches',
  access: 'chief',
  summary: 'Ids of every account that passes the filters of the list, to act on all of them',
  query: UserMatchQuery,
  data: UserMatches,
});

export const approveUsers = defineCall('approveUsers', {
  route: 'POST /admin/user-approvals',
  access: 'chief',
  summary: `Approve up to ${USER_BATCH_MAX} pending accounts, each answered for`,
  body: z.object({ userIds }),
  data: BatchData,
  personIdsIn,
  deadlineMs: BATCH_DEADLINE_MS,
});

export const updateUserStatuses = defineCall('updateUserStatuses', {
  route: 'PUT /admin/user-statuses',
  access: 'grand',
  proof: 'always',
  summary: `Suspend up to ${USER_BATCH_MAX} accounts or make them active again, each answered for`,
  body: z.object({
    userIds,
    newStatus: z.enum(SETTABLE_STATUSES, {
      error: 'Invalid status. Only ACTIVE and SUSPENDED are allowed',
    }),
    reason: statusReason,
  }),
  data: BatchData,
  personIdsIn,
  deadlineMs: BATCH_DEADLINE_MS,
});

const EnrollmentsBody = z.object({
  userIds,
  cohortId: requiredId('Missing required fields'),
  leagueId: requiredId('Missing required fields'),
});

export const enrollUsers = defineCall('enrollUsers', {
  route: 'POST /admin/user-enrollments',
  access: 'staff',
  summary: `Enroll up to ${USER_BATCH_MAX} accounts in a league the caller may manage, each answered for`,
  body: EnrollmentsBody,
  data: BatchData,
  personIdsIn,
  deadlineMs: BATCH_DEADLINE_MS,
});

export const unenrollUsers = defineCall('unenrollUsers', {
  route: 'POST /admin/user-unenrollments',
  access: 'staff',
  summary: `Take up to ${USER_BATCH_MAX} enrollments in a league back, each answered for; records and awards stay`,
  body: EnrollmentsBody,
  data: BatchData,
  personIdsIn,
  deadlineMs: BATCH_DEADLINE_MS,
});
