import { useState } from 'react';
import type { UserRow } from '#contract/admin-users.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { createPasskeyResetForm } from './passkey-reset.ts';

interface Props {
  user: Pick<UserRow, 'id' | 'name'>;
  onClose: () => void;
}

export function PasskeyResetDialog({ user, onClose }: Props) {
  const [form] = useState(() => createPasskeyResetForm(user, onClose));
  return (
    <ReasonDialog
      title={`Remove the passkeys of ${user.name}`}
      description="Only for someone who lost their passkeys and recovery codes, and whose identity you checked by more than an email. Every device is signed out; then the password alone is enough to sign in."
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
