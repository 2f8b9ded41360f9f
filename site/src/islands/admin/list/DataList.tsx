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
  /** The word for them in 'Failed to load weeks: …' where the catalogue has another one (ERR-16). */
  failedAs?: string;
  /** The rows as they came: all of them, or this page when `served` is given. */
  loaded: QueryState<readonly Row[]>;
  onRetry: () => void;
  /** Counts of the server, when it filters, sorts and pages: rows that pass, and all rows. */
  served?: Served;
  placeholder?: string;
  filters?: readonly (ListFilter & { matches?: (row: Row, value: string) => boolean })[];
  /** The words of a row that the search looks through, when all rows are here. */
  searched?: (row: Row) => readonly (string | null | undefined)[];
  /** 'No cohorts found': when there is nothing at all. */
  emptyTitle: string;
  /** What will be here. */
  emptyText?: ReactNode;
  /** The next step. */
  emptyAction?: ReactNode;
  /** When search and filters leave nothing; the title of the empty list unless given. */
  noMatchTitle?: string;
  /** What stands there instead when search and filters leave nothing: a league without modules. */
  noMatch?: ReactNode;
  /** What else narrows the list: days. */
  tools?: ReactNode;
  exportButton?: ReactNode;
}

/**
 * A whole staff list below its header: search, filters, counts, the table, and every state it can be in. A failed load
 * stands in place of it all (ADMIN-24); rows at hand stay when loading them again fails.
 */
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
  // The first rows are drawn in slices after they came, not all within the answer.
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
