import { sql } from 'drizzle-orm';
import { type CardState, scheduleNext } from '../learning/revision-schedule.ts';
import { type Database, queryRows } from '../platform/db/client.ts';
import { insertRows } from '../platform/db/insert-rows.ts';
import { revisionCards, revisionReviews } from '../platform/db/schema/learning.ts';
import { DAY_MS, HOUR_MS } from './people.ts';
import { createRandom } from './random.ts';

/** What fell due within these hours is still to do; of every second mark what fell due within a longer time. */
const LEFT_HOURS = [120, 30];

/**
 * Answers about what learners marked, each when it was due, by the scheduler of the product. Reads the marks that the
 * counters hold.
 */
export async function insertRevision(tx: Database, now: number): Promise<void> {
  const marks = await queryRows<{
    userId: string;
    resourceId: string;
    email: string;
    markedAt: string | Date;
  }>(
    tx,
    sql`select rp.user_id as "userId", rp.resource_id as "resourceId", u.email, rp.marked_for_revision_at as "markedAt"
      from resource_progress rp join users u on u.id = rp.user_id
      where rp.marked_for_revision_at is not null
      order by u.email, rp.marked_for_revision_at, rp.resource_id`,
  );
  const cards: (typeof revisionCards.$inferInsert)[] = [];
  const reviews: (typeof revisionReviews.$inferInsert)[] = [];
  const randoms = new Map<string, () => number>();
  for (const [place, { userId, resourceId, email, ...mark }] of marks.entries()) {
    const random = randoms.get(email) ?? createRandom(`revision of ${email}`);
    randoms.set(email, random);
    const markedAt = new Date(mark.markedAt);
    let card: CardState | null = null;
    let dueAt = new Date(markedAt.getTime() + DAY_MS);
    const leftHours = LEFT_HOURS[place % LEFT_HOURS.length] ?? 0;
    while (dueAt.getTime() < now - leftHours * HOUR_MS) {
      const at = new Date(dueAt.getTime() + Math.floor(random() * 6) * HOUR_MS);
      const rating = random() < 0.2 ? 'KEEP' : 'REMEMBERED';
      const cardBefore: string | null = card ? JSON.stringify({ markedAt, ...card }) : null;
      reviews.push({ userId, resourceId, rating, cardBefore, reviewedAt: at });
      card = scheduleNext(card, rating, at);
      dueAt = card.dueAt;
    }
    if (card) cards.push({ userId, resourceId, markedAt, ...card });
  }
  reviews.sort((one, other) => Number(one.reviewedAt) - Number(other.reviewedAt));
  await insertRows(tx, revisionReviews, reviews);
  await insertRows(tx, revisionCards, cards);
}
