import { type ComponentProps, useState } from 'react';
import {
  END_SESSIONS_REASON_MIN_LENGTH,
  endUserSessions,
  type UserRow,
  type UserState,
  updateUserRole,
} from '#contract/admin-users.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { toRoleText } from '#site/labels.ts';
import { QuestionDialog } from '../action/QuestionDialog.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { createStaffForm, requireReason } from '../form/staff-form.ts';
import { TextField } from '../form/TextField.tsx';
import { createEmailVerificationForm, createPasskeyResetForm, type UserActions } from './user-actions.ts';
import type { UserList } from './user-list.ts';

interface Props {
  user: Pick<UserRow, 'id' | 'name'>;
  onChanged: (now: UserState) => void;
  onClose: () => void;
}

/** The API also asks for the password or passkey again. */
export function GrandDialog({ user, onChanged, onClose }: Props) {
  const [form] = useState(() => createGrandForm(user, onChanged, onClose));
  return (
    <FormDialog
      title={`Make ${user.name} a Grand Pathfinder`}
      description="A Grand Pathfinder can do everything here, including changing your role. This screen cannot take it back."
      form={form}
      submitLabel="Make Grand Pathfinder"
      submitVariant="danger"
      size="small"
      onClose={onClose}
    >
      <TextField form={form} name="typed" label={`Type “${user.name}” to confirm`} required />
    </FormDialog>
  );
}

function createGrandForm(user: Props['user'], onChanged: Props['onChanged'], onSaved: () => void) {
  return createStaffForm<{ typed: string }>({
    initial: { typed: '' },
    draftId: user.id,
    validate: ({ typed }) =>
      typed.trim() === user.name.trim() ? {} : { typed: `Please type “${user.name}”` },
    save: async () =>
      onChanged(await callApi(updateUserRole, { body: { userId: user.id, newRole: 'GRAND_PATHFINDER' } })),
    action: 'update user role',
    done: `${user.name} is now a Grand Pathfinder`,
    onSaved,
  });
}

interface EmailVerificationDialogProps {
  users: UserList;
  user: Pick<UserRow, 'id' | 'name'>;
  onClose: () => void;
}

export function EmailVerificationDialog({ users, user, onClose }: EmailVerificationDialogProps) {
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

interface PasskeyResetDialogProps {
  user: Pick<UserRow, 'id' | 'name'>;
  onClose: () => void;
}

export function PasskeyResetDialog({ user, onClose }: PasskeyResetDialogProps) {
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

interface EndSessionsDialogProps {
  user: Pick<UserRow, 'id' | 'name'>;
  onClose: () => void;
}

export function EndSessionsDialog({ user, onClose }: EndSessionsDialogProps) {
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
    draftId: user.id,
    validate: requireReason(END_SESSIONS_REASON_MIN_LENGTH),
    save: async ({ reason }) => {
      await callApi(endUserSessions, { params: { userId: user.id }, body: { reason } });
    },
    action: 'sign the user out',
    done: `${user.name} was signed out everywhere`,
    onSaved,
  });
}

interface SuspendDialogProps
  extends Pick<ComponentProps<typeof ReasonDialog>, 'title' | 'description' | 'submitLabel'> {
  /** Null for several accounts. */
  draftId: string | null;
  /** Null if the bulk progress reports the success. */
  done: string | null;
  suspend: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** The screen requires a reason, although the API does not. */
export function SuspendDialog({ draftId, done, suspend, ...dialog }: SuspendDialogProps) {
  const [form] = useState(() =>
    createStaffForm({
      initial: { reason: '' },
      draftId,
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

const UNENROLLMENT_QUESTION =
  'They no longer see this league, and leave its leaderboard. Badges and certificates stay. Progress, notes and answers are kept and come back when you enroll them again.';

export function UserQuestions({ actions }: { actions: UserActions }) {
  return (
    <>
      <QuestionDialog
        action={actions.approval}
        title={({ name }) => `Approve ${name}`}
        question="Are you sure you want to approve this user?"
        confirmLabel="Approve User"
        busyLabel="Approving…"
        variant="primary"
      />
      <QuestionDialog
        action={actions.activation}
        title={({ name }) => `Activate ${name}`}
        question="Are you sure you want to activate this user?"
        confirmLabel="Activate User"
        busyLabel="Activating…"
        variant="primary"
      />
      <QuestionDialog
        action={actions.roleChange}
        title={({ user }) => `Change the role of ${user.name}`}
        question={({ role }) => `Are you sure you want to change this user's role to ${toRoleText(role)}?`}
        confirmLabel="Update Role"
        busyLabel="Updating…"
        variant="primary"
      />
      <QuestionDialog
        action={actions.unenrollment}
        title={({ user, enrollment }) => `Remove ${user.name} from ${enrollment.league.name}`}
        question={UNENROLLMENT_QUESTION}
        confirmLabel="Remove"
        busyLabel="Removing…"
      />
    </>
  );
}
