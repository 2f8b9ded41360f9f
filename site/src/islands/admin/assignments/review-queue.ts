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
import { callApi } from '#site/islands/shared/http/api.ts';
import type { Query } from '../../shared/query/query.ts';
import { createListParams, createListState, type ListControl, type ListState } from '../list/list-state.ts';
import { createPagedQuery } from '../list/paged-query.ts';
import { createStaffQuery, invalidate } from '../query/queries.ts';

type QueueView = DataOf<typeof listReviewQueue>;

const FIRST_SORT = { key: 'submitted', direction: 'ascending' } as const;

interface QueueParams {
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

export function createReviewQueue(
  leagueId: string | null,
  list = createListState({
    filters: leagueId === null ? ['status', 'league', 'holder'] : ['status', 'holder'],
    sort: FIRST_SORT,
  }),
): ReviewQueue {
  const $params = createListParams(list, (state, search) => toParams(state, search, leagueId));
  return {
    list,
    query: createPagedQuery<QueueParams, QueueView>({
      kind: 'submissions',
      name: 'queue',
      list,
      $params,
      load: (params) => callApi(listReviewQueue, { query: { ...params } }),
      countPages: ({ pagination }) => pagination.totalPages,
    }),
  };
}

export function toParams(
  { filters, sort, page }: ListState,
  search: string,
  leagueId: string | null,
): QueueParams {
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

export const queueCounts = createStaffQuery('submissions', 'counts', async () => {
  const { counts } = await callApi(listReviewQueue, { query: { limit: 1 } });
  return counts;
});

/** Null if the league has none or the caller may not see it. */
export function assignmentOf(leagueId: string): Query<AssignmentRow | null> {
  return createStaffQuery('assignments', `league:${leagueId}`, async () => {
    const { assignments } = await callApi(listAssignments, { query: { leagueId } });
    return assignments[0] ?? null;
  });
}

/** Sends the attempt that was read, so that the server refuses the review if there is a newer one. */
export async function saveReview(
  { id, attempts, reviewedAt }: SubmissionDetail,
  review: { status: ReviewStatus; feedback: string | null },
): Promise<StaffSubmission> {
  const body = { ...review, expectedAttempt: attempts, expectedReviewedAt: reviewedAt };
  const saved = await callApi(reviewSubmission, { params: { id }, body });
  invalidateQueue();
  return saved;
}

export function invalidateQueue(): void {
  invalidate('submissions', { alsoOwn: true });
}
