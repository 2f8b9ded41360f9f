import { type UserRow, verifyUserEmail } from '#contract/admin-users.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { requireReason } from '../form/reason-rule.ts';
import { createStaffForm } from '../form/staff-form.ts';
import { invalidate } from '../query/queries.ts';
import type { UserList } from './user-list.ts';

/** The API does not require a reason, but the audit log should have one. */
export function createEmailVerificationForm(
  users: UserList,
  user: Pick<UserRow, 'id' | 'name'>,
  onSaved: () => void,
) {
  return createStaffForm({
    initial: { reason: '' },
    about: user.id,
    validate: requireReason(),
    save: async ({ reason }) => {
      await callApi(verifyUserEmail, { params: { userId: user.id }, body: { reason: reason.trim() } });
      users.query.change((view) => ({
        ...view,
        users: view.users.map((row) => (row.id === user.id ? { ...row, emailVerified: true } : row)),
      }));
      invalidate('users', { alsoOwn: true });
    },
    action: 'verify user email',
    done: `The email of ${user.name} is marked as verified`,
    onSaved,
  });
}
