import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Query, QueryState } from './query.ts';

/** Draws what a query answers and keeps it fresh: asked for when the view appears, and again when it is invalidated. */
export function useQuery<Data>(query: Query<Data>): QueryState<Data> {
  useEffect(() => query.watch(), [query]);
  return useStore(query.$state);
}
