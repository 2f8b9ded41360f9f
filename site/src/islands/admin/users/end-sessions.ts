import { END_SESSIONS_REASON_MIN_LENGTH, endUserSessions, type UserRow } from '#contract/admin-users.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { requireReason } from '../form/reason-rule.ts';
import { createStaffForm } from '../form/staff-form.ts';

/** The form that signs somebody out on every device and asks why. */
export function createEndSessionsForm(user: Pick<UserRow, 'id' | 'name'>, onSaved: () => void) {
  return createStaffForm({
    initial: { reason: '' },
    about: user.id,
    validate: requireReason(END_SESSIONS_REASON_MIN_LENGTH),
    save: async ({ reason }) => {
      await callApi(endUserSessions, { params: { userId: user.id }, body: { reason } });
    },
    action: 'sign the user out',
    done: `${user.name} was signed out everywhere`,
    onSaved,
  });
}
