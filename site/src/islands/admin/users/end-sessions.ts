import { END_SESSIONS_REASON_MIN_LENGTH, endUserSessions, type UserRow } from '#contract/admin-users.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { lengthOf, toTooLong } from '#contract/text.ts';
import type { FieldErrors } from '#site/islands/shared/form/form.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createStaffForm } from '../form/staff-form.ts';

/** The rules of the contract, in its words; the schema itself stays on the server. */
function validateReason({ reason }: { reason: string }): FieldErrors<{ reason: string }> {
  const length = lengthOf(reason.trim());
  if (length === 0) return { reason: 'Reason is required' };
  if (length < END_SESSIONS_REASON_MIN_LENGTH) {
    return { reason: `Reason must be ${END_SESSIONS_REASON_MIN_LENGTH} characters or more` };
  }
  return length > REASON_MAX_LENGTH ? { reason: toTooLong('Reason', REASON_MAX_LENGTH) } : {};
}

/** The form that signs somebody out on every device and asks why. */
export function createEndSessionsForm(user: Pick<UserRow, 'id' | 'name'>, onSaved: () => void) {
  return createStaffForm({
    initial: { reason: '' },
    about: user.id,
    validate: validateReason,
    save: async ({ reason }) => {
      await callApi(endUserSessions, { params: { userId: user.id }, body: { reason } });
    },
    action: 'sign the user out',
    done: `${user.name} was signed out everywhere`,
    onSaved,
  });
}
