import { expect, test } from 'bun:test';
import { FEEDBACK_MAX_LENGTH } from '#contract/submissions.ts';
import { validateReview } from './review-form.ts';

test('a review sets one of three states, with feedback up to a greatest length', () => {
  expect(validateReview({ status: '', feedback: '' })).toEqual({ status: 'Choose a status' });
  expect(validateReview({ status: 'SUBMITTED', feedback: '' })).toEqual({ status: 'Choose a status' });
  expect(validateReview({ status: 'APPROVED', feedback: 'x'.repeat(FEEDBACK_MAX_LENGTH + 1) })).toEqual({
    feedback: 'Feedback must be 5000 characters or less',
  });
  expect(validateReview({ status: 'NEEDS_REVISION', feedback: 'Add tests' })).toEqual({});
  expect(validateReview({ status: 'NEEDS_REVISION', feedback: ' \n ' })).toEqual({
    feedback: 'Say what needs to be revised',
  });
  for (const status of ['APPROVED', 'UNDER_REVIEW']) {
    expect(validateReview({ status, feedback: '' })).toEqual({});
  }
});
