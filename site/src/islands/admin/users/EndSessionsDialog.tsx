import { useState } from 'react';
import type { UserRow } from '#contract/admin-users.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { createEndSessionsForm } from './end-sessions.ts';

interface Props {
  user: Pick<UserRow, 'id' | 'name'>;
  onClose: () => void;
}

/** Asks why somebody is signed out everywhere, and says who will read it. */
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
