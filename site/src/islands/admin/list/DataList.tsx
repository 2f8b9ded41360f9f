import { useStore } from '@nanostores/react';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { filterRows, type ListRules } from '#contract/list-rules.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { toNumber } from '../../shared/format/text.ts';
import type { QueryState } from '../../shared/query/query.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { clearList, ListToolbar, type ToolbarProps } from './ListToolbar.tsx';
import { isNarrowed } from './list-state.ts';
import { LoadFailure, NotLoaded } from './NotLoaded.tsx';

interface Served {
  total: number;
  /** Null if the server counts only matching rows. */
  all: number | null;
}

interface Props<Row>
  extends Omit<DataTableProps<Row>, 'rows' | 'total' | 'sorts' | 'caption'>,
    Pick<ToolbarProps, 'placeholder' | 'filters' | 'exportCall' | 'toQuery'> {
  /** Lower-case plural, for 'Failed to load cohorts: …'. */
  many: string;
  /** Replaces `many` in the error message. */
  failedAs?: string;
  /** All rows, or one page with `served`. */
  loaded: QueryState<readonly Row[]>;
  onRetry: () => void;
  /** Set if the server filters, sorts and pages. */
  served?: Served;
  /** Set if all rows are loaded. */
  rules?: ListRules<Row>;
  emptyTitle: string;
  emptyText?: ReactNode;
  emptyAction?: ReactNode;
  noMatchTitle?: string;
  noMatch?: ReactNode;
  tools?: ReactNode;
}

/** Loaded rows stay when a reload fails. */
export function DataList<Row>({
  many,
  failedAs = many,
  loaded: { data, error, isLoading },
  onRetry,
  served,
  placeholder,
  filters,
  rules,
  emptyTitle,
  emptyText,
  emptyAction,
  noMatchTitle = emptyTitle,
  noMatch,
  tools,
  exportCall,
  toQuery,
  list,
  ...table
}: Props<Row>) {
  const state = useStore(list.$list);
  const { search, filters: chosen } = state;
  const isHere = useDeferredValue(data !== null);
  const rows = useMemo(
    () =>
      data && rules
        ? filterRows(data, { search, filters: chosen }, { searched: rules.searched, matches: rules.filters })
        : data,
    [data, search, chosen, rules],
  );

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
        {...{ list, many, placeholder, filters, exportCall, toQuery }}
        summary={`Showing ${toNumber(total)}${all === null ? '' : ` of ${toNumber(all)}`} ${many}`}
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
        <DataTable
          {...table}
          caption={many}
          list={list}
          rows={rows}
          sorts={rules?.sorts}
          total={served?.total}
        />
      )}
    </div>
  );
}
