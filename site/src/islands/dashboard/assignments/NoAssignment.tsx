import { EmptyState } from '#site/islands/ui/EmptyState.tsx';

/** A league without an assignment (ASSIGN-16). */
export function NoAssignment() {
  return (
    <EmptyState title="Assignment Coming Soon">
      We are preparing the assignment of this league. It will appear here.
    </EmptyState>
  );
}
