import { useState } from 'react';
import type { UserRow } from '#contract/admin-users.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { createPasskeyResetForm } from './passkey-reset.ts';

interface Props {
  user: Pick<UserRow, 'id' | 'name'>;
  onClose: () => void;
}

/** Says when to remove somebody's passkeys, and asks why it is done. */
export function PasskeyResetDialog({ user, onClose }: Props) {
  const [form] = useState(() => createPasskeyResetForm(user, onClose));
  return (
    <ReasonDialog
      title={`Remove the passkeys of ${user.name}`}
      description="Do this only for somebody who lost them and their recovery codes, and whom you know by more than a mail. Every device is signed out, and the password alone signs in again."
      form={form}
      submitLabel="Remove Passkeys"
      submitVariant="danger"
      busyLabel="Removing…"
      onClose={onClose}
      hint="Kept in the audit log. Say who asked and how you checked who they are."
      max={REASON_MAX_LENGTH}
    />
  );
}
