import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { ProgressRow, ResourceWithPlace } from './resource-progress.ts';
import { Id, Moment, PageQuery, Pagination } from './shared.ts';

/** Refusals of the spaced revision. */
export const REVISION_ERRORS = defineErrors({
  REVISION_NOT_MARKED: { status: 409, text: 'This resource is not marked for revision' },
  REVIEW_NOT_FOUND: { status: 404, text: 'Review not found' },
  REVIEW_NOT_LAST: { status: 409, text: 'Only the last answer about a resource can be undone' },
});

/** Marks on a page, unless asked otherwise. */
export const REVISION_SESSION_SIZE = 50;

/** REMEMBERED lets the next time move away, KEEP brings the resource back tomorrow. */
const REVIEW_RATINGS = ['REMEMBERED', 'KEEP'] as const;
export type ReviewRating = (typeof REVIEW_RATINGS)[number];

/** One marked resource with when to look at it again. */
export const RevisionEntry = z.object({
  ...ResourceWithPlace.shape,
  markedAt: Moment,
  dueAt: Moment,
  /** Due on the present day of the product's time zone or before, and revision is not paused. */
  isDue: z.boolean(),
  /** How often it was answered about, undone answers left out. */
  reviews: z.number(),
  lastReviewedAt: z.nullable(Moment),
});
export type RevisionEntry = z.infer<typeof RevisionEntry>;

export const RevisionSums = z.object({
  marked: z.number(),
  due: z.number(),
  /** Null while nothing is paused. */
  pausedAt: z.nullable(Moment),
});
export type RevisionSums = z.infer<typeof RevisionSums>;

const ReviewBody = z.object({
  rating: z.enum(REVIEW_RATINGS, { error: `rating must be ${REVIEW_RATINGS.join(' or ')}` }),
  /**
   * The `lastReviewedAt` of the entry that was answered about, null for never. Answered since, the call changes nothing.
   * Absent, every answer counts.
   */
  expectedLastReviewedAt: z.optional(
    z.nullable(z.string({ error: 'expectedLastReviewedAt must be a string' })),
  ),
});
export type ReviewBody = z.infer<typeof ReviewBody>;

const PauseBody = z.object({ isPaused: z.boolean({ error: 'isPaused must be true or false' }) });

export const getRevision = defineCall({
  name: 'getRevision',
  method: 'GET',
  path: '/progress/revision',
  access: 'learner',
  summary: 'What is marked for revision, in the order it comes back',
  query: PageQuery,
  data: z.object({ revision: z.array(RevisionEntry), sums: RevisionSums, pagination: Pagination }),
});

export const reviewResource = defineCall({
  name: 'reviewResource',
  method: 'POST',
  path: '/progress/revision/:resourceId/review',
  access: 'learner',
  summary: 'Answer whether a marked resource is remembered; its next time is worked out',
  body: ReviewBody,
  data: z.object({
    /** What to hand to `undoReview`; null where it was answered since `expectedLastReviewedAt`. */
    reviewId: z.nullable(Id),
    entry: z.nullable(RevisionEntry),
  }),
});

export const undoReview = defineCall({
  name: 'undoReview',
  method: 'DELETE',
  path: '/progress/revision/reviews/:reviewId',
  access: 'learner',
  summary: 'Take back the last answer about a resource',
  data: z.object({ entry: z.nullable(RevisionEntry) }),
});

export const pauseRevision = defineCall({
  name: 'pauseRevision',
  method: 'PUT',
  path: '/progress/revision/pause',
  access: 'learner',
  summary: 'Pause revision, or resume it with every due date moved by the pause',
  body: PauseBody,
  data: RevisionSums,
});

export const unmarkForRevision = defineCall({
  name: 'unmarkForRevision',
  method: 'DELETE',
  path: '/progress/revision/:resourceId',
  access: 'learner',
  summary: 'Take the revision mark off a resource and leave the rest of its progress',
  data: z.object({
    progress: ProgressRow,
    /** What to hand to `undoChange`; null where nothing was marked. */
    eventId: z.nullable(Id),
  }),
});
