import { useState } from 'react';
import { END_SESSIONS_REASON_MIN_LENGTH, endUserSessions, type UserRow } from '#contract/admin-users.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { requireReason } from '../form/reason-rule.ts';
import { createStaffForm } from '../form/staff-form.ts';

interface Props {
  user: Pick<UserRow, 'id' | 'name'>;
  onClose: () => void;
}

export function EndSessionsDialog({ user, onClose }: Props) {
  const [form] = useState(() => createEndSessionsForm(user, onClose));
  return (
    <ReasonDialog
      title={`Sign ${user.name} out everywhere`}
      description="Every device is signed out at once. They can sign in again with their password."
      form={form}
      submitLabel="Sign Out"
      submitVariant="danger"
      busyLabel="Signing out…"
      onClose={onClose}
      hint="Kept in the audit log and sent to them by email."
      max={REASON_MAX_LENGTH}
    />
  );
}

function createEndSessionsForm(user: Pick<UserRow, 'id' | 'name'>, onSaved: () => void) {
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
