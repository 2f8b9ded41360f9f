import * as z from 'zod/mini';
import { AssignmentRow, NamedLeague } from './assignments.ts';
import { defineCall } from './call.ts';
import { Moment, NullableText, optionalUrl, PageQuery, requiredId } from './shared.ts';
import { cleanProse, lengthOf, toTooLong } from './text.ts';

export const SUBMISSION_MAX_LENGTH = 20_000;
export const FEEDBACK_MAX_LENGTH = 5000;

/** ENT-51. */
export const SUBMISSION_STATUSES = ['SUBMITTED', 'UNDER_REVIEW', 'APPROVED', 'NEEDS_REVISION'] as const;
export const SubmissionStatus = z.enum(SUBMISSION_STATUSES);
export type SubmissionStatus = z.infer<typeof SubmissionStatus>;

/** These wait for a decision. */
export const WAITING_STATUSES = ['SUBMITTED', 'UNDER_REVIEW'] as const;
export function isWaitingStatus(status: SubmissionStatus): boolean {
  return WAITING_STATUSES.some((waiting) => waiting === status);
}

/** What a review may set. */
export const REVIEW_STATUSES = ['UNDER_REVIEW', 'APPROVED', 'NEEDS_REVISION'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** The kinds of answer a learner chooses from (ENT-50), and the one field each fills (ASSIGN-11). */
export const SUBMISSION_TYPES = ['GITHUB_LINK', 'LIVE_URL', 'FILE_URL', 'TEXT_SUBMISSION'] as const;
export type SubmissionType = (typeof SUBMISSION_TYPES)[number];
export const SUBMISSION_FIELDS = {
  GITHUB_LINK: 'githubUrl',
  LIVE_URL: 'liveUrl',
  FILE_URL: 'fileUrl',
  TEXT_SUBMISSION: 'content',
} as const satisfies Record<SubmissionType, string>;

/** True when a learner may send an answer: none was sent, or the latest needs revision (ASSIGN-07, ASSIGN-08). */
export function maySubmit(latest: { status: string } | null | undefined): boolean {
  return !latest || latest.status === 'NEEDS_REVISION';
}

const Answer = {
  content: NullableText,
  githubUrl: NullableText,
  liveUrl: NullableText,
  fileUrl: NullableText,
};

/** One try, with what was answered to it; kept for good. */
export const SubmissionAttempt = z.object({
  number: z.number(),
  status: SubmissionStatus,
  submittedAt: Moment,
  ...Answer,
  feedback: NullableText,
  reviewedAt: NullableText,
});
export type SubmissionAttempt = z.infer<typeof SubmissionAttempt>;

/** A learner's answer in the state of its latest attempt (ENT-49). */
export const Submission = z.object({
  id: z.string(),
  status: SubmissionStatus,
  /** How many times it was sent. */
  attempts: z.number(),
  submittedAt: Moment,
  ...Answer,
  feedback: NullableText,
  reviewedAt: NullableText,
  assignment: z.object({ id: z.string(), title: z.string(), leagueId: z.string(), league: NamedLeague }),
});
export type Submission = z.infer<typeof Submission>;

/** The own answer with every attempt, the latest first. */
export const MySubmission = z.extend(Submission, { history: z.array(SubmissionAttempt) });
export type MySubmission = z.infer<typeof MySubmission>;

/** An answer as staff see it. */
export const StaffSubmission = z.extend(Submission, {
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  reviewedBy: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type StaffSubmission = z.infer<typeof StaffSubmission>;

/** That somebody has a submission in hand: until the moment given, nobody else reviews it. */
export const Claim = z.object({
  by: z.object({ id: z.string(), name: z.string() }),
  until: Moment,
  /** Counted by the database, whatever the reader's clock says. */
  secondsLeft: z.number(),
  isMine: z.boolean(),
});
export type Claim = z.infer<typeof Claim>;

/** The same with every attempt, the latest first, and with whoever has it in hand. */
export const SubmissionDetail = z.extend(StaffSubmission, {
  history: z.array(SubmissionAttempt),
  dueDate: NullableText,
  claim: z.nullable(Claim),
});
export type SubmissionDetail = z.infer<typeof SubmissionDetail>;

function answerField(field: string, max: number, notText: string) {
  return z.optional(
    z.pipe(
      z.pipe(
        z.nullable(z.string({ error: notText })),
        z.transform((value: string | null) => (value === null ? null : cleanProse(value) || null)),
      ),
      z
        .nullable(z.string())
        .check(
          z.refine((value) => value === null || lengthOf(value) <= max, { error: toTooLong(field, max) }),
        ),
    ),
  );
}

const link = (name: string) => optionalUrl(`${name} must be a valid http or https address`);

const ANSWER_REQUIRED = 'Exactly one of content, githubUrl, liveUrl or fileUrl is required';

const answerFields = {
  content: answerField('Submission', SUBMISSION_MAX_LENGTH, 'content must be a string'),
  githubUrl: link('githubUrl'),
  liveUrl: link('liveUrl'),
  fileUrl: link('fileUrl'),
};

type AnswerInput = Partial<Record<(typeof SUBMISSION_FIELDS)[SubmissionType], string | null>>;

function hasOneAnswer({ content, githubUrl, liveUrl, fileUrl }: AnswerInput): boolean {
  return [content, githubUrl, liveUrl, fileUrl].filter(Boolean).length === 1;
}

/** Exactly one of the four is filled; null and '' count as not sent (docs/api.md 1.14). */
export const SubmitBody = z
  .object(answerFields)
  .check(z.refine((body) => hasOneAnswer(body), { error: ANSWER_REQUIRED }));
export type SubmitBody = z.infer<typeof SubmitBody>;

/** Staff may hand in for a learner whose answer reached them another way. */
export const StaffSubmitBody = z
  .object({ ...answerFields, userId: z.optional(z.nullable(requiredId('userId is required'))) })
  .check(z.refine((body) => hasOneAnswer(body), { error: ANSWER_REQUIRED }));
export type StaffSubmitBody = z.infer<typeof StaffSubmitBody>;

/** A submission of 20,000 characters may take this many bytes on the wire. */
const SUBMIT_LIMIT_BYTES = 128 * 1024;

export const ReviewBody = z.object({
  status: z.enum(REVIEW_STATUSES, {
    error: 'Invalid status. Only UNDER_REVIEW, APPROVED and NEEDS_REVISION are allowed',
  }),
  feedback: answerField('Feedback', FEEDBACK_MAX_LENGTH, 'Feedback must be a string'),
  /** The attempt that was read; another one by now is SUBMISSION_CHANGED. Absent, the latest one is judged. */
  expectedAttempt: z.optional(z.nullable(z.int({ error: 'expectedAttempt must be a whole number' }))),
  /**
   * When it had last been reviewed, null for never; another review by now is SUBMISSION_CHANGED. Absent, the last one
   * counts.
   */
  expectedReviewedAt: z.optional(z.nullable(z.string({ error: 'expectedReviewedAt must be a string' }))),
});
export type ReviewBody = z.infer<typeof ReviewBody>;

export const listMySubmissions = defineCall({
  name: 'listMySubmissions',
  method: 'GET',
  path: '/assignments/my-submissions',
  access: 'any',
  summary: 'The own submissions, newest first; staff may ask for another user',
  query: z.object({ userId: z.optional(z.string()) }),
  data: z.array(MySubmission),
});

export const submitAssignment = defineCall({
  name: 'submitAssignment',
  method: 'POST',
  path: '/assignments/:assignmentId/submit',
  access: 'learner',
  summary: 'Hand in an answer',
  body: SubmitBody,
  bodyLimit: SUBMIT_LIMIT_BYTES,
  data: Submission,
});

export const getLeagueSubmissions = defineCall({
  name: 'getLeagueSubmissions',
  method: 'GET',
  path: '/admin/assignments/league/:leagueId',
  access: 'chief',
  summary: 'The assignment of a league with its submissions, newest first: all of them, or a page',
  query: PageQuery,
  data: z.extend(AssignmentRow, { submissions: z.array(StaffSubmission) }),
  people: ({ submissions }) => submissions.map(({ user }) => user.id),
});

export const submitAsStaff = defineCall({
  name: 'submitAsStaff',
  method: 'POST',
  path: '/admin/assignments/:id/submit',
  access: 'chief',
  summary: 'Hand in an answer, own or for a learner',
  body: StaffSubmitBody,
  bodyLimit: SUBMIT_LIMIT_BYTES,
  data: Submission,
});

export const listSubmissions = defineCall({
  name: 'listSubmissions',
  method: 'GET',
  path: '/admin/assignments/submissions',
  access: 'chief',
  summary: 'Submissions in the leagues in scope, newest first',
  query: z.extend(PageQuery, { userId: z.optional(z.string()), status: z.optional(z.string()) }),
  data: z.array(StaffSubmission),
  people: (submissions) => submissions.map(({ user }) => user.id),
});

export const getSubmission = defineCall({
  name: 'getSubmission',
  method: 'GET',
  path: '/admin/assignments/submissions/:id',
  access: 'chief',
  summary: 'One submission with every attempt',
  data: SubmissionDetail,
});

export const reviewSubmission = defineCall({
  name: 'reviewSubmission',
  method: 'PUT',
  path: '/admin/assignments/submissions/:id/review',
  access: 'chief',
  summary: 'Set the state of a submission and answer it',
  body: ReviewBody,
  data: StaffSubmission,
});
