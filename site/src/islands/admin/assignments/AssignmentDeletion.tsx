import type { AssignmentRow } from '#contract/assignments.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import type { ConfirmedAction } from '../action/confirmed-action.ts';
import { QuestionDialog } from '../action/QuestionDialog.tsx';

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
