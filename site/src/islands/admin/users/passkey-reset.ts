import type { UserRow } from '#contract/admin-users.ts';
import { resetPasskeys } from '#contract/passkeys.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { requireReason } from '../form/reason-rule.ts';
import { createStaffForm } from '../form/staff-form.ts';

/** The API does not require a reason, but the audit log should have one. */
export function createPasskeyResetForm(user: Pick<UserRow, 'id' | 'name'>, onSaved: () => void) {
  return createStaffForm({
    initial: { reason: '' },
    about: user.id,
    validate: requireReason(),
    save: async ({ reason }) => {
      await callApi(resetPasskeys, { params: { userId: user.id }, body: { reason: reason.trim() } });
    },
    action: 'remove passkeys',
    done: `Passkeys of ${user.name} removed`,
    onSaved,
  });
}
