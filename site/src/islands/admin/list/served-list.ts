import type { ReadableAtom } from 'nanostores';
import { type Query, useQuery } from '../../shared/query/query.ts';
import type { Kind } from '../query/queries.ts';
import { type ListQuery, type ToListQuery, toListQuery } from './csv-export.ts';
import { createListParams, type ListControl } from './list-state.ts';
import { createPagedQuery } from './paged-query.ts';

interface Page<Row> {
  rows: readonly Row[];
  /** Rows without search and filters; null if the server counts only matching rows. */
  all: number | null;
  pagination: { total: number; totalPages: number };
}

interface Rules<View, Row> {
  kind: Kind;
  name?: string;
  list: ListControl;
  toQuery?: ToListQuery;
  load: (query: ListQuery) => Promise<View>;
  toPage: (view: View) => Page<Row>;
}

export interface ServedList<View, Row>
  extends Required<Pick<Rules<View, Row>, 'list' | 'toQuery' | 'toPage'>> {
  $params: ReadableAtom<ListQuery>;
  query: Query<View>;
}

/** The server filters, sorts and pages. Create one per screen. */
export function createServedList<View, Row>({
  kind,
  name = 'page',
  list,
  toQuery = toListQuery,
  load,
  toPage,
}: Rules<View, Row>): ServedList<View, Row> {
  const $params = createListParams(list, toQuery);
  const countPages = (view: View) => toPage(view).pagination.totalPages;
  return {
    list,
    toQuery,
    toPage,
    $params,
    query: createPagedQuery({ kind, name, list, $params, load, countPages }),
  };
}

/** `table` holds properties of DataList. */
export function useServedList<View, Row>({ list, toQuery, toPage, query }: ServedList<View, Row>) {
  const { data, error, isLoading } = useQuery(query);
  const page = data === null ? null : toPage(data);
  return {
    data,
    table: {
      list,
      toQuery,
      loaded: { data: page?.rows ?? null, error, isLoading },
      served: page ? { total: page.pagination.total, all: page.all } : undefined,
      onRetry: query.invalidate,
    },
  };
}
