import { expect, test } from 'bun:test';
import type { StaffSubmission, SubmissionStatus } from '#contract/submissions.ts';
import { validateReview } from './review-form.ts';
import { listWaiting } from './submission-list.ts';

test('a review sets one of three states, with feedback up to a greatest length', () => {
  expect(validateReview({ status: '', feedback: '' })).toEqual({ status: 'Choose a status' });
  expect(validateReview({ status: 'SUBMITTED', feedback: '' })).toEqual({ status: 'Choose a status' });
  expect(validateReview({ status: 'APPROVED', feedback: 'x'.repeat(5001) })).toEqual({
    feedback: 'Feedback must be 5000 characters or less',
  });
  expect(validateReview({ status: 'NEEDS_REVISION', feedback: 'Add tests' })).toEqual({});
});

test('the one that has waited longest comes first, what was looked at does not wait', () => {
  const row = (id: string, status: SubmissionStatus, submittedAt: string): StaffSubmission => ({
    id,
    status,
    submittedAt,
    attempts: 1,
    content: null,
    githubUrl: null,
    liveUrl: null,
    fileUrl: null,
    feedback: null,
    reviewedAt: null,
    reviewedBy: null,
    user: { id: 'u', name: 'U', email: 'u@example.org' },
    assignment: { id: 'a', title: 'A', leagueId: 'l', league: { id: 'l', name: 'L' } },
  });
  const rows = [
    row('new', 'SUBMITTED', '2026-03-03T00:00:00.000Z'),
    row('read', 'UNDER_REVIEW', '2026-03-01T00:00:00.000Z'),
    row('old', 'SUBMITTED', '2026-03-02T00:00:00.000Z'),
    row('done', 'APPROVED', '2026-02-01T00:00:00.000Z'),
  ];
  expect(listWaiting(rows).map(({ id }) => id)).toEqual(['old', 'new']);
});
