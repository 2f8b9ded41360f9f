import { Skeleton } from '#site/islands/ui/Skeleton.tsx';

/** The shape of the dashboard that is on its way; the progress indicator above it has the words. */
export function OverviewSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mt-6 h-40 w-full rounded-lg sm:h-36" />
      <Skeleton className="mt-10 h-8 w-48" />
      <div className="mt-5 grid gap-5 md:grid-cols-2">
        <Skeleton className="h-80 w-full rounded-lg" />
        <Skeleton className="h-80 w-full rounded-lg" />
      </div>
    </div>
  );
}
