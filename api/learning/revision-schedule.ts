import { type SQL, sql } from 'drizzle-orm';
import { type Card, createEmptyCard, fsrs, type Grade, Rating, type State } from 'ts-fsrs';
import type { ReviewRating } from '#contract/revision.ts';
import { resourceProgress, revisionCards } from '../platform/db/schema/learning.ts';

type StoredCard = typeof revisionCards.$inferSelect;
export type CardState = Omit<StoredCard, 'userId' | 'resourceId' | 'markedAt'>;

// Whole days, because resources are read again, not drilled. No fuzz, so that due dates can be explained.
const scheduler = fsrs({
  enable_short_term: false,
  enable_fuzz: false,
  request_retention: 0.9,
  maximum_interval: 365,
});

const GRADES: Record<ReviewRating, Grade> = { REMEMBERED: Rating.Good, KEEP: Rating.Again };

const DAY_MS = 86_400_000;

export function scheduleNext(before: CardState | null, rating: ReviewRating, at: Date): CardState {
  const known = before?.reviewedAt ? toCard(before) : createEmptyCard(at);
  const { card } = scheduler.next(known, at, GRADES[rating]);
  // FSRS would give a well-known card several days even then.
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

/** A card belongs to the mark it was made for; a new mark is due the next day. */
export const dueAt = sql<string>`(case when ${revisionCards.markedAt} = ${resourceProgress.markedForRevisionAt}
  then ${revisionCards.dueAt} else ${resourceProgress.markedForRevisionAt} + interval '1 day' end)`;

export function endOfDay(timeZone: string, inDays = 0): SQL {
  return sql`((date_trunc('day', now() at time zone ${timeZone}::text) + make_interval(days => ${sql.raw(String(inDays + 1))})) at time zone ${timeZone}::text)`;
}
