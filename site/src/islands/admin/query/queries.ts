import type { ReadableAtom } from 'nanostores';
import { createQuery, invalidateQueries, type Query } from '../../shared/query/query.ts';
import { createQueryFor } from '../../shared/query/query-for.ts';

/** What staff screens load; each is invalidated on its own. */
export type Kind =
  | 'users'
  | 'people'
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
  | 'badges'
  | 'certificates'
  | 'mails'
  | 'audit'
  | 'analytics';

/** Whose names and counts a write of a kind shows up in. */
const SHOWN_IN: Record<Kind, readonly Kind[]> = {
  users: ['scopes', 'analytics'],
  people: ['analytics'],
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
    'badges',
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
  badges: [],
  certificates: [],
  mails: [],
  audit: [],
  analytics: [],
};

/** Others work on the same lists: a screen that is come back to asks again, and shows what it had meanwhile. */
const OPTIONS = { staleMs: 2000 };

/** The answer of one call. */
export function createStaffQuery<Data>(kind: Kind, name: string, load: () => Promise<Data>): Query<Data> {
  return createQuery(`${kind}:${name}`, load, OPTIONS);
}

/** The answer of a call for the parameters of a store; null in the store asks for nothing. */
export function createStaffQueryFor<Params, Data>(
  kind: Kind,
  name: string,
  $params: ReadableAtom<Params | null>,
  load: (params: Params) => Promise<Data>,
): Query<Data> {
  return createQueryFor(`${kind}:${name}`, $params, load, OPTIONS);
}

/**
 * To be called after every successful write: invalidates what other lists show of it. The list that was written itself is
 * kept when the screen has put the answer into it with `change`.
 */
export function invalidate(kind: Kind, { alsoOwn = false } = {}): void {
  const stale = [...SHOWN_IN[kind], 'audit', ...(alsoOwn ? [kind] : [])];
  invalidateQueries((key) => stale.some((name) => key.startsWith(`${name}:`)));
}
