import { useState } from 'react';
import type { AssignmentRow } from '#contract/assignments.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { useAccess } from '../access/access.ts';
import { AssignmentDeletion } from '../assignments/AssignmentDeletion.tsx';
import { AssignmentDialog } from '../assignments/AssignmentDialog.tsx';
import { assignmentList, createAssignmentDeletion } from '../assignments/assignment-list.ts';
import { DueDate } from '../assignments/DueDate.tsx';
import { SubmissionsPart } from '../assignments/Submissions.tsx';
import { Group } from '../groups/Group.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { LoadFailure, NotLoaded } from '../list/NotLoaded.tsx';
import { DeleteButton, EditButton } from '../list/RowButton.tsx';
import { CreateButton } from '../page/PageHeader.tsx';
import type { TabProps } from './outline.ts';

export function Assignment({ league }: TabProps) {
  const mayWrite = useAccess()?.mayIn(league.id, 'canCreateContent') === true;
  const { data, error, isLoading } = useQuery(assignmentList);
  const [edited] = useState(() => createDialogState<AssignmentRow | 'new'>());
  const [deletion] = useState(createAssignmentDeletion);
  const [isOpen, setIsOpen] = useState(true);
  const problem = { many: 'assignment', error, onRetry: assignmentList.invalidate, busy: isLoading };
  if (!data) return error ? <NotLoaded {...problem} /> : <ListSkeleton label="Loading assignment..." />;
  const assignment = data.find(({ leagueId }) => leagueId === league.id);
  return (
    <div className="grid gap-4">
      {error ? <LoadFailure {...problem} error={error} /> : null}
      <ActionFailure action={deletion} />
      {assignment ? (
        <>
          <Group
            name={assignment.title}
            details={
              <>
                {assignment.dueDate ? 'Due' : null}
                <DueDate dueDate={assignment.dueDate} />
              </>
            }
            open={isOpen}
            onToggle={setIsOpen}
            actions={
              mayWrite ? (
                <>
                  <EditButton name={assignment.title} onClick={() => edited.open(assignment)} />
                  <DeleteButton name={assignment.title} onClick={() => deletion.ask(assignment)} />
                </>
              ) : null
            }
          >
            <Markdown text={assignment.description} className="max-w-measure py-3 ps-[42px] pe-4" />
          </Group>
          <SubmissionsPart leagueId={league.id} />
        </>
      ) : (
        <EmptyState
          title="No assignment yet"
          action={
            mayWrite ? (
              <CreateButton onClick={() => edited.open('new')}>Create Assignment</CreateButton>
            ) : null
          }
        >
          One task for the whole league. Learners hand in, and you give feedback here.
        </EmptyState>
      )}
      <DeferredDialog state={edited}>
        {(row) => (
          <AssignmentDialog
            assignment={row === 'new' ? null : row}
            assignments={data}
            leagueId={league.id}
            isLeagueFixed
            onClose={edited.close}
          />
        )}
      </DeferredDialog>
      <AssignmentDeletion action={deletion} />
    </div>
  );
}
