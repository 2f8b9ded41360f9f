import { type SQL, sql } from 'drizzle-orm';
import { type Card, createEmptyCard, fsrs, type Grade, Rating, type State } from 'ts-fsrs';
import type { ReviewRating } from '#contract/revision.ts';
import { resourceProgress, revisionCards } from '../platform/db/schema/learning.ts';

type StoredCard = typeof revisionCards.$inferSelect;
/** What the scheduler knows about one resource of one learner. */
export type CardState = Omit<StoredCard, 'userId' | 'resourceId' | 'markedAt'>;

// By days alone: a resource is read again, not drilled within the hour. No fuzz, so that a due date can be explained.
const scheduler = fsrs({
  enable_short_term: false,
  enable_fuzz: false,
  request_retention: 0.9,
  maximum_interval: 365,
});

const GRADES: Record<ReviewRating, Grade> = { REMEMBERED: Rating.Good, KEEP: Rating.Again };

const DAY_MS = 86_400_000;

/** The card after an answer: remembered moves the next time away, keep brings it back the next day. */
export function scheduleNext(before: CardState | null, rating: ReviewRating, at: Date): CardState {
  const known = before?.reviewedAt ? toCard(before) : createEmptyCard(at);
  const { card } = scheduler.next(known, at, GRADES[rating]);
  // The scheduler would give a well-known card some days even then; who keeps it wants to see it tomorrow.
  const tomorrow = new Date(at.getTime() + DAY_MS);
  return {
    dueAt: rating === 'KEEP' && card.due > tomorrow ? tomorrow : card.due,
    stability: card.stability,
    difficulty: card.difficulty,
    state: card.state,
    repetitions: card.reps,
    lapses: card.lapses,
    scheduledDays: card.scheduled_days,
    reviewedAt: at,
  };
}

function toCard(state: CardState): Card {
  return {
    due: state.dueAt,
    stability: state.stability,
    difficulty: state.difficulty,
    elapsed_days: 0,
    scheduled_days: state.scheduledDays,
    learning_steps: 0,
    reps: state.repetitions,
    lapses: state.lapses,
    state: state.state as State,
    last_review: state.reviewedAt ?? undefined,
  };
}

/**
 * When a record of `resource_progress` with its card is due. A card counts for the mark it was made for; a new mark is
 * due the day after.
 */
export const dueAt = sql<string>`(case when ${revisionCards.markedAt} = ${resourceProgress.markedForRevisionAt}
  then ${revisionCards.dueAt} else ${resourceProgress.markedForRevisionAt} + interval '1 day' end)`;

/** The end of the present day in the product's time zone. */
export function endOfDay(timeZone: string): SQL {
  return sql`((date_trunc('day', now() at time zone ${timeZone}::text) + interval '1 day') at time zone ${timeZone}::text)`;
}
