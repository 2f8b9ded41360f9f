import { toRoleText } from '#site/labels.ts';
import { QuestionDialog } from '../action/QuestionDialog.tsx';
import type { UserActions } from './user-actions.ts';

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
