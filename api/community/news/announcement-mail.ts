import { and, eq, gt, gte, isNull, max, sql } from 'drizzle-orm';
import { ANNOUNCEMENT_MAILS_PER_DAY } from '#contract/announcements.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { announcements } from '../../platform/db/schema/community.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import { addToLimit, toMax } from '../../platform/http/limits.ts';
import { type Mailing, queueMails } from '../../platform/mail/outbox.ts';
import { getsMail, isPublished, isReadable, selectAnnouncements } from './audience.ts';
import { toUnsubscribeToken } from './unsubscribe.ts';

// Sealing stops the event loop: ticks run between two batches.
const BATCH = 100;
const PAUSE_MS = 60;
const DAY_SECONDS = 86_400;
const LIMIT_KEY = 'mail-day:announcements';

/** Queues the mails of published announcements; what the allowance does not cover waits for a later run. */
export async function mailAnnouncements(deps: Mailing, isStopping: () => boolean): Promise<void> {
  const due = await deps.db
    .select({ id: announcements.id })
    .from(announcements)
    .where(isDue)
    .orderBy(announcements.publishAt);
  for (const { id } of due) {
    while (!isStopping() && (await queueBatch(deps, id))) await Bun.sleep(PAUSE_MS);
  }
}

const isDue = and(isPublished, eq(announcements.isMailed, true), isNull(announcements.mailedAt));

const toKeyStart = (announcementId: string) => `announcement:${announcementId}:`;
const isMailOf = (announcementId: string) =>
  sql`starts_with(${outboxMessages.dedupeKey}, ${toKeyStart(announcementId)})`;

/** False at the end, without allowance, or while another process has the announcement. */
function queueBatch({ db, config, secret }: Mailing, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [row] = await selectAnnouncements(tx)
      .where(and(eq(announcements.id, id), isDue))
      .for('no key update', { of: announcements, skipLocked: true });
    if (!row) return false;
    const { count } = await addToLimit(tx, LIMIT_KEY, 0, DAY_SECONDS);
    const allowance = toMax({ max: ANNOUNCEMENT_MAILS_PER_DAY }, config.RATE_LIMIT_SCALE);
    const size = Math.min(BATCH, allowance - count);
    if (size <= 0) return false;
    const [last] = await tx
      .select({ userId: max(outboxMessages.userId) })
      .from(outboxMessages)
      .where(and(gte(outboxMessages.createdAt, row.publishAt), isMailOf(id)));
    const people = await tx
      .select({ id: users.id, email: users.email, name: users.name })
      .from(users)
      .innerJoin(announcements, eq(announcements.id, id))
      .where(and(gt(users.id, last?.userId ?? ''), isReadable, getsMail))
      .orderBy(users.id)
      .limit(size);
    await queueMails(
      { db: tx, secret },
      'ANNOUNCEMENT',
      people.map(({ name, ...to }) => {
        const unsubscribe = toUnsubscribeToken(secret, 'ANNOUNCEMENT', to.id);
        return { ...to, facts: { ...row, name, unsubscribe }, dedupeKey: toKeyStart(id) + to.id };
      }),
    );
    await addToLimit(tx, LIMIT_KEY, people.length, DAY_SECONDS);
    if (people.length === size) return true;
    await tx.update(announcements).set({ mailedAt: sql`now()` }).where(eq(announcements.id, id));
    return false;
  });
}

/** Drops what is neither sent nor on its way. */
export async function dropMails(tx: Database, announcementId: string): Promise<void> {
  await tx
    .delete(outboxMessages)
    .where(
      and(
        isNull(outboxMessages.sentAt),
        isNull(outboxMessages.failedAt),
        sql`coalesce(${outboxMessages.claimedUntil} <= now(), true)`,
        isMailOf(announcementId),
      ),
    );
}
