import { type FetcherStore, nanoquery } from '@nanostores/query';
import { useStore } from '@nanostores/react';
import { computed, type ReadableAtom } from 'nanostores';
import { useState } from 'react';
import { CACHE_MS } from '#contract/constants.ts';

/** What staff screens load; each is forgotten on its own. */
export type Kind =
  | 'users'
  | 'scopes'
  | 'cohorts'
  | 'leagues'
  | 'specializations'
  | 'weeks'
  | 'sections'
  | 'resources'
  | 'topicResources'
  | 'assignments'
  | 'submissions'
  | 'certificates'
  | 'mails'
  | 'audit'
  | 'analytics';

/** Whose names and counts a write of a kind shows up in. */
const SHOWN_IN: Record<Kind, readonly Kind[]> = {
  users: ['scopes', 'analytics'],
  scopes: ['users'],
  cohorts: ['leagues', 'specializations', 'users'],
  leagues: [
    'cohorts',
    'specializations',
    'weeks',
    'sections',
    'resources',
    'topicResources',
    'assignments',
    'users',
    'analytics',
  ],
  specializations: ['cohorts', 'leagues'],
  weeks: ['leagues', 'sections', 'resources', 'topicResources', 'analytics'],
  sections: ['weeks', 'leagues', 'resources', 'topicResources', 'analytics'],
  resources: ['sections', 'topicResources', 'leagues', 'analytics'],
  topicResources: ['resources', 'sections', 'leagues', 'analytics'],
  assignments: ['leagues', 'submissions', 'analytics'],
  submissions: ['assignments', 'analytics'],
  certificates: [],
  mails: [],
  audit: [],
  analytics: [],
};

const [createFetcherStore, , { invalidateKeys }] = nanoquery({
  cacheLifetime: CACHE_MS,
  dedupeTime: 2000,
  // A failure is shown with its own button to try again.
  onErrorRetry: null,
});

export interface Query<Data> {
  $query: FetcherStore<Data, Error>;
  /** Asks again, the rows stay meanwhile. */
  reload(): void;
  /** Puts a change into the rows at hand, as the server answered it (ADMIN-27). */
  change(edit: (data: Data) => Data): void;
}

/** What one call answers, kept for five minutes and asked for again when a screen comes back to it. */
export function createQuery<Data>(kind: Kind, name: string, load: () => Promise<Data>): Query<Data> {
  return toQuery(createFetcherStore<Data, Error>([`${kind}:${name}`], { fetcher: load }));
}

/**
 * What a call answers for the words of a store: search, filters, sort, page. Each set of words is its own answer. Null
 * in the store asks for nothing.
 */
export function createQueryFor<Words, Data>(
  kind: Kind,
  name: string,
  $words: ReadableAtom<Words | null>,
  load: (words: Words) => Promise<Data>,
): Query<Data> {
  const $key = computed($words, (words) => (words === null ? null : JSON.stringify(words)));
  return toQuery(
    createFetcherStore<Data, Error>([`${kind}:${name}:`, $key], {
      fetcher: (_name, key) => load(JSON.parse(String(key)) as Words),
    }),
  );
}

function toQuery<Data>($query: FetcherStore<Data, Error>): Query<Data> {
  return {
    $query,
    reload: () => $query.invalidate(),
    change: (edit) => {
      const { data } = $query.get();
      if (data !== undefined) $query.mutate(edit(data));
    },
  };
}

/**
 * To be called after every successful write: forgets what other lists show of it. The list that was written itself is
 * kept when the screen has put the answer into it with `change`.
 */
export function noteChange(kind: Kind, { alsoOwn = false } = {}): void {
  const stale = [...SHOWN_IN[kind], 'audit', ...(alsoOwn ? [kind] : [])];
  invalidateKeys((key) => stale.some((name) => key.startsWith(`${name}:`)));
}

export interface Loaded<Data> {
  /** The last answer, also of other words while the new ones are asked for. */
  data: Data | undefined;
  error: Error | undefined;
  isLoading: boolean;
}

/** Reads a query on a screen; old rows stay until the new ones are there. */
export function useQuery<Data>(query: Query<Data>): Loaded<Data> {
  const { data, error, loading } = useStore(query.$query);
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return { data: data ?? last, error, isLoading: loading };
}
