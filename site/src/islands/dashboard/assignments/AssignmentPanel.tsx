import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { AssignmentCard } from './AssignmentCard.tsx';
import { AssignmentSkeleton } from './AssignmentSkeleton.tsx';
import { assignmentOf, toLoadFailure } from './assignment.ts';
import { NoAssignment } from './NoAssignment.tsx';

/** The assignment of a league, in whatever state it is (ASSIGN-01 to 22). */
export function AssignmentPanel({ leagueId }: { leagueId: string }) {
  const remembered = useMemo(() => assignmentOf(leagueId), [leagueId]);
  const { data, error, isLoading } = useStore(remembered.$state);
  useEffect(() => {
    void remembered.ensure();
  }, [remembered]);
  if (data) {
    const { assignment, submissions } = data;
    if (!assignment) return <NoAssignment />;
    return <AssignmentCard leagueId={leagueId} assignment={assignment} submissions={submissions} />;
  }
  if (error && !isLoading) {
    return (
      <ErrorState
        title="The assignment did not load"
        retryLabel="Try Again"
        onRetry={() => void remembered.ensure()}
      >
        {toLoadFailure(error)}
      </ErrorState>
    );
  }
  return <AssignmentSkeleton />;
}
