import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { Spinner } from '#site/islands/ui/Spinner.tsx';

export function ListSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className="appear-late mb-4 flex items-center gap-3 text-muted" aria-hidden="true">
        <Spinner />
        {label}
      </div>
      <div className="grid gap-2">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <Skeleton key={row} className="h-11" />
        ))}
      </div>
    </Loading>
  );
}
