import { EmptyState } from '#site/islands/ui/EmptyState.tsx';

export function AssignmentSkeleton() {
  return (
    <div aria-busy="true" className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <p className="sr-only">Loading assignment…</p>
      <div className="grid gap-3" aria-hidden="true">
        <div className="skeleton h-4 w-24" />
        <div className="skeleton h-7 w-3/5" />
        <div className="skeleton h-5 w-40" />
        <div className="skeleton mt-2 h-16" />
      </div>
    </div>
  );
}

export function NoAssignment() {
  return (
    <EmptyState title="Assignment Coming Soon">
      We are preparing the assignment of this league. It will appear here.
    </EmptyState>
  );
}
