import type { DataOf } from '#contract/call.ts';
import {
  getLeagueSubmissions,
  getSubmission,
  listSubmissions,
  type ReviewBody,
  reviewSubmission,
  type StaffSubmission,
  type SubmissionDetail,
} from '#contract/submissions.ts';
import { callApi, callApiForReply } from '#site/islands/shared/api.ts';
import { loadPages } from '../shared/load-pages.ts';
import { createQuery, noteChange, type Query } from '../shared/queries.ts';

type LeagueSubmissions = DataOf<typeof getLeagueSubmissions>;

const byLeague = new Map<string, Query<LeagueSubmissions>>();

/** The assignment of a league with its submissions, newest first (CALL-71). */
export function submissionsOf(leagueId: string): Query<LeagueSubmissions> {
  const known = byLeague.get(leagueId);
  if (known) return known;
  const created = createQuery('submissions', `league:${leagueId}`, () =>
    callApi(getLeagueSubmissions, { params: { leagueId } }),
  );
  byLeague.set(leagueId, created);
  return created;
}

/** Every submission in scope that nobody has looked at (CALL-73). */
export const waitingList = createQuery<readonly StaffSubmission[]>('submissions', 'waiting', () =>
  loadPages(async (page) => {
    const reply = await callApiForReply(listSubmissions, { query: { status: 'SUBMITTED', page } });
    return { rows: reply.data, pagination: { totalPages: readTotalPages(reply) } };
  }),
);

function readTotalPages(reply: object): number {
  const pagination = 'pagination' in reply ? reply.pagination : null;
  const total =
    pagination && typeof pagination === 'object' && 'totalPages' in pagination ? pagination.totalPages : 1;
  return typeof total === 'number' ? total : 1;
}

/** One submission with every attempt; asked for again when the row says that something happened to it. */
export function detailOf({ id, attempts, status, reviewedAt }: StaffSubmission): Query<SubmissionDetail> {
  return createQuery('submissions', `one:${id}:${attempts}:${status}:${reviewedAt ?? ''}`, () =>
    callApi(getSubmission, { params: { id } }),
  );
}

/** Sets state and feedback of the latest attempt, and puts the answer into the lists. */
export async function saveReview(id: string, body: ReviewBody): Promise<void> {
  const saved = await callApi(reviewSubmission, { params: { id }, body });
  submissionsOf(saved.assignment.leagueId).change((view) => ({
    ...view,
    submissions: view.submissions.map((row) => (row.id === id ? saved : row)),
  }));
  waitingList.change((rows) => rows.filter((row) => row.id !== id));
  noteChange('submissions');
}

/** Those nobody has looked at, the one that has waited longest first. */
export function listWaiting(submissions: readonly StaffSubmission[]): StaffSubmission[] {
  return submissions
    .filter(({ status }) => status === 'SUBMITTED')
    .toSorted((one, other) => Date.parse(one.submittedAt) - Date.parse(other.submittedAt));
}
