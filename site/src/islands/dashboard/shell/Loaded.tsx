import type { ReactNode } from 'react';
import { type Query, useQuery } from '#site/islands/shared/query/query.ts';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { LoadFailure } from './LoadFailure.tsx';

interface Props<Data> {
  query: Query<Data>;
  /** What follows 'your' in the texts. */
  noun: string;
  /** Classes of the skeleton. */
  skeleton: string;
  children: (data: Data) => ReactNode;
}

/** The part of a screen that needs the data of one query. */
export function Loaded<Data>({ query, noun, skeleton, children }: Props<Data>) {
  const { data, error } = useQuery(query);
  if (data !== null) return children(data);
  if (error) {
    return (
      <LoadFailure
        title={`Your ${noun} did not load`}
        retryLabel="Try again"
        onRetry={() => void query.ensure()}
      >
        Nothing is lost. Check your connection, then try again.
      </LoadFailure>
    );
  }
  return (
    <Loading label={`Loading your ${noun}…`}>
      <Skeleton className={`rounded-lg ${skeleton}`} />
    </Loading>
  );
}
