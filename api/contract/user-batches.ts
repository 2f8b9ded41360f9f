import * as z from 'zod/mini';
import { SETTABLE_STATUSES, statusReason, UserListQuery } from './admin-users.ts';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import type { Status } from './roles.ts';
import { requiredId } from './shared.ts';

/** The most accounts one call may act on; larger choices go out in several calls (docs/decisions/0024). */
export const USER_BATCH_MAX = 200;
/** The most accounts that can be chosen by filters at once. */
export const USER_MATCHES_MAX = 50_000;
/** A batch is one transaction of some seven statements a person. */
const BATCH_DEADLINE_MS = 20_000;

export const USER_BATCH_ERRORS = defineErrors({
  TOO_MANY_MATCHES: {
    status: 400,
    text: 'More than {max} users match. Narrow the list with search and filters first',
  },
  /** Said of a person in an answer; the single call is content with it. */
  STATUS_UNCHANGED: { status: 400, text: 'User is {status} already' },
});

const NO_IDS = 'User IDs are required';

const userIds = z
  .array(requiredId(NO_IDS), { error: NO_IDS })
  .check(
    z.minLength(1, { error: NO_IDS }),
    z.maxLength(USER_BATCH_MAX, { error: `At most ${USER_BATCH_MAX} users can be named at once` }),
  );

/**
 * done: as by the single call. skipped: the action no longer fits the account. failed: it fits, and could not be done.
 */
const BATCH_OUTCOMES = ['done', 'skipped', 'failed'] as const;

/** What became of one person of a batch. */
export const BatchResult = z.object({
  userId: z.string(),
  /** Both null for an account that is not there, and for callers who may not read the list of accounts. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  outcome: z.enum(BATCH_OUTCOMES),
  /** Reason code and words of the single call's refusal; null when done. */
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
});
export type BatchResult = z.infer<typeof BatchResult>;

/** One answer for each account named, in the order of their ids. */
const BatchData = z.object({ results: z.array(BatchResult) });
const peopleOf = ({ results }: z.infer<typeof BatchData>) =>
  results.flatMap(({ userId, name }) => (name === null ? [] : userId));

/** The same words as the list takes; paging and order are of no matter here. */
export const UserMatchQuery = z.omit(UserListQuery, { page: true, limit: true, sort: true, direction: true });
export type UserMatchQuery = z.infer<typeof UserMatchQuery>;

const Ids = z.array(z.string());
/** The ids of every account that matches, the caller's own left out, by status; the oldest account first. */
const UserMatches = z.object({
  total: z.number(),
  ids: z.object({
    ACTIVE: Ids,
    PENDING: Ids,
    SUSPENDED: Ids,
    INACTIVE: Ids,
  } satisfies Record<Status, typeof Ids>),
});

export const listUserMatches = defineCall({
  name: 'listUserMatches',
  method: 'GET',
  path: '/admin/user-matches',
  access: 'chief',
  summary: 'Ids of every account that passes the filters of the list, to act on all of them',
  query: UserMatchQuery,
  data: UserMatches,
});

export const approveUsers = defineCall({
  name: 'approveUsers',
  method: 'POST',
  path: '/admin/user-approvals',
  access: 'chief',
  summary: `Approve up to ${USER_BATCH_MAX} pending accounts, each answered for`,
  body: z.object({ userIds }),
  data: BatchData,
  people: peopleOf,
  deadlineMs: BATCH_DEADLINE_MS,
});

export const updateUserStatuses = defineCall({
  name: 'updateUserStatuses',
  method: 'PUT',
  path: '/admin/user-statuses',
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
  people: peopleOf,
  deadlineMs: BATCH_DEADLINE_MS,
});

const EnrollmentsBody = z.object({
  userIds,
  cohortId: requiredId('Missing required fields'),
  leagueId: requiredId('Missing required fields'),
});

export const enrollUsers = defineCall({
  name: 'enrollUsers',
  method: 'POST',
  path: '/admin/user-enrollments',
  access: 'staff',
  summary: `Enroll up to ${USER_BATCH_MAX} accounts in a league the caller may manage, each answered for`,
  body: EnrollmentsBody,
  data: BatchData,
  people: peopleOf,
  deadlineMs: BATCH_DEADLINE_MS,
});

export const unenrollUsers = defineCall({
  name: 'unenrollUsers',
  method: 'POST',
  path: '/admin/user-unenrollments',
  access: 'staff',
  summary: `Take up to ${USER_BATCH_MAX} enrollments in a league back, each answered for; records and awards stay`,
  body: EnrollmentsBody,
  data: BatchData,
  people: peopleOf,
  deadlineMs: BATCH_DEADLINE_MS,
});
