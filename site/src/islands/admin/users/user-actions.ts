import {
  approveUser,
  type SettableStatus,
  type UserRow,
  updateUserRole,
  updateUserStatus,
  verifyUserEmail,
} from '#contract/admin-users.ts';
import { enrollInLeague } from '#contract/learning.ts';
import type { Role, Status } from '#contract/roles.ts';
import { callApi } from '#site/islands/shared/api.ts';
import { roleWords } from '#site/labels.ts';
import { type BulkRun, createBulkRun } from '../shared/bulk-run.ts';
import { type ConfirmedAction, createConfirmedAction } from '../shared/confirmed-action.ts';
import { noteChange } from '../shared/queries.ts';
import { applyState, type UserList } from './user-list.ts';

type Person = Pick<UserRow, 'id' | 'name' | 'status'>;

export interface RoleChange {
  user: Pick<UserRow, 'id' | 'name'>;
  role: Role;
}

export interface UserActions {
  approval: ConfirmedAction<Person>;
  suspension: ConfirmedAction<Person>;
  activation: ConfirmedAction<Person>;
  roleChange: ConfirmedAction<RoleChange>;
  verification: ConfirmedAction<Person>;
}

const setStatus = (userId: string, newStatus: SettableStatus) =>
  callApi(updateUserStatus, { body: { userId, newStatus } });

/** What can be done with one account, each asked about first (AUSER-26 to AUSER-34, ERR-18). */
export function createUserActions(users: UserList): UserActions {
  return {
    approval: createConfirmedAction<Person>({
      action: 'approve user',
      run: async ({ id }) => applyState(users, await callApi(approveUser, { body: { userId: id } })),
      done: ({ name }) => `${name} was approved`,
    }),
    suspension: createConfirmedAction<Person>({
      action: 'update user status',
      run: async ({ id }) => applyState(users, await setStatus(id, 'SUSPENDED')),
      done: ({ name }) => `${name} was suspended`,
    }),
    activation: createConfirmedAction<Person>({
      action: 'update user status',
      run: async ({ id }) => applyState(users, await setStatus(id, 'ACTIVE')),
      done: ({ name }) => `${name} is active again`,
    }),
    roleChange: createConfirmedAction<RoleChange>({
      action: 'update user role',
      run: async ({ user, role }) =>
        applyState(users, await callApi(updateUserRole, { body: { userId: user.id, newRole: role } })),
      done: ({ user, role }) => `${user.name} is now ${roleWords(role)}`,
    }),
    verification: createConfirmedAction<Person>({
      action: 'verify user email',
      run: async ({ id }) => {
        await callApi(verifyUserEmail, { params: { userId: id }, body: {} });
        users.query.change((view) => ({
          ...view,
          users: view.users.map((user) => (user.id === id ? { ...user, emailVerified: true } : user)),
        }));
        noteChange('users', { alsoOwn: true });
      },
      done: ({ name }) => `The email of ${name} counts as verified`,
    }),
  };
}

export interface LeagueChoice {
  id: string;
  cohortId: string;
}

export interface Enrolling {
  user: UserRow;
  league: LeagueChoice;
}

export interface BulkActions {
  approve: BulkRun<UserRow>;
  suspend: BulkRun<UserRow>;
  enroll: BulkRun<Enrolling>;
}

/** The same for many at once, with progress. The list is asked for again at the end. */
export function createBulkActions(onDone: () => void = () => {}): BulkActions {
  const finish = () => {
    noteChange('users', { alsoOwn: true });
    onDone();
  };
  const label = ({ name, email }: UserRow) => `${name} (${email})`;
  return {
    approve: createBulkRun<UserRow>({
      run: async ({ id }) => void (await callApi(approveUser, { body: { userId: id } })),
      label,
      onDone: finish,
    }),
    suspend: createBulkRun<UserRow>({
      run: async ({ id }) => void (await setStatus(id, 'SUSPENDED')),
      label,
      onDone: finish,
    }),
    enroll: createBulkRun<Enrolling>({
      run: async ({ user, league }) => {
        const body = { userId: user.id, cohortId: league.cohortId, leagueId: league.id };
        await callApi(enrollInLeague, { body });
      },
      label: ({ user }) => label(user),
      onDone: () => {
        noteChange('leagues', { alsoOwn: true });
        finish();
      },
    }),
  };
}

/** Those of the chosen whom an action fits: approval the waiting, suspension and enrolment the active. */
export function withStatus(users: readonly UserRow[], status: Status): UserRow[] {
  return users.filter((user) => user.status === status);
}

/** True where a suspended, or otherwise shut, account can be opened again (AUSER-31, OPEN-36). */
export function mayActivate(status: Status): boolean {
  return status !== 'PENDING' && status !== 'ACTIVE';
}
