import { EmptyState } from '#site/islands/ui/EmptyState.tsx';

/** A league without an assignment (ASSIGN-16). */
export function NoAssignment() {
  return (
    <EmptyState title="Assignment Coming Soon">
      The task of this league is being prepared. It will show up here.
    </EmptyState>
  );
}
