import { type ReactNode, useDeferredValue, useId } from 'react';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { type Query, useQuery } from '../../shared/query/query.ts';
import { NotLoaded } from '../list/NotLoaded.tsx';

interface Props<Data> {
  title: string;
  /** Completes 'Failed to load activity: …'. */
  what: string;
  query: Query<Data>;
  exportButton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Each report loads and fails independently. */
export function ReportPart<Data>({ title, what, query, exportButton, children }: Props<Data>) {
  const id = useId();
  const { data, error, isLoading } = useQuery(query);
  const isHere = useDeferredValue(data !== null);
  return (
    <section
      aria-labelledby={id}
      aria-busy={isLoading || undefined}
      className="grid gap-5 rounded-lg border border-line bg-surface p-4 [--table-ground:var(--surface)] sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {data ? exportButton : null}
      </div>
      {error && !isLoading ? (
        <NotLoaded many={what} error={error} onRetry={query.invalidate} busy={false} />
      ) : data && isHere ? (
        <div className={isLoading ? 'opacity-60' : ''}>{children(data)}</div>
      ) : (
        <Loading label={`Loading ${what}...`}>
          <Skeleton className="h-48" />
        </Loading>
      )}
    </section>
  );
}
