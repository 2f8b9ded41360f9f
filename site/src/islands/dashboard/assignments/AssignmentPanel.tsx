import { useMemo } from 'react';
import { useRenderer } from '#site/islands/shared/markdown/Markdown.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { type AssignmentView, assignmentOf, listAttempts, toLoadFailure } from '../data/assignment.ts';
import { AssignmentCard } from './AssignmentCard.tsx';
import { AssignmentSkeleton } from './AssignmentSkeleton.tsx';
import { NoAssignment } from './NoAssignment.tsx';

export function AssignmentPanel({ leagueId }: { leagueId: string }) {
  const query = useMemo(() => assignmentOf(leagueId), [leagueId]);
  const { data, error, isLoading } = useQuery(query);
  const isReady = useRenderer(useMemo(() => textsOf(data), [data])) !== undefined;
  if (data) {
    const { assignment, submissions } = data;
    if (!assignment) return <NoAssignment />;
    if (!isReady) return <AssignmentSkeleton />;
    return <AssignmentCard leagueId={leagueId} assignment={assignment} submissions={submissions} />;
  }
  if (error && !isLoading) {
    return (
      <ErrorState
        title="The assignment did not load"
        retryLabel="Try Again"
        onRetry={() => void query.ensure()}
      >
        {toLoadFailure(error)}
      </ErrorState>
    );
  }
  return <AssignmentSkeleton />;
}

function textsOf(view: AssignmentView | null | undefined): string {
  if (!view) return '';
  const attempts = listAttempts({ submissions: view.submissions });
  return [
    view.assignment?.description,
    ...attempts.flatMap(({ content, feedback }) => [content, feedback]),
  ].join('\n');
}
