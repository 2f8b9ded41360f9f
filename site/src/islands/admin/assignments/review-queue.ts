import type { AssignmentRow } from '#contract/assignments.ts';
import { listAssignments } from '#contract/assignments.ts';
import { listReviewQueue } from '#contract/review-queue.ts';
import {
  type ReviewStatus,
  reviewSubmission,
  type StaffSubmission,
  type SubmissionDetail,
} from '#contract/submissions.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { Query } from '../../shared/query/query.ts';
import { toListQuery } from '../list/csv-export.ts';
import { createListState } from '../list/list-state.ts';
import { createServedList } from '../list/served-list.ts';
import { createStaffQuery, invalidate } from '../query/queries.ts';

const FIRST_SORT = { key: 'submitted', direction: 'ascending' } as const;

/** Null lists the submissions of all leagues. */
export function createReviewQueue(leagueId: string | null) {
  return createServedList({
    kind: 'submissions',
    name: 'queue',
    list: createListState({
      filters: leagueId === null ? ['status', 'leagueId', 'holder'] : ['status', 'holder'],
      sort: FIRST_SORT,
    }),
    toQuery: (state, search) => ({ ...toListQuery(state, search), ...(leagueId ? { leagueId } : {}) }),
    load: (query) => callApi(listReviewQueue, { query }),
    toPage: ({ submissions, counts, pagination }) => ({ rows: submissions, all: counts.total, pagination }),
  });
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
