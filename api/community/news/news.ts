import { eq, lt, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import {
  type listNews,
  NEWS_MAX,
  type NewsItem,
  type NewsKind,
  type PinnedAnnouncement,
} from '#contract/news.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, inTransaction, toIso } from '../../platform/db/client.ts';
import { rowList, selectRow } from '../../platform/db/nested-rows.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { notifications } from '../../platform/db/schema/community.ts';
import { createId } from '../../platform/process/secrets.ts';
import { KINDS, type NewsFacts } from './kinds.ts';
import { type FoundNews, newsAfter, oldestNews, readMark } from './sources.ts';

type OwnKind = Exclude<
  NewsKind,
  'ANNOUNCEMENT' | 'NEW_RESOURCES' | 'ASSIGNMENT_DUE' | 'SUBMISSIONS_TO_REVIEW'
>;
type StoredFacts = Omit<NewsFacts, 'SUBMISSION_REVIEWED'> & {
  SUBMISSION_REVIEWED: Omit<NewsFacts['SUBMISSION_REVIEWED'], 'reviewer'> & { reviewerId: string };
};

/** Call it in the transaction of the event. A repeated `id` adds nothing. */
export async function addNews<Kind extends OwnKind>(
  tx: Database,
  kind: Kind,
  userId: string,
  facts: StoredFacts[Kind],
  id = createId(),
): Promise<void> {
  await tx
    .insert(notifications)
    // The time of the transaction may lie before a reader's mark.
    .values({ id, userId, kind, facts: JSON.stringify(facts), createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing();
}

/** News of `users`, with the mark of reading, as one value. */
export function ownNewsOf(timeZone: string) {
  const news = newsAfter(oldestNews, timeZone, 'isShown');
  const { id, kind, at, facts } = news;
  const isUnread = sql<boolean>`${at} > ${readMark}`;
  return rowList(
    selectRow({
      id: sql<string>`${id}`,
      kind: sql<NewsKind>`${kind}`,
      at: sql<string>`${at}`,
      facts: sql<unknown>`${facts}`,
      isUnread,
    })
      .from(news)
      .orderBy(sql`${at} desc`, sql`${id} desc`)
      .limit(NEWS_MAX),
  );
}
type FoundItems = ReturnType<typeof ownNewsOf>['_']['type'];

export function presentNews(found: FoundItems, timeZone: string): DataOf<typeof listNews> {
  const items = found.map(({ isUnread, ...row }) => ({ ...presentItem(row, timeZone), isUnread }));
  return { items, unread: items.filter(({ isUnread }) => isUnread).length };
}

export function presentItem(
  { id, kind, at, facts }: FoundNews,
  timeZone: string,
): Omit<NewsItem, 'isUnread'> {
  const { toText, toPath } = KINDS[kind] as {
    toText(facts: unknown, timeZone: string): string;
    toPath(facts: unknown): string | null;
  };
  const announcement = facts as PinnedAnnouncement;
  return {
    ...{ id, kind, text: toText(facts, timeZone), path: toPath(facts), at: toIso(at) },
    ...(kind === 'ANNOUNCEMENT'
      ? { announcement: { ...announcement, publishedAt: toIso(announcement.publishedAt) } }
      : {}),
  };
}

/** Unread news of `users`, counted up to NEWS_MAX. */
const unreadNewsOf = (timeZone: string) =>
  sql<number>`(select least(count(*), ${sql.raw(String(NEWS_MAX))})::integer from ${newsAfter(readMark, timeZone, 'isShown')})`;

/**
 * False where `users` surely has no unread news. A few looks at indexes, because starting the whole count costs a
 * profile more than the profile itself.
 */
export const mayHaveUnreadNews = sql<boolean>`(users.role in ('CHIEF_PATHFINDER', 'GRAND_PATHFINDER') or coalesce(greatest(
  (select max(own.created_at) from notifications own where own.user_id = ${users.id}),
  (select max(r.created_at) from resources r),
  (select max(n.publish_at) from announcements n where n.publish_at <= now()),
  (select max(greatest(a.due_at - interval '3 days', a.created_at, (
      select max(e.enrolled_at) from enrollments e where e.user_id = ${users.id})))
    from assignments a where a.due_at between now() and now() + interval '3 days')
  ) > ${readMark}, false))`;

export function createUnreadCounter(db: Database, timeZone: string): (userId: string) => Promise<number> {
  const count = db
    .select({ unread: unreadNewsOf(timeZone) })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('unread_news');
  return async (userId) => (await count.execute({ userId }))[0]?.unread ?? 0;
}

/** Moves the mark of reading forward, at most to now. */
export async function markNewsRead(
  db: Database,
  actor: Actor,
  until: string,
  timeZone: string,
): Promise<{ unread: number }> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into news_readers (user_id, read_at) values (${actor.id}, least(${until}::timestamptz, clock_timestamp()))
      on conflict (user_id) do update set read_at = greatest(news_readers.read_at, excluded.read_at), updated_at = now()`);
    const [row] = await tx
      .select({ unread: unreadNewsOf(timeZone) })
      .from(users)
      .where(eq(users.id, actor.id));
    return { unread: row?.unread ?? 0 };
  });
}

export async function sweepNews(db: Database): Promise<void> {
  await db.delete(notifications).where(lt(notifications.createdAt, oldestNews));
}
