import { useQuery } from '../../shared/query/query.ts';
import { createStaffQueryFor, type Kind } from '../query/queries.ts';
import { type ListQuery, type ToListQuery, toListQuery } from './csv-export.ts';
import { createListParams, type ListControl } from './list-state.ts';

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

type ServedList<View, Row> = ReturnType<typeof createServedList<View, Row>>;

/** The server filters, sorts and pages. Create one per screen. */
export function createServedList<View, Row>({
  kind,
  name = 'page',
  list,
  toQuery = toListQuery,
  load,
  toPage,
}: Rules<View, Row>) {
  const $params = createListParams(list, toQuery);
  const query = createStaffQueryFor(kind, name, $params, (params) =>
    loadPage(params, load, (view) => toPage(view).pagination),
  );
  return { list, toQuery, toPage, $params, query };
}

/** Loads the last page if the requested one has no rows any more. */
export async function loadPage<View>(
  query: ListQuery,
  load: (query: ListQuery) => Promise<View>,
  toPagination: (view: View) => { totalPages: number },
): Promise<View> {
  const view = await load(query);
  const page = Math.max(1, toPagination(view).totalPages);
  return Number(query.page ?? 1) > page ? load({ ...query, page }) : view;
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
