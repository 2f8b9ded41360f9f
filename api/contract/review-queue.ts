import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { ID_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { defineExport } from './exports.ts';
import { Id, NullableText, PageQuery, Pagination } from './shared.ts';
import { Claim, StaffSubmission, SubmissionDetail } from './submissions.ts';

export const REVIEW_ERRORS = defineErrors({
  OWN_SUBMISSION: { status: 400, text: 'Cannot review your own submission' },
  SUBMISSION_CLAIMED: { status: 409, text: '{name} is reviewing this submission' },
  SUBMISSION_CHANGED: {
    status: 409,
    text: 'The submission has changed meanwhile. Read it again before you review it.',
  },
});

/** Counted from the last claim or renewal. */
export const CLAIM_MINUTES = 20;
export const QUEUE_PAGE_SIZE = 25;
export const QUEUE_PAGE_SIZE_MAX = 100;
export const QUEUE_PREVIEW_LENGTH = 280;

export const QUEUE_HOLDERS = ['me', 'others', 'nobody'] as const;
export type QueueHolder = (typeof QUEUE_HOLDERS)[number];

/** A long text answer is cut to QUEUE_PREVIEW_LENGTH. */
export const QueueRow = z.extend(StaffSubmission, { dueDate: NullableText, claim: z.nullable(Claim) });
export type QueueRow = z.infer<typeof QueueRow>;

export const QueueCounts = z.object({
  /** Covers the leagues in scope, or the league asked for. */
  total: z.number(),
  /** SUBMITTED or UNDER_REVIEW. */
  waiting: z.number(),
  /** Waiting submissions that the caller may claim now. */
  free: z.number(),
  oldestAt: NullableText,
});
export type QueueCounts = z.infer<typeof QueueCounts>;

const QueueQuery = z.extend(PageQuery, {
  status: z.optional(z.string()),
  leagueId: z.optional(z.string()),
  assignmentId: z.optional(z.string()),
  holder: z.optional(z.string()),
  search: z.optional(z.string()),
  direction: z.optional(z.string()),
});
export type QueueQuery = z.infer<typeof QueueQuery>;

export const listReviewQueue = defineCall('listReviewQueue', {
  route: 'GET /admin/assignments/submissions/queue',
  access: 'chief',
  summary: 'Submissions to review in the leagues in scope: what waits first, then the oldest',
  query: QueueQuery,
  data: z.object({ submissions: z.array(QueueRow), counts: QueueCounts, pagination: Pagination }),
});

export type SubmissionToExport = StaffSubmission & Pick<QueueRow, 'dueDate'>;

export const exportSubmissions = defineExport('exportSubmissions', {
  path: '/admin/assignments/submissions/export',
  access: 'chief',
  summary: 'Submissions as CSV, those of the queue that its filters leave; recorded',
  query: QueueQuery,
});

const idOrNothing = z.optional(z.nullable(Id.check(z.maxLength(ID_MAX_LENGTH))));

export const NextBody = z.object({
  leagueId: idOrNothing,
  /** Submission to release; the search continues after it and wraps around. */
  after: idOrNothing,
});
export type NextBody = z.infer<typeof NextBody>;

export const claimNextSubmission = defineCall('claimNextSubmission', {
  route: 'POST /admin/assignments/submissions/next/claim',
  access: 'chief',
  summary: 'Take the submission that has waited longest and that nobody else holds',
  body: NextBody,
  data: z.object({
    submission: z.nullable(SubmissionDetail),
    free: z.number(),
  }),
});

export const claimSubmission = defineCall('claimSubmission', {
  route: 'POST /admin/assignments/submissions/:id/claim',
  access: 'chief',
  summary: 'Take a submission to review, or hold on to it for longer',
  data: SubmissionDetail,
});

export const releaseSubmission = defineCall('releaseSubmission', {
  route: 'DELETE /admin/assignments/submissions/:id/claim',
  access: 'chief',
  summary: 'Give back a submission that the caller holds',
  message: 'Submission released',
});
