import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { debounceStore } from '../../shared/clock/debounce.ts';

interface ListSort {
  key: string;
  direction: 'ascending' | 'descending';
}

/** Kept in the address, so that a reload, Back and a shared link show the same rows. */
export interface ListState {
  search: string;
  /** '' means all. */
  filters: Readonly<Record<string, string>>;
  /** Null keeps the server's order. */
  sort: ListSort | null;
  /** From 1. */
  page: number;
}

export type ListControl = ReturnType<typeof createListState>;

interface ListRules {
  /** Also their names in the address. */
  filters?: readonly string[];
  sort?: ListSort | null;
  address?: Address;
}

export interface Address {
  read(): URLSearchParams;
  write(params: URLSearchParams): void;
  /** Returns the function that stops it. */
  follow(changed: () => void): () => void;
}

const browserAddress: Address = {
  read: () => new URLSearchParams(location.search),
  write: (params) => {
    const search = params.size > 0 ? `?${params}` : '';
    history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`);
  },
  follow: (changed) => {
    addEventListener('popstate', changed);
    return () => removeEventListener('popstate', changed);
  },
};

const OWN = ['q', 'sort', 'page'] as const;

/** Create one per screen. */
export function createListState({ filters = [], sort = null, address = browserAddress }: ListRules = {}) {
  const $list = atom<ListState>(readState(address.read(), filters, sort));
  onMount($list, () => address.follow(() => $list.set(readState(address.read(), filters, sort))));

  const set = (changes: Partial<ListState>) => {
    const state = { ...$list.get(), ...changes };
    $list.set(state);
    address.write(writeState(address.read(), state, filters, sort));
  };

  return {
    $list: $list as ReadableAtom<ListState>,
    search: (search: string) => set({ search, page: 1 }),
    filter: (name: string, value: string) =>
      set({ filters: { ...$list.get().filters, [name]: value }, page: 1 }),
    /** Sorts a new column ascending; reverses the present one. */
    sortBy: (key: string) => {
      const { sort: current } = $list.get();
      const isTurned = current?.key === key && current.direction === 'ascending';
      set({ sort: { key, direction: isTurned ? 'descending' : 'ascending' }, page: 1 });
    },
    /** Null restores the initial order. */
    order: (next: ListSort | null) => set({ sort: next ?? sort, page: 1 }),
    turnTo: (page: number) => set({ page }),
    /** Keeps the order. */
    clear: () => set({ search: '', filters: noFilters(filters), page: 1 }),
  };
}

export function isNarrowed({ search, filters }: Pick<ListState, 'search' | 'filters'>): boolean {
  return search.trim() !== '' || Object.values(filters).some((value) => value !== '');
}

const TYPING_MS = 250;

/** Waits for a pause in typing; other changes apply at once. */
export function createListParams<Params>(
  { $list }: ListControl,
  toParams: (state: ListState, search: string) => Params,
): ReadableAtom<Params> {
  const $search = debounceStore(
    computed($list, ({ search }) => search.trim()),
    TYPING_MS,
  );
  return computed([$list, $search], toParams);
}

function noFilters(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '']));
}

function readState(params: URLSearchParams, filters: readonly string[], sort: ListSort | null): ListState {
  const page = Number(params.get('page'));
  return {
    search: params.get('q') ?? '',
    filters: Object.fromEntries(filters.map((name) => [name, params.get(name) ?? ''])),
    sort: readSort(params.get('sort')) ?? sort,
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/** 'name' is ascending, '-name' descending. */
function readSort(text: string | null): ListSort | null {
  if (!text || text === '-') return null;
  return text.startsWith('-')
    ? { key: text.slice(1), direction: 'descending' }
    : { key: text, direction: 'ascending' };
}

/** Keeps unrelated parameters. */
function writeState(
  params: URLSearchParams,
  state: ListState,
  filters: readonly string[],
  first: ListSort | null,
): URLSearchParams {
  for (const name of [...OWN, ...filters]) params.delete(name);
  if (state.search) params.set('q', state.search);
  for (const name of filters) if (state.filters[name]) params.set(name, state.filters[name]);
  const { sort, page } = state;
  const isFirst = sort?.key === first?.key && sort?.direction === first?.direction;
  if (sort && !isFirst) params.set('sort', `${sort.direction === 'descending' ? '-' : ''}${sort.key}`);
  if (page > 1) params.set('page', String(page));
  return params;
}
