import { and, eq, gt, isNotNull, ne, sql } from 'drizzle-orm';
import { type MailRhythm, NEWS_MAIL_HOUR } from '#contract/news.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { rowList, selectRow } from '../../platform/db/nested-rows.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { newsReaders } from '../../platform/db/schema/community.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import type { Deps } from '../../platform/http/router.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { KINDS } from './kinds.ts';
import { presentItem } from './news.ts';
import { type FoundNews, mailMark, newsAfter, readMark } from './sources.ts';
import { toUnsubscribeToken } from './unsubscribe.ts';

type DigestDeps = Pick<Deps, 'db' | 'config' | 'secret'>;

const BATCH = 100;
// Ticks run between two batches.
const PAUSE_MS = 100;
const LINES_MAX = 10;

const COLLECTED = Object.entries(KINDS).flatMap(([kind, { mail }]) => (mail === 'COLLECTED' ? [kind] : []));

interface LocalTime {
  /** YYYY-MM-DD. */
  day: string;
  hour: number;
  isSunday: boolean;
}

function toLocalTime(now: Date, timeZone: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', weekday: 'short' },
    ...{ hourCycle: 'h23', timeZone },
  });
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    hour: Number(parts.hour),
    isSunday: parts.weekday?.startsWith('Sun') === true,
  };
}

/**
 * Returns a job for every minute. From NEWS_MAIL_HOUR on it walks the accounts once a day and mails collected news;
 * a restart walks again, and a reader who had a mail that day gets no other. `prepare` runs before a walk.
 */
export function createDigestJob(
  deps: DigestDeps,
  { isStopping, prepare = async () => {} }: { isStopping: () => boolean; prepare?: () => Promise<unknown> },
): (now?: Date) => Promise<number> {
  let doneOn: string | null = null;
  return async (now = new Date()) => {
    const time = toLocalTime(now, deps.config.TIME_ZONE);
    if (time.hour < NEWS_MAIL_HOUR || doneOn === time.day) return 0;
    await prepare();
    let mailed = 0;
    for (let after = ''; ; ) {
      if (isStopping()) return mailed;
      const batch = await listReaders(deps, after, time);
      for (const reader of batch) {
        if (isStopping()) return mailed;
        if (reader.items.length > 0 && (await mailReader(deps, reader, time))) mailed += 1;
      }
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) break;
      after = last.id;
      await Bun.sleep(PAUSE_MS);
    }
    doneOn = time.day;
    return mailed;
  };
}

const toKey = (userId: string, day: string) => `news:${userId}:${day}`;
const mayGetMail = and(eq(users.status, 'ACTIVE'), isNotNull(users.emailVerifiedAt));

// Older news is no news in a mail, also on the first day of an account.
const since = sql`greatest(${readMark}, ${mailMark}, now() - interval '8 days')`;

interface Reader {
  id: string;
  name: string;
  email: string;
  rhythm: string | null;
  items: FoundNews[];
}

function listReaders(
  { db, config }: DigestDeps,
  after: string,
  { day, isSunday }: LocalTime,
): Promise<Reader[]> {
  const news = newsAfter(since, config.TIME_ZONE, 'isMailed');
  const items = rowList(
    selectRow({
      id: sql<string>`${news.id}`,
      kind: sql<FoundNews['kind']>`${news.kind}`,
      at: sql<string>`${news.at}`,
      facts: sql<unknown>`${news.facts}`,
    })
      .from(news)
      .where(sql`${news.kind} in ${COLLECTED}`)
      .orderBy(sql`${news.at} desc`, sql`${news.id} desc`),
  );
  const rhythm = sql<MailRhythm>`coalesce(${newsReaders.mailRhythm}, 'DAILY')`;
  const hadMail = sql`exists (select 1 from ${outboxMessages}
    where ${outboxMessages.dedupeKey} = 'news:' || ${users.id} || ':' || ${day}::text)`;
  return db
    .select({
      ...{ id: users.id, name: users.name, email: users.email },
      rhythm: newsReaders.mailRhythm,
      items: sql<FoundNews[]>`case when ${hadMail} then '[]'::json else ${items} end`,
    })
    .from(users)
    .leftJoin(newsReaders, eq(newsReaders.userId, users.id))
    .where(
      and(gt(users.id, after), mayGetMail, ne(rhythm, 'NEVER'), isSunday ? undefined : ne(rhythm, 'WEEKLY')),
    )
    .orderBy(users.id)
    .limit(BATCH);
}

/** False if the account changed meanwhile, or another process was first. */
function mailReader(
  { db, config, secret }: DigestDeps,
  { id, name, email, rhythm, items }: Reader,
  { day }: LocalTime,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), eq(users.email, email), mayGetMail))
      .for('no key update', { skipLocked: true });
    const dedupeKey = toKey(id, day);
    const [had] = await tx
      .select({ id: outboxMessages.id })
      .from(outboxMessages)
      .where(eq(outboxMessages.dedupeKey, dedupeKey));
    if (!account || had) return false;
    const lines = items.slice(0, LINES_MAX).map((item) => presentItem(item, config.TIME_ZONE).text);
    const facts = {
      ...{ name, lines, more: items.length - lines.length, isWeekly: rhythm === 'WEEKLY' },
      unsubscribe: toUnsubscribeToken(secret, { userId: id, topic: 'DIGEST' }),
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
