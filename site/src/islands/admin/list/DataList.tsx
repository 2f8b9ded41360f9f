import { useStore } from '@nanostores/react';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { narrowRows } from '#contract/list-rules.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { toNumber } from '../../shared/format/text.ts';
import type { QueryState } from '../../shared/query/query.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { clearList, type ListFilter, ListToolbar } from './ListToolbar.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { isNarrowed } from './list-state.ts';
import { NotLoaded } from './NotLoaded.tsx';

interface Served {
  total: number;
  /** Null while it is not known, where the server counts what passes alone. */
  all: number | null;
}

interface Props<Row> extends Omit<DataTableProps<Row>, 'rows' | 'total' | 'caption'> {
  /** 'cohorts': in 'Failed to load cohorts: …', 'Loading cohorts...', 'Showing 3 of 12 cohorts', 'Search cohorts'. */
  many: string;
  /** Another word for 'Failed to load weeks: …' (ERR-16). */
  failedAs?: string;
  /** All rows, or this page with `served`. */
  loaded: QueryState<readonly Row[]>;
  onRetry: () => void;
  /** Counts of a server that filters, sorts and pages: matching rows, and all. */
  served?: Served;
  placeholder?: string;
  filters?: readonly (ListFilter & { matches?: (row: Row, value: string) => boolean })[];
  /** Texts of a row for the search, when all rows are here. */
  searched?: (row: Row) => readonly (string | null | undefined)[];
  /** 'No cohorts found': when there is nothing at all. */
  emptyTitle: string;
  /** What will be here. */
  emptyText?: ReactNode;
  /** The next step. */
  emptyAction?: ReactNode;
  /** Title of an empty result; the empty list's unless given. */
  noMatchTitle?: string;
  /** Replaces an empty result: a league without modules. */
  noMatch?: ReactNode;
  /** What else narrows the list: days. */
  tools?: ReactNode;
  exportButton?: ReactNode;
}

/** A staff list in every state. A failed load replaces it (ADMIN-24); loaded rows stay when a reload fails. */
export function DataList<Row>({
  many,
  failedAs = many,
  loaded: { data, error, isLoading },
  onRetry,
  served,
  placeholder,
  filters = [],
  searched,
  emptyTitle,
  emptyText,
  emptyAction,
  noMatchTitle = emptyTitle,
  noMatch,
  tools,
  exportButton,
  list,
  ...table
}: Props<Row>) {
  const state = useStore(list.$list);
  const { search, filters: chosen } = state;
  // Draws the first rows in slices after they arrived.
  const isHere = useDeferredValue(data !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rules of a screen are constants
  const rows = useMemo(() => {
    if (!data || served) return data;
    const matches = Object.fromEntries(
      filters.flatMap(({ name, matches: rule }) => (rule ? [[name, rule]] : [])),
    );
    return narrowRows(data, { search, filters: chosen }, { searched, matches });
  }, [data, search, chosen]);

  if (error && !data) {
    return <NotLoaded many={failedAs} error={error} onRetry={onRetry} busy={isLoading} />;
  }
  if (!data || !rows || !isHere) return <ListSkeleton label={`Loading ${many}...`} />;

  const total = served?.total ?? rows.length;
  const all = served ? served.all : data.length;
  if (all === 0 && !isNarrowed(state)) {
    return (
      <EmptyState title={emptyTitle} action={emptyAction}>
        {emptyText}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-2" aria-busy={isLoading || undefined}>
      <ListToolbar
        list={list}
        many={many}
        placeholder={placeholder}
        filters={filters}
        summary={`Showing ${toNumber(total)}${all === null ? '' : ` of ${toNumber(all)}`} ${many}`}
        exportButton={exportButton}
      >
        {tools}
      </ListToolbar>
      {error ? <LoadFailure many={failedAs} error={error} onRetry={onRetry} busy={isLoading} /> : null}
      {total === 0 ? (
        (noMatch ?? (
          <EmptyState
            title={noMatchTitle}
            action={
              <Button variant="secondary" onClick={() => clearList(list)}>
                Clear search and filters
              </Button>
            }
          >
            Nothing matches your search and filters.
          </EmptyState>
        ))
      ) : (
        <DataTable {...table} caption={many} list={list} rows={rows} total={served?.total} />
      )}
    </div>
  );
}
