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
  /** Null for a league without one. */
  assignment: Assignment | null;
  /** The learner's own answers, newest first (ASSIGN-06). */
  submissions: readonly MySubmission[];
}

/** A league's assignment with the learner's answers, cached for five minutes. */
export function assignmentOf(leagueId: string): Query<AssignmentView> {
  return createQuery(`assignment-${leagueId}`, () => loadAssignment(leagueId));
}

/** The queue key of the answers to an assignment. */
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

/** Null for a 404 or the words 'not found' (ASSIGN-17). */
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

/** Reloads the answers and keeps the shown ones on failure; true for a success. */
export async function reloadSubmissions(leagueId: string): Promise<boolean> {
  try {
    const submissions = await listOwnSubmissions(leagueId);
    assignmentOf(leagueId).change((view) => ({ ...view, submissions }));
    return true;
  } catch {
    return false;
  }
}

/** Newest first; each knows its place ('Attempt 2 of 3'). */
export function listAttempts({ submissions }: Pick<AssignmentView, 'submissions'>): SubmissionAttempt[] {
  const attempts = submissions.flatMap((submission) =>
    submission.history?.length ? submission.history : [{ ...submission, number: 1 }],
  );
  return attempts.map((attempt, index) => ({ ...attempt, number: attempts.length - index }));
}

export type Offer = 'submit' | 'resubmit' | null;

/** Null while an answer waits or is approved (ASSIGN-03, 07, 08). */
export function toOffer({ submissions: [latest] }: Pick<AssignmentView, 'submissions'>): Offer {
  if (!maySubmit(latest)) return null;
  return latest ? 'resubmit' : 'submit';
}

export const UNREACHABLE =
  'Unable to connect to the server. Please check your internet connection and try again.';

/** ASSIGN-18, 19. */
export function toLoadFailure(error: Error): string {
  if (error instanceof ApiFailure && error.kind === 'network') return UNREACHABLE;
  return `Failed to load assignment: ${toMessage(error, 'API request failed')}`;
}
