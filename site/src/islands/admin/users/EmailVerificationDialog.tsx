import { useState } from 'react';
import type { UserRow } from '#contract/admin-users.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { createEmailVerificationForm } from './email-verification.ts';
import type { UserList } from './user-list.ts';

interface Props {
  users: UserList;
  user: Pick<UserRow, 'id' | 'name'>;
  onClose: () => void;
}

export function EmailVerificationDialog({ users, user, onClose }: Props) {
  const [form] = useState(() => createEmailVerificationForm(users, user, onClose));
  return (
    <ReasonDialog
      title={`Verify the email of ${user.name}`}
      description="Only when you know the address is theirs and our codes do not reach it. Codes already sent stop working."
      form={form}
      submitLabel="Verify Email"
      busyLabel="Verifying…"
      onClose={onClose}
      hint="Kept in the audit log. Say how you know the address is theirs."
      max={REASON_MAX_LENGTH}
    />
  );
}
