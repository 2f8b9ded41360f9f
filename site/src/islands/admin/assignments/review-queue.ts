import { computed } from 'nanostores';
import type { AssignmentRow } from '#contract/assignments.ts';
import { listAssignments } from '#contract/assignments.ts';
import type { DataOf } from '#contract/call.ts';
import { listReviewQueue } from '#contract/review-queue.ts';
import {
  type ReviewStatus,
  reviewSubmission,
  type StaffSubmission,
  type SubmissionDetail,
} from '#contract/submissions.ts';
import { callApi } from '#site/islands/shared/api.ts';
import { createListState, type ListControl, type ListState, settle } from '../shared/list-state.ts';
import { createQuery, createQueryFor, noteChange, type Query } from '../shared/queries.ts';

export type QueueView = DataOf<typeof listReviewQueue>;

/** What waits longest stands first. */
const FIRST_SORT = { key: 'submitted', direction: 'ascending' } as const;

interface Words {
  page?: number;
  status?: string;
  leagueId?: string;
  holder?: string;
  search?: string;
  direction?: string;
}

export interface ReviewQueue {
  list: ListControl;
  query: Query<QueueView>;
}

/** The submissions of a league, or of all leagues in scope: how they are looked at, and the page the server answers. */
export function createReviewQueue(
  leagueId: string | null,
  list = createListState({
    filters: leagueId === null ? ['status', 'league', 'holder'] : ['status', 'holder'],
    sort: FIRST_SORT,
  }),
): ReviewQueue {
  const $search = settle(computed(list.$list, ({ search }) => search.trim()));
  const $words = computed([list.$list, $search], (state, search) => toWords(state, search, leagueId));
  return {
    list,
    query: createQueryFor<Words, QueueView>('submissions', 'queue', $words, (words) =>
      callApi(listReviewQueue, { query: { ...words } }),
    ),
  };
}

/** What is asked of the server. */
export function toWords({ filters, sort, page }: ListState, search: string, leagueId: string | null): Words {
  const league = leagueId ?? filters.league;
  return {
    ...(page > 1 ? { page } : {}),
    ...(search ? { search } : {}),
    ...(filters.status ? { status: filters.status } : {}),
    ...(filters.holder ? { holder: filters.holder } : {}),
    ...(league ? { leagueId: league } : {}),
    ...(sort?.direction === 'descending' ? { direction: 'desc' } : {}),
  };
}

/** The figures of the queue over all leagues in scope. */
export const queueCounts = createQuery('submissions', 'counts', async () => {
  const { counts } = await callApi(listReviewQueue, { query: { limit: 1 } });
  return counts;
});

const byLeague = new Map<string, Query<AssignmentRow | null>>();

/** The assignment of a league; null where it has none, or where the caller may not see it. */
export function assignmentOf(leagueId: string): Query<AssignmentRow | null> {
  const known = byLeague.get(leagueId);
  if (known) return known;
  const created = createQuery('assignments', `league:${leagueId}`, async () => {
    const { assignments } = await callApi(listAssignments, { query: { leagueId } });
    return assignments[0] ?? null;
  });
  byLeague.set(leagueId, created);
  return created;
}

/** Sets state and feedback of the attempt that was read; of another one by now the server says so. */
export async function saveReview(
  { id, attempts, reviewedAt }: SubmissionDetail,
  review: { status: ReviewStatus; feedback: string | null },
): Promise<StaffSubmission> {
  const body = { ...review, expectedAttempt: attempts, expectedReviewedAt: reviewedAt };
  const saved = await callApi(reviewSubmission, { params: { id }, body });
  noteQueue();
  return saved;
}

/** Something happened to a submission: the queue and its figures are asked for again. */
export function noteQueue(): void {
  noteChange('submissions', { alsoOwn: true });
}
