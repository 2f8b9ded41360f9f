import * as z from 'zod/mini';
import { AssignmentRow } from './assignments.ts';
import { defineCall } from './call.ts';
import { Moment, Named, NullableText, optionalUrl, PageQuery, requiredId } from './shared.ts';
import { cleanProse, lengthOf, toTooLong } from './text.ts';

export const SUBMISSION_MAX_LENGTH = 20_000;
export const FEEDBACK_MAX_LENGTH = 5000;

export const SUBMISSION_STATUSES = ['SUBMITTED', 'UNDER_REVIEW', 'APPROVED', 'NEEDS_REVISION'] as const;
export const SubmissionStatus = z.enum(SUBMISSION_STATUSES);
export type SubmissionStatus = z.infer<typeof SubmissionStatus>;

export const WAITING_STATUSES = ['SUBMITTED', 'UNDER_REVIEW'] as const;
export function isWaitingStatus(status: SubmissionStatus): boolean {
  return WAITING_STATUSES.some((waiting) => waiting === status);
}

export const REVIEW_STATUSES = ['UNDER_REVIEW', 'APPROVED', 'NEEDS_REVISION'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** Each type of answer fills exactly one field. */
export const SUBMISSION_TYPES = ['GITHUB_LINK', 'LIVE_URL', 'FILE_URL', 'TEXT_SUBMISSION'] as const;
export type SubmissionType = (typeof SUBMISSION_TYPES)[number];
export const SUBMISSION_FIELDS = {
  GITHUB_LINK: 'githubUrl',
  LIVE_URL: 'liveUrl',
  FILE_URL: 'fileUrl',
  TEXT_SUBMISSION: 'content',
} as const satisfies Record<SubmissionType, string>;

/** True when nothing was submitted yet, or the latest attempt needs revision. */
export function maySubmit(latest: { status: string } | null | undefined): boolean {
  return !latest || latest.status === 'NEEDS_REVISION';
}

const Answer = {
  content: NullableText,
  githubUrl: NullableText,
  liveUrl: NullableText,
  fileUrl: NullableText,
};

export const SubmissionAttempt = z.object({
  number: z.number(),
  status: SubmissionStatus,
  submittedAt: Moment,
  ...Answer,
  feedback: NullableText,
  reviewedAt: NullableText,
});
export type SubmissionAttempt = z.infer<typeof SubmissionAttempt>;

export const Submission = z.object({
  id: z.string(),
  status: SubmissionStatus,
  attempts: z.number(),
  submittedAt: Moment,
  ...Answer,
  feedback: NullableText,
  reviewedAt: NullableText,
  assignment: z.object({ id: z.string(), title: z.string(), leagueId: z.string(), league: Named }),
});
export type Submission = z.infer<typeof Submission>;

export const MySubmission = z.extend(Submission, { history: z.array(SubmissionAttempt) });
export type MySubmission = z.infer<typeof MySubmission>;

export const StaffSubmission = z.extend(Submission, {
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  reviewedBy: z.nullable(Named),
});
export type StaffSubmission = z.infer<typeof StaffSubmission>;

/** Reserves a submission for one reviewer until the given moment. */
export const Claim = z.object({
  by: Named,
  until: Moment,
  /** Measured by the database, so that the reader's clock does not matter. */
  secondsLeft: z.number(),
  isMine: z.boolean(),
});
export type Claim = z.infer<typeof Claim>;

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

/** Exactly one of the four fields is filled; null and '' count as absent (docs/api.md 1.14). */
export const SubmitBody = z
  .object(answerFields)
  .check(z.refine((body) => hasOneAnswer(body), { error: ANSWER_REQUIRED }));
export type SubmitBody = z.infer<typeof SubmitBody>;

/** Staff may submit for a learner who answered another way. */
export const StaffSubmitBody = z
  .object({ ...answerFields, userId: z.optional(z.nullable(requiredId('userId is required'))) })
  .check(z.refine((body) => hasOneAnswer(body), { error: ANSWER_REQUIRED }));
export type StaffSubmitBody = z.infer<typeof StaffSubmitBody>;

// Fits 20,000 characters of text.
const SUBMIT_LIMIT_BYTES = 128 * 1024;

export const ReviewBody = z.object({
  status: z.enum(REVIEW_STATUSES, {
    error: 'Invalid status. Only UNDER_REVIEW, APPROVED and NEEDS_REVISION are allowed',
  }),
  feedback: answerField('Feedback', FEEDBACK_MAX_LENGTH, 'Feedback must be a string'),
  /** Attempt that the reviewer read; a newer one answers SUBMISSION_CHANGED. Absent skips the check. */
  expectedAttempt: z.optional(z.nullable(z.int({ error: 'expectedAttempt must be a whole number' }))),
  /**
   * `reviewedAt` that the reviewer saw, null for never; a newer review answers SUBMISSION_CHANGED. Absent skips the
   * check.
   */
  expectedReviewedAt: z.optional(z.nullable(z.string({ error: 'expectedReviewedAt must be a string' }))),
});
export type ReviewBody = z.infer<typeof ReviewBody>;

export const listMySubmissions = defineCall('listMySubmissions', {
  route: 'GET /assignments/my-submissions',
  access: 'any',
  summary: 'The own submissions, newest first; staff may ask for another user',
  query: z.object({ userId: z.optional(z.string()) }),
  data: z.array(MySubmission),
});

export const submitAssignment = defineCall('submitAssignment', {
  route: 'POST /assignments/:assignmentId/submit',
  access: 'learner',
  summary: 'Hand in an answer',
  body: SubmitBody,
  bodyLimit: SUBMIT_LIMIT_BYTES,
  data: Submission,
});

export const getLeagueSubmissions = defineCall('getLeagueSubmissions', {
  route: 'GET /admin/assignments/league/:leagueId',
  access: 'chief',
  summary: 'The assignment of a league with its submissions, newest first: all of them, or a page',
  query: PageQuery,
  data: z.extend(AssignmentRow, { submissions: z.array(StaffSubmission) }),
  personIdsIn: ({ submissions }) => submissions.map(({ user }) => user.id),
});

export const submitAsStaff = defineCall('submitAsStaff', {
  route: 'POST /admin/assignments/:id/submit',
  access: 'chief',
  summary: 'Hand in an answer, own or for a learner',
  body: StaffSubmitBody,
  bodyLimit: SUBMIT_LIMIT_BYTES,
  data: Submission,
});

export const listSubmissions = defineCall('listSubmissions', {
  route: 'GET /admin/assignments/submissions',
  access: 'chief',
  summary: 'Submissions in the leagues in scope, newest first',
  query: z.extend(PageQuery, { userId: z.optional(z.string()), status: z.optional(z.string()) }),
  data: z.array(StaffSubmission),
  personIdsIn: (submissions) => submissions.map(({ user }) => user.id),
});

export const getSubmission = defineCall('getSubmission', {
  route: 'GET /admin/assignments/submissions/:id',
  access: 'chief',
  summary: 'One submission with every attempt',
  data: SubmissionDetail,
});

export const reviewSubmission = defineCall('reviewSubmission', {
  route: 'PUT /admin/assignments/submissions/:id/review',
  access: 'chief',
  summary: 'Set the state of a submission and answer it',
  body: ReviewBody,
  data: StaffSubmission,
});
