import { EmptyState } from '#site/islands/ui/EmptyState.tsx';

export function NoAssignment() {
  return (
    <EmptyState title="Assignment Coming Soon">
      We are preparing the assignment of this league. It will appear here.
    </EmptyState>
  );
}
