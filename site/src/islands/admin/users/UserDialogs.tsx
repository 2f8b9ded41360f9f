import { useState } from 'react';
import { type UserRow, type UserState, updateUserRole } from '#contract/admin-users.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { QuestionDialog } from '#site/islands/shared/action/QuestionDialog.tsx';
import { createDialogForm } from '#site/islands/shared/form/dialog-form.ts';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import { TextField } from '#site/islands/shared/form/TextField.tsx';
import { callApi } from '#site/islands/shared/http/api.ts';
import { toRoleText } from '#site/labels.ts';
import type { UserActions } from './user-actions.ts';

interface Props {
  user: Pick<UserRow, 'id' | 'name'>;
  onChanged: (now: UserState) => void;
  onClose: () => void;
}

/** The API also asks for the password or passkey again. */
export function GrandDialog({ user, onChanged, onClose }: Props) {
  const [form] = useState(() =>
    createDialogForm({
      initial: { typed: '' },
      draftId: user.id,
      validate: ({ typed }) =>
        typed.trim() === user.name.trim() ? {} : { typed: `Please type “${user.name}”` },
      save: async () =>
        onChanged(await callApi(updateUserRole, { body: { userId: user.id, newRole: 'GRAND_PATHFINDER' } })),
      action: 'update user role',
      done: `${user.name} is now a Grand Pathfinder`,
      onSaved: onClose,
    }),
  );
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

export function UserFailures({ actions }: { actions: UserActions }) {
  return Object.values(actions).map((action, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the actions never change
    <ActionFailure key={index} action={action} />
  ));
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
