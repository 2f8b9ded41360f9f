import { type ComponentProps, useState } from 'react';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { requireReason } from '../form/reason-rule.ts';
import { createStaffForm } from '../form/staff-form.ts';

interface Props extends Pick<ComponentProps<typeof ReasonDialog>, 'title' | 'description' | 'submitLabel'> {
  /** Null for several accounts. */
  about: string | null;
  /** Null if the bulk progress reports the success. */
  done: string | null;
  suspend: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** The screen requires a reason, although the API does not. */
export function SuspendDialog({ about, done, suspend, ...dialog }: Props) {
  const [form] = useState(() =>
    createStaffForm({
      initial: { reason: '' },
      about,
      validate: requireReason(),
      save: ({ reason }) => suspend(reason.trim()),
      action: 'update user status',
      done,
      onSaved: dialog.onClose,
    }),
  );
  return (
    <ReasonDialog
      {...dialog}
      form={form}
      submitVariant="danger"
      busyLabel="Suspending…"
      hint="Kept in the audit log and sent to them by email."
      max={REASON_MAX_LENGTH}
    />
  );
}
