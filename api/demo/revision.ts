import { sql } from 'drizzle-orm';
import { type CardState, scheduleNext } from '../learning/revision-schedule.ts';
import { type Database, queryRows } from '../platform/db/client.ts';
import { insertRows } from '../platform/db/insert-rows.ts';
import { revisionCards, revisionReviews } from '../platform/db/schema/learning.ts';
import { DEMO_PEOPLE } from './accounts.ts';
import { createRandom, DAY_MS, HOUR_MS } from './people.ts';

interface Mark {
  userId: string;
  resourceId: string;
  email: string;
  markedAt: string | Date;
}

// Reviews due within these hours stay open, the longer span for every second mark.
const LEFT_HOURS = [120, 30];

/** Answers the marks on their due days with the scheduler. Run it after the records are derived. */
export async function insertRevision(tx: Database, now: number): Promise<void> {
  const marks = await queryRows<Mark>(
    tx,
    sql`select rp.user_id as "userId", rp.resource_id as "resourceId", u.email, rp.marked_for_revision_at as "markedAt"
      from resource_progress rp join users u on u.id = rp.user_id
      where rp.marked_for_revision_at is not null
      order by u.email, rp.marked_for_revision_at, rp.resource_id`,
  );
  const { cards, reviews } = planRevision(marks, now);
  await insertRows(tx, revisionReviews, reviews);
  await insertRows(tx, revisionCards, cards);
}

export function planRevision(marks: readonly Mark[], now: number) {
  const cards: (typeof revisionCards.$inferInsert)[] = [];
  const reviews: (typeof revisionReviews.$inferInsert)[] = [];
  const randoms = new Map<string, () => number>();
  const streaks = new Map(DEMO_PEOPLE.map(({ email, streak }) => [email, streak]));
  for (const [place, { userId, resourceId, email, ...mark }] of marks.entries()) {
    const random = randoms.get(email) ?? createRandom(`revision of ${email}`);
    randoms.set(email, random);
    const markedAt = new Date(mark.markedAt);
    let card: CardState | null = null;
    let dueAt = new Date(markedAt.getTime() + DAY_MS);
    const leftHours = LEFT_HOURS[place % LEFT_HOURS.length] ?? 0;
    while (dueAt.getTime() < now - leftHours * HOUR_MS) {
      let at = dueAt.getTime() + Math.floor(random() * 6) * HOUR_MS;
      while (isBeforeStreak(now - at, streaks.get(email))) at += DAY_MS;
      const reviewedAt = new Date(at);
      const rating = random() < 0.2 ? 'KEEP' : 'REMEMBERED';
      const cardBefore: string | null = card ? JSON.stringify({ markedAt, ...card }) : null;
      reviews.push({ userId, resourceId, rating, cardBefore, reviewedAt });
      card = scheduleNext(card, rating, reviewedAt);
      dueAt = card.dueAt;
    }
    if (card) cards.push({ userId, resourceId, markedAt, ...card });
  }
  reviews.sort((one, other) => Number(one.reviewedAt) - Number(other.reviewedAt));
  return { cards, reviews };
}

// A review on the free day before a streak would lengthen it.
function isBeforeStreak(ageMs: number, streak: number | undefined): boolean {
  return streak !== undefined && ageMs > (streak - 1) * DAY_MS && ageMs < (streak + 2) * DAY_MS;
}
