import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Query, QueryState } from './query.ts';

export function useQuery<Data>(query: Query<Data>): QueryState<Data> {
  useEffect(() => query.watch(), [query]);
  return useStore(query.$state);
}
