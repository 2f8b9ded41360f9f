import { sql } from 'drizzle-orm';
import { type CardState, scheduleNext } from '../learning/revision-schedule.ts';
import { type Database, queryRows } from '../platform/db/client.ts';
import { insertRows } from '../platform/db/insert-rows.ts';
import { revisionCards, revisionReviews } from '../platform/db/schema/learning.ts';
import { DAY_MS, HOUR_MS } from './people.ts';
import { createRandom } from './random.ts';

// Reviews due within these hours stay open, the longer span for every second mark.
const LEFT_HOURS = [120, 30];

/** Answers the marks on their due days with the product's scheduler. Run it after the records are derived. */
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
