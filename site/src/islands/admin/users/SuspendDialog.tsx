import { type ComponentProps, useState } from 'react';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { requireReason } from '../form/reason-rule.ts';
import { createStaffForm } from '../form/staff-form.ts';

interface Props extends Pick<ComponentProps<typeof ReasonDialog>, 'title' | 'description' | 'submitLabel'> {
  /** The id of one account; null for several. */
  about: string | null;
  /** Said when it is done; null where the progress of a bulk action says it. */
  done: string | null;
  suspend: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Asks why one or several are suspended; the API itself takes a suspension without a reason. */
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
