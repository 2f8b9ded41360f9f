import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';

export function ScreenSkeleton() {
  return (
    <Loading label="Loading…">
      <Skeleton className="h-9 w-64 max-w-full" />
      <Skeleton className="mt-8 h-40 rounded-lg" />
      <Skeleton className="mt-4 h-72 rounded-lg" />
    </Loading>
  );
}
