import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { debounceStore } from '../../shared/clock/debounce.ts';

interface ListSort {
  /** A column's key. */
  key: string;
  direction: 'ascending' | 'descending';
}

/** In the address, so that a reload, Back and a shared link show the same rows. */
export interface ListState {
  search: string;
  /** By the filter's name; '' means all. */
  filters: Readonly<Record<string, string>>;
  /** Null: the order in which the server sends it. */
  sort: ListSort | null;
  /** From 1. */
  page: number;
}

export interface ListControl {
  $list: ReadableAtom<ListState>;
  search(searchTerm: string): void;
  filter(name: string, value: string): void;
  /** A new column ascending, the same one reversed (AUSER-11, AUSER-13). */
  sortBy(key: string): void;
  /** Sorts as told; null: the order to begin with. */
  order(sort: ListSort | null): void;
  turnTo(page: number): void;
  /** Takes search and filters away; the order stays (AUSER-08). */
  clear(): void;
}

interface ListRules {
  /** Names of the filters; they are the names in the address as well. */
  filters?: readonly string[];
  /** The order to begin with. */
  sort?: ListSort | null;
  address?: Address;
}

/** Where the state is kept; tests bring their own. */
export interface Address {
  read(): URLSearchParams;
  write(params: URLSearchParams): void;
  /** Calls back after Back or Forward; returns how to stop. */
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

/** One for each time its screen is opened. */
export function createListState({
  filters = [],
  sort = null,
  address = browserAddress,
}: ListRules = {}): ListControl {
  const $list = atom<ListState>(readState(address.read(), filters, sort));
  onMount($list, () => address.follow(() => $list.set(readState(address.read(), filters, sort))));

  const set = (changes: Partial<ListState>) => {
    const state = { ...$list.get(), ...changes };
    $list.set(state);
    address.write(writeState(address.read(), state, filters, sort));
  };

  return {
    $list,
    search: (search) => set({ search, page: 1 }),
    filter: (name, value) => set({ filters: { ...$list.get().filters, [name]: value }, page: 1 }),
    sortBy: (key) => {
      const { sort: current } = $list.get();
      const isTurned = current?.key === key && current.direction === 'ascending';
      set({ sort: { key, direction: isTurned ? 'descending' : 'ascending' }, page: 1 });
    },
    order: (next) => set({ sort: next ?? sort, page: 1 }),
    turnTo: (page) => set({ page }),
    clear: () => set({ search: '', filters: noFilters(filters), page: 1 }),
  };
}

/** True when search or a filter leaves rows out. */
export function isNarrowed({ search, filters }: Pick<ListState, 'search' | 'filters'>): boolean {
  return search.trim() !== '' || Object.values(filters).some((value) => value !== '');
}

/** Typing pauses this long before the server is asked. */
const TYPING_MS = 250;

/** Parameters for the server. Waits for typing only. */
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

/** What differs from the beginning, and whatever else stands in the address. */
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
