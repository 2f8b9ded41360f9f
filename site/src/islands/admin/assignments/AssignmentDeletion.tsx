import type { AssignmentRow } from '#contract/assignments.ts';
import type { ConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { QuestionDialog } from '#site/islands/shared/action/QuestionDialog.tsx';
import { countOf } from '#site/islands/shared/format/text.ts';

export function AssignmentDeletion({ action }: { action: ConfirmedAction<AssignmentRow> }) {
  return (
    <QuestionDialog
      action={action}
      title={({ title }) => `Delete ${title}`}
      refusal={({ _count }) =>
        _count.submissions > 0
          ? `It has ${countOf(_count.submissions, 'submission')}, so it cannot be deleted any more. It can still be edited.`
          : null
      }
      question={({ title }) =>
        `Are you sure you want to delete the assignment "${title}"? This action cannot be undone.`
      }
    />
  );
}
