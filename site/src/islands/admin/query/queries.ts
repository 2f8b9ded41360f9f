import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import {
  createQuery,
  EMPTY,
  invalidateQueries,
  type Query,
  type QueryState,
} from '../../shared/query/query.ts';

/** Lists that show names or counts of the written kind. */
const CONTENT = ['sections', 'resources', 'topicResources', 'analytics'] as const;
const DEPENDENT_LISTS = {
  users: ['learners', 'analytics'],
  people: ['learners', 'analytics'],
  cohorts: ['leagues', 'outline', 'specializations', 'users'],
  leagues: ['cohorts', 'outline', 'specializations', 'weeks', ...CONTENT, 'assignments', 'badges', 'users'],
  learners: ['leagues', 'outline', 'users', 'people', 'analytics'],
  outline: ['leagues', 'weeks', ...CONTENT],
  specializations: ['cohorts', 'leagues'],
  weeks: ['leagues', 'outline', ...CONTENT],
  sections: ['weeks', 'leagues', 'outline', 'resources', 'topicResources', 'analytics'],
  resources: ['sections', 'topicResources', 'leagues', 'outline', 'analytics'],
  topicResources: ['resources', 'sections', 'leagues', 'outline', 'analytics'],
  assignments: ['leagues', 'outline', 'submissions', 'analytics'],
  submissions: ['assignments', 'learners', 'analytics'],
  badges: ['outline', 'learners'],
  certificates: ['learners'],
  breaks: [],
  announcements: [],
  events: ['registrations'],
  registrations: ['events'],
  mentors: [],
  mails: [],
  audit: [],
  analytics: [],
} as const satisfies Record<string, readonly string[]>;
export type Kind = keyof typeof DEPENDENT_LISTS;

/** Other people change the same lists, so a screen shows cached rows and reloads them when opened. */
const OPTIONS = { staleMs: 2000 };

export function createStaffQuery<Data>(kind: Kind, name: string, load: () => Promise<Data>): Query<Data> {
  return createQuery(`${kind}:${name}`, load, OPTIONS);
}

/**
 * Call after every successful write. The written list itself reloads only with `alsoOwn`, because screens usually
 * update it with `change`.
 */
export function invalidate(kind: Kind, { alsoOwn = false } = {}): void {
  const stale: Kind[] = [...DEPENDENT_LISTS[kind], 'audit', ...(alsoOwn ? [kind] : [])];
  invalidateQueries((key) => stale.some((name) => key.startsWith(`${name}:`)));
}

export async function loadPages<Row>(
  load: (page: string) => Promise<{ rows: readonly Row[]; pagination: { totalPages: number } }>,
): Promise<Row[]> {
  const first = await load('1');
  const pages = Array.from({ length: Math.max(0, first.pagination.totalPages - 1) }, (_, index) =>
    load(String(index + 2)),
  );
  return [first, ...(await Promise.all(pages))].flatMap(({ rows }) => rows);
}

/** Shows the previous data while loading. Null loads nothing. */
export function createStaffQueryFor<Params, Data>(
  kind: Kind,
  name: string,
  $params: ReadableAtom<Params | null>,
  load: (params: Params) => Promise<Data>,
): Query<Data> {
  const $query = computed($params, (params) =>
    params === null ? null : createStaffQuery(kind, `${name}:${JSON.stringify(params)}`, () => load(params)),
  );
  const $state = atom<QueryState<Data>>(EMPTY);
  const show = (state: QueryState<Data>) => $state.set({ ...state, data: state.data ?? $state.get().data });
  onMount($state, () =>
    followEach($query, (query) => {
      if (query) return query.$state.subscribe(show);
      $state.set(EMPTY);
      return undefined;
    }),
  );
  const nothing = Promise.resolve(false);
  return {
    $state,
    ensure: () => $query.get()?.ensure() ?? nothing,
    refresh: () => $query.get()?.refresh() ?? nothing,
    invalidate: () => $query.get()?.invalidate(),
    watch: () => followEach($query, (query) => query?.watch()),
    put: (data, since) => $query.get()?.put(data, since),
    change: (edit) => $query.get()?.change(edit),
  };
}

function followEach<Value>(
  $store: ReadableAtom<Value>,
  enter: (value: Value) => (() => void) | undefined,
): () => void {
  let leave: (() => void) | undefined;
  const stop = $store.subscribe((value) => {
    leave?.();
    leave = enter(value);
  });
  return () => {
    stop();
    leave?.();
  };
}
