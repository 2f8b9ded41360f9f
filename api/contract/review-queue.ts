import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { ID_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { defineExport } from './exports.ts';
import { Id, NullableText, PageQuery, Pagination } from './shared.ts';
import { Claim, StaffSubmission, SubmissionDetail } from './submissions.ts';

/** Refusals of a review that somebody else was quicker with. */
export const REVIEW_ERRORS = defineErrors({
  OWN_SUBMISSION: { status: 400, text: 'Cannot review your own submission' },
  SUBMISSION_CLAIMED: { status: 409, text: '{name} is reviewing this submission' },
  SUBMISSION_CHANGED: {
    status: 409,
    text: 'The submission has changed meanwhile. Read it again before you review it.',
  },
});

/** How long a claim lasts after it was taken or renewed. */
export const CLAIM_MINUTES = 20;
/** Submissions on a page of the queue, unless asked otherwise. */
export const QUEUE_PAGE_SIZE = 25;
export const QUEUE_PAGE_SIZE_MAX = 100;
/** A text answer in the queue is cut after this many characters. */
export const QUEUE_PREVIEW_LENGTH = 280;

/** Who holds a submission: the caller, somebody else, nobody. */
export const QUEUE_HOLDERS = ['me', 'others', 'nobody'] as const;
export type QueueHolder = (typeof QUEUE_HOLDERS)[number];

/** A submission as the queue shows it: a long text is its beginning alone. */
export const QueueRow = z.extend(StaffSubmission, { dueDate: NullableText, claim: z.nullable(Claim) });
export type QueueRow = z.infer<typeof QueueRow>;

export const QueueCounts = z.object({
  /** Submissions in the leagues in scope, or in the league asked for. */
  total: z.number(),
  /** Those that wait for a decision: SUBMITTED or UNDER_REVIEW. */
  waiting: z.number(),
  /** Those of them that the caller may take now. */
  free: z.number(),
  /** When the one came that has waited longest. */
  oldestAt: NullableText,
});
export type QueueCounts = z.infer<typeof QueueCounts>;

const QueueQuery = z.extend(PageQuery, {
  status: z.optional(z.string()),
  leagueId: z.optional(z.string()),
  assignmentId: z.optional(z.string()),
  holder: z.optional(z.string()),
  /** Words of the learner's name or address. */
  search: z.optional(z.string()),
  /** 'desc': the newest first. */
  direction: z.optional(z.string()),
});
export type QueueQuery = z.infer<typeof QueueQuery>;

export const listReviewQueue = defineCall({
  name: 'listReviewQueue',
  method: 'GET',
  path: '/admin/assignments/submissions/queue',
  access: 'chief',
  summary: 'Submissions to review in the leagues in scope: what waits first, then the oldest',
  query: QueueQuery,
  data: z.object({ submissions: z.array(QueueRow), counts: QueueCounts, pagination: Pagination }),
});

/** A submission as its export has it: whole, with when it was due. */
export type SubmissionToExport = StaffSubmission & Pick<QueueRow, 'dueDate'>;

export const exportSubmissions = defineExport({
  name: 'exportSubmissions',
  path: '/admin/assignments/submissions/export',
  access: 'chief',
  summary: 'Submissions as CSV, those of the queue that its filters leave; recorded',
  query: QueueQuery,
});

const idOrNothing = z.optional(z.nullable(Id.check(z.maxLength(ID_MAX_LENGTH))));

/** Where 'the next one' is looked for. */
export const NextBody = z.object({
  /** In this league alone. */
  leagueId: idOrNothing,
  /** The one that is left: given back, and the next one is the one that came after it; the first again behind the last. */
  after: idOrNothing,
});
export type NextBody = z.infer<typeof NextBody>;

export const claimNextSubmission = defineCall({
  name: 'claimNextSubmission',
  method: 'POST',
  path: '/admin/assignments/submissions/next/claim',
  access: 'chief',
  summary: 'Take the submission that has waited longest and that nobody else holds',
  body: NextBody,
  data: z.object({
    submission: z.nullable(SubmissionDetail),
    /** How many more could be taken after it. */
    free: z.number(),
  }),
});

export const claimSubmission = defineCall({
  name: 'claimSubmission',
  method: 'POST',
  path: '/admin/assignments/submissions/:id/claim',
  access: 'chief',
  summary: 'Take a submission to review, or hold on to it for longer',
  data: SubmissionDetail,
});

export const releaseSubmission = defineCall({
  name: 'releaseSubmission',
  method: 'DELETE',
  path: '/admin/assignments/submissions/:id/claim',
  access: 'chief',
  summary: 'Give back a submission that the caller holds',
});
