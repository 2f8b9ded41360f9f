import { Skeleton } from '#site/islands/ui/Skeleton.tsx';

export function OverviewSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="mt-6 grid gap-5 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <Skeleton className="h-64 rounded-lg lg:h-52" />
        <Skeleton className="h-36 rounded-lg" />
      </div>
      <Skeleton className="mt-6 h-54 rounded-lg md:h-38" />
      <Skeleton className="mt-6 h-95 rounded-lg sm:h-75" />
      <Skeleton className="mt-10 h-8 w-48" />
      <div className="mt-5 grid gap-5 md:grid-cols-2">
        <Skeleton className="h-95 rounded-lg" />
        <Skeleton className="h-95 rounded-lg" />
      </div>
    </div>
  );
}
