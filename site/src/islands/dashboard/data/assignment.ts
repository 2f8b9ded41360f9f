import { type Assignment, getLeagueAssignment } from '#contract/assignments.ts';
import {
  listMySubmissions,
  type MySubmission,
  maySubmit,
  type SubmissionAttempt,
} from '#contract/submissions.ts';
import { ApiFailure, callApi, toMessage } from '#site/islands/shared/http/api.ts';
import { createQuery, type Query } from '../../shared/query/query.ts';

export interface AssignmentView {
  assignment: Assignment | null;
  submissions: readonly MySubmission[];
}

export function assignmentOf(leagueId: string): Query<AssignmentView> {
  return createQuery(`assignment-${leagueId}`, () => loadAssignment(leagueId));
}

export function toAssignmentQueueKey(assignmentId: string): string {
  return `assignment:${assignmentId}`;
}

async function loadAssignment(leagueId: string): Promise<AssignmentView> {
  const [assignment, submissions] = await Promise.all([
    findAssignment(leagueId),
    listOwnSubmissions(leagueId),
  ]);
  return { assignment, submissions };
}

// Null for a 404, or an error text with 'not found'.
async function findAssignment(leagueId: string): Promise<Assignment | null> {
  try {
    return await callApi(getLeagueAssignment, { params: { leagueId } });
  } catch (error) {
    const isAnswer = error instanceof ApiFailure && error.kind !== 'network' && error.kind !== 'aborted';
    if (isAnswer && (error.status === 404 || /not found/i.test(error.message))) return null;
    throw error;
  }
}

async function listOwnSubmissions(leagueId: string): Promise<MySubmission[]> {
  const all = await callApi(listMySubmissions);
  return all.filter(({ assignment }) => assignment.leagueId === leagueId);
}

/** Keeps the current submissions on failure. Returns true on success. */
export async function reloadSubmissions(leagueId: string): Promise<boolean> {
  try {
    const submissions = await listOwnSubmissions(leagueId);
    assignmentOf(leagueId).change((view) => ({ ...view, submissions }));
    return true;
  } catch {
    return false;
  }
}

export function listAttempts({ submissions }: Pick<AssignmentView, 'submissions'>): SubmissionAttempt[] {
  const attempts = submissions.flatMap((submission) =>
    submission.history?.length ? submission.history : [{ ...submission, number: 1 }],
  );
  return attempts.map((attempt, index) => ({ ...attempt, number: attempts.length - index }));
}

export type Offer = 'submit' | 'resubmit' | null;

/** Null while an answer is pending or approved. */
export function toOffer({ submissions: [latest] }: Pick<AssignmentView, 'submissions'>): Offer {
  if (!maySubmit(latest)) return null;
  return latest ? 'resubmit' : 'submit';
}

export const UNREACHABLE =
  'Unable to connect to the server. Please check your internet connection and try again.';

export function toLoadFailure(error: Error): string {
  if (error instanceof ApiFailure && error.kind === 'network') return UNREACHABLE;
  return `Failed to load assignment: ${toMessage(error, 'API request failed')}`;
}
