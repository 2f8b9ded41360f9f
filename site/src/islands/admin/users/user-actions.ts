import { approveUser, type UserRow, updateUserRole, updateUserStatus } from '#contract/admin-users.ts';
import type { Role, Status } from '#contract/roles.ts';
import {
  approveUsers,
  type BatchResult,
  enrollUsers,
  unenrollUsers,
  updateUserStatuses,
} from '#contract/user-batches.ts';
import { type ConfirmedAction, createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import { toRoleText } from '#site/labels.ts';
import { type BulkJob, type BulkOutcome, type BulkRun, createBulkRun } from '../bulk/bulk-run.ts';
import { invalidate } from '../query/queries.ts';
import { applyState, type Chosen, type UserList } from './user-list.ts';

type Person = Pick<UserRow, 'id' | 'name' | 'status'>;

interface RoleChange {
  user: Pick<UserRow, 'id' | 'name'>;
  role: Role;
}

interface Unenrollment {
  user: Pick<UserRow, 'id' | 'name'>;
  enrollment: UserRow['enrollments'][number];
}

export interface UserActions {
  approval: ConfirmedAction<Person>;
  activation: ConfirmedAction<Person>;
  roleChange: ConfirmedAction<RoleChange>;
  unenrollment: ConfirmedAction<Unenrollment>;
}

export function createUserActions(users: UserList): UserActions {
  return {
    approval: createConfirmedAction<Person>({
      action: 'approve user',
      run: async ({ id }) => applyState(users, await callApi(approveUser, { body: { userId: id } })),
      done: ({ name }) => `${name} was approved`,
    }),
    activation: createConfirmedAction<Person>({
      action: 'update user status',
      run: async ({ id }) =>
        applyState(users, await callApi(updateUserStatus, { body: { userId: id, newStatus: 'ACTIVE' } })),
      done: ({ name }) => `${name} is active again`,
    }),
    roleChange: createConfirmedAction<RoleChange>({
      action: 'update user role',
      run: async ({ user, role }) =>
        applyState(users, await callApi(updateUserRole, { body: { userId: user.id, newRole: role } })),
      done: ({ user, role }) => `${user.name} is now a ${toRoleText(role)}`,
    }),
    unenrollment: createConfirmedAction<Unenrollment>({
      action: 'remove the user from the league',
      run: async ({ user, enrollment: { league, cohort } }) => {
        const { results } = await callApi(unenrollUsers, {
          body: { userIds: [user.id], leagueId: league.id, cohortId: cohort.id },
        });
        const [result] = results;
        if (result?.message) throw new ApiFailure({ kind: 'refused', message: result.message });
        invalidate('leagues', { alsoOwn: true });
        invalidate('users', { alsoOwn: true });
      },
      done: ({ user, enrollment }) => `${user.name} was removed from ${enrollment.league.name}`,
    }),
  };
}

export interface LeagueChoice {
  id: string;
  cohortId: string;
}

/** `onPause` gets the settled ids. */
export function createUserBulk(onPause: (settled: readonly string[]) => void): BulkRun {
  return createBulkRun({
    onPause: (settled) => {
      invalidate('leagues', { alsoOwn: true });
      invalidate('users', { alsoOwn: true });
      onPause(settled);
    },
  });
}

type BatchCall = (userIds: string[], idempotencyKey: string) => Promise<{ results: readonly BatchResult[] }>;

const toJob = (title: string, done: string, call: BatchCall): BulkJob => ({
  title,
  done: { one: `user ${done}`, many: `users ${done}` },
  send: async (ids, key) => toOutcomes(await call([...ids], key)),
});

export const approveJob = toJob('Approve users', 'approved', (userIds, idempotencyKey) =>
  callApi(approveUsers, { body: { userIds }, idempotencyKey }),
);

export const activateJob = toJob('Activate users', 'activated', (userIds, idempotencyKey) =>
  callApi(updateUserStatuses, { body: { userIds, newStatus: 'ACTIVE' }, idempotencyKey }),
);

export function toSuspendJob(reason: string): BulkJob {
  return toJob('Suspend users', 'suspended', (userIds, idempotencyKey) =>
    callApi(updateUserStatuses, { body: { userIds, newStatus: 'SUSPENDED', reason }, idempotencyKey }),
  );
}

export function toEnrollJob({ id: leagueId, cohortId }: LeagueChoice): BulkJob {
  const toLeagueJob = (title: string, done: string, call: typeof enrollUsers | typeof unenrollUsers) =>
    toJob(title, done, (userIds, idempotencyKey) =>
      callApi(call, { body: { userIds, cohortId, leagueId }, idempotencyKey }),
    );
  return {
    ...toLeagueJob('Enroll users', 'enrolled', enrollUsers),
    undo: toLeagueJob('Undo the enrollment', 'removed from the league', unenrollUsers),
  };
}

function toOutcomes({ results }: { results: readonly BatchResult[] }): BulkOutcome[] {
  return results.map(({ userId, name, email, outcome, message }) => ({
    id: userId,
    name,
    email,
    outcome,
    message,
  }));
}

export function idsWithStatus(chosen: readonly Chosen[], ...statuses: Status[]): string[] {
  return chosen.flatMap(({ id, status }) => (statuses.includes(status) ? [id] : []));
}

/** Grand Pathfinders are listed only to remove their passkeys or restore their account. */
export function mayEditHere({ role }: Pick<UserRow, 'role'>): boolean {
  return role !== 'GRAND_PATHFINDER';
}

/** docs/product.md OPEN-36 defines this rule. */
export function mayActivate(status: Status): boolean {
  return status !== 'PENDING' && status !== 'ACTIVE';
}
