import {
  END_SESSIONS_REASON_MIN_LENGTH,
  endUserSessions,
  type UserRow,
  updateUserStatus,
  verifyUserEmail,
} from '#contract/admin-users.ts';
import { resetPasskeys } from '#contract/passkeys.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { ReasonQuestion } from '../form/ReasonDialog.tsx';
import { invalidate } from '../query/queries.ts';
import { applyState, type UserList } from './user-list.ts';

type Person = Pick<UserRow, 'id' | 'name'>;

export const SUSPENSION = {
  action: 'update user status',
  busyLabel: 'Suspending…',
  hint: 'Kept in the audit log and sent to them by email.',
};

/** Each needs a reason for the audit log, also where the API does not require one. */
export function createUserQuestions(users: UserList) {
  return {
    suspend: ({ id, name }: Person): ReasonQuestion => ({
      ...SUSPENSION,
      title: `Suspend ${name}`,
      description:
        'Are you sure you want to suspend this user? They are signed out everywhere at once and cannot sign in. Their progress, notes and badges are kept.',
      submitLabel: 'Suspend User',
      draftId: id,
      done: `${name} was suspended`,
      save: async (reason) =>
        applyState(
          users,
          await callApi(updateUserStatus, { body: { userId: id, newStatus: 'SUSPENDED', reason } }),
        ),
    }),
    endSessions: ({ id, name }: Person): ReasonQuestion => ({
      title: `Sign ${name} out everywhere`,
      description: 'Every device is signed out at once. They can sign in again with their password.',
      submitLabel: 'Sign Out',
      busyLabel: 'Signing out…',
      hint: 'Kept in the audit log and sent to them by email.',
      draftId: id,
      action: 'sign the user out',
      done: `${name} was signed out everywhere`,
      min: END_SESSIONS_REASON_MIN_LENGTH,
      save: (reason) => callApi(endUserSessions, { params: { userId: id }, body: { reason } }),
    }),
    verifyEmail: ({ id, name }: Person): ReasonQuestion => ({
      title: `Verify the email of ${name}`,
      description:
        'Only when you know the address is theirs and our codes do not reach it. Codes already sent stop working.',
      submitLabel: 'Verify Email',
      submitVariant: 'primary',
      busyLabel: 'Verifying…',
      hint: 'Kept in the audit log. Say how you know the address is theirs.',
      draftId: id,
      action: 'verify user email',
      done: `The email of ${name} is marked as verified`,
      save: async (reason) => {
        await callApi(verifyUserEmail, { params: { userId: id }, body: { reason } });
        users.query.change((view) => ({
          ...view,
          users: view.users.map((row) => (row.id === id ? { ...row, emailVerified: true } : row)),
        }));
        invalidate('users', { alsoOwn: true });
      },
    }),
    resetPasskeys: ({ id, name }: Person): ReasonQuestion => ({
      title: `Remove the passkeys of ${name}`,
      description:
        'Only for someone who lost their passkeys and recovery codes, and whose identity you checked by more than an email. Every device is signed out; then the password alone is enough to sign in.',
      submitLabel: 'Remove Passkeys',
      busyLabel: 'Removing…',
      hint: 'Kept in the audit log. Say who asked and how you checked who they are.',
      draftId: id,
      action: 'remove passkeys',
      done: `Passkeys of ${name} removed`,
      save: (reason) => callApi(resetPasskeys, { params: { userId: id }, body: { reason } }),
    }),
  };
}
