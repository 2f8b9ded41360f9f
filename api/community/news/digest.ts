import { and, eq, gt, isNotNull, ne, sql } from 'drizzle-orm';
import { type MailRhythm, NEWS_MAIL_HOUR } from '#contract/news.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { newsReaders } from '../../platform/db/schema/community.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import { type Mailing, queueMail } from '../../platform/mail/outbox.ts';
import { dayIn } from '../../platform/process/product.ts';
import { KINDS } from './kinds.ts';
import { presentItem } from './news.ts';
import { mailMark, newsOf, readMark } from './sources.ts';
import { toUnsubscribeToken } from './unsubscribe.ts';

const BATCH = 100;
// Ticks run between two batches.
const PAUSE_MS = 100;
const LINES_MAX = 10;

/**
 * Returns a job for every minute. From NEWS_MAIL_HOUR on it walks the accounts once a day and mails collected news;
 * a restart walks again, and a reader who had a mail that day gets no other. `prepare` runs before a walk.
 */
export function createDigestJob(
  deps: Mailing,
  { isStopping, prepare = async () => {} }: { isStopping: () => boolean; prepare?: () => Promise<unknown> },
): (now?: Date) => Promise<number> {
  const timeZone = deps.config.TIME_ZONE;
  let doneOn: string | null = null;
  return async (now = new Date()) => {
    const day = dayIn(timeZone, now);
    const hour = Number(now.toLocaleString('en-GB', { hour: '2-digit', timeZone }));
    if (hour < NEWS_MAIL_HOUR || doneOn === day) return 0;
    await prepare();
    let mailed = 0;
    for (let after = ''; ; ) {
      const batch = await listReaders(deps, after, new Date(day).getUTCDay() === 0);
      for (const reader of batch) {
        if (isStopping()) return mailed;
        if (await mailReader(deps, reader, day)) mailed += 1;
      }
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) break;
      after = last.id;
      await Bun.sleep(PAUSE_MS);
    }
    doneOn = day;
    return mailed;
  };
}

const mayGetMail = and(eq(users.status, 'ACTIVE'), isNotNull(users.emailVerifiedAt));

// Older news is no news in a mail, also on the first day of an account.
const since = sql`greatest(${readMark}, ${mailMark}, now() - interval '8 days')`;

type Reader = Awaited<ReturnType<typeof listReaders>>[number];

function listReaders({ db, config }: Mailing, after: string, isSunday: boolean) {
  const rhythm = sql<MailRhythm>`coalesce(${newsReaders.mailRhythm}, 'DAILY')`;
  return db
    .select({
      ...{ id: users.id, name: users.name, email: users.email },
      rhythm,
      news: newsOf(config.TIME_ZONE, since, 'isMailed'),
    })
    .from(users)
    .leftJoin(newsReaders, eq(newsReaders.userId, users.id))
    .where(
      and(gt(users.id, after), mayGetMail, ne(rhythm, 'NEVER'), isSunday ? undefined : ne(rhythm, 'WEEKLY')),
    )
    .orderBy(users.id)
    .limit(BATCH);
}

/** False without news, or if the account changed meanwhile, or another process was first. */
async function mailReader(
  { db, config, secret }: Mailing,
  { id, name, email, rhythm, news }: Reader,
  day: string,
): Promise<boolean> {
  const items = news.filter(({ kind }) => KINDS[kind].mail === 'COLLECTED');
  if (items.length === 0) return false;
  return inTransaction(db, async (tx) => {
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), eq(users.email, email), mayGetMail))
      .for('no key update', { skipLocked: true });
    const dedupeKey = `news:${id}:${day}`;
    const had = await tx.$count(outboxMessages, eq(outboxMessages.dedupeKey, dedupeKey));
    if (!account || had) return false;
    const lines = items.slice(0, LINES_MAX).map((item) => presentItem(item, config.TIME_ZONE).text);
    const facts = {
      ...{ name, lines, more: items.length - lines.length, isWeekly: rhythm === 'WEEKLY' },
      unsubscribe: toUnsubscribeToken(secret, 'DIGEST', id),
    };
    await queueMail({ db: tx, secret }, 'NEWS_DIGEST', { id, email }, facts, dedupeKey);
    const mailedAt = new Date(items[0]?.at ?? 0);
    await tx
      .insert(newsReaders)
      .values({ userId: id, mailedAt })
      .onConflictDoUpdate({ target: newsReaders.userId, set: { mailedAt, updatedAt: sql`now()` } });
    return true;
  });
}
