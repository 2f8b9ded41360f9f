import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { ProgressRow, ResourceWithPlace } from './resource-progress.ts';
import { Id, Moment, PageQuery, Pagination } from './shared.ts';

export const REVISION_ERRORS = defineErrors({
  REVISION_NOT_MARKED: { status: 409, text: 'This resource is not marked for revision' },
  REVIEW_NOT_FOUND: { status: 404, text: 'Review not found' },
  REVIEW_NOT_LAST: { status: 409, text: 'Only the last answer about a resource can be undone' },
});

export const REVISION_SESSION_SIZE = 50;

// REMEMBERED lengthens the interval, KEEP brings the resource back tomorrow.
const REVIEW_RATINGS = ['REMEMBERED', 'KEEP'] as const;
export type ReviewRating = (typeof REVIEW_RATINGS)[number];

export const RevisionEntry = z.object({
  ...ResourceWithPlace.shape,
  markedAt: Moment,
  dueAt: Moment,
  /** True from the due day on, in the product's time zone, unless revision is paused. */
  isDue: z.boolean(),
  reviews: z.number(),
  lastReviewedAt: z.nullable(Moment),
});
export type RevisionEntry = z.infer<typeof RevisionEntry>;

export const RevisionSums = z.object({
  marked: z.number(),
  due: z.number(),
  dueTomorrow: z.optional(z.number()),
  pausedAt: z.nullable(Moment),
});
export type RevisionSums = z.infer<typeof RevisionSums>;

const ReviewBody = z.object({
  rating: z.enum(REVIEW_RATINGS, { error: `rating must be ${REVIEW_RATINGS.join(' or ')}` }),
  /**
   * `lastReviewedAt` that the client saw, null for never. A newer answer makes the call do nothing; absent skips the
   * check.
   */
  expectedLastReviewedAt: z.optional(
    z.nullable(z.string({ error: 'expectedLastReviewedAt must be a string' })),
  ),
});
export type ReviewBody = z.infer<typeof ReviewBody>;

const PauseBody = z.object({ isPaused: z.boolean({ error: 'isPaused must be true or false' }) });

export const getRevision = defineCall('getRevision', {
  route: 'GET /progress/revision',
  access: 'learner',
  summary: 'What is marked for revision, in the order it comes back',
  query: PageQuery,
  data: z.object({ revision: z.array(RevisionEntry), sums: RevisionSums, pagination: Pagination }),
});

export const reviewResource = defineCall('reviewResource', {
  route: 'POST /progress/revision/:resourceId/review',
  access: 'learner',
  summary: 'Answer whether a marked resource is remembered; its next time is worked out',
  body: ReviewBody,
  data: z.object({
    /** For `undoReview`; null when a newer answer made the call do nothing. */
    reviewId: z.nullable(Id),
    entry: z.nullable(RevisionEntry),
  }),
});

export const undoReview = defineCall('undoReview', {
  route: 'DELETE /progress/revision/reviews/:reviewId',
  access: 'learner',
  summary: 'Take back the last answer about a resource',
  data: z.object({ entry: z.nullable(RevisionEntry) }),
});

export const pauseRevision = defineCall('pauseRevision', {
  route: 'PUT /progress/revision/pause',
  access: 'learner',
  summary: 'Pause revision, or resume it with every due date moved by the pause',
  body: PauseBody,
  data: RevisionSums,
});

export const unmarkForRevision = defineCall('unmarkForRevision', {
  route: 'DELETE /progress/revision/:resourceId',
  access: 'learner',
  summary: 'Take the revision mark off a resource and leave the rest of its progress',
  data: z.object({
    progress: ProgressRow,
    /** For `undoChange`; null when nothing was marked. */
    eventId: z.nullable(Id),
  }),
});
