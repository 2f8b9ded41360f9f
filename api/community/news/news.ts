import { eq, gt, isNull, lt, max, type SQLWrapper, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import {
  type listNews,
  NEWS_MAX,
  type NewsItem,
  type NewsKind,
  type PinnedAnnouncement,
} from '#contract/news.ts';
import { reachesRole } from '#contract/roles.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, inTransaction, toIso } from '../../platform/db/client.ts';
import { keptForVersion } from '../../platform/db/curriculum-version.ts';
import { asRow, rowList, selectRow } from '../../platform/db/nested-rows.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { announcements, notifications } from '../../platform/db/schema/community.ts';
import { assignments, resources } from '../../platform/db/schema/curriculum.ts';
import { createId } from '../../platform/process/secrets.ts';
import { momentFields } from './audience.ts';
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

/** The same news for many, in one statement. */
export async function addNewsToAll<Kind extends OwnKind>(
  tx: Database,
  kind: Kind,
  userIds: readonly string[],
  facts: StoredFacts[Kind],
): Promise<void> {
  if (userIds.length === 0) return;
  const row = { kind, facts: JSON.stringify(facts), createdAt: sql`clock_timestamp()` };
  await tx.insert(notifications).values(userIds.map((userId) => ({ id: createId(), userId, ...row })));
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

/** Runs in the session statement. */
export const newsMarks = asRow({
  ...momentFields,
  readMark,
  newestOwn: sql<
    string | null
  >`(select max(own.created_at) from notifications own where own.user_id = ${users.id})`,
});
type NewsMarks = (typeof newsMarks)['_']['type'];

/** When something became news for many, and until when it is. */
const listMoments = (db: Database) => {
  const toMoments = (at: SQLWrapper, until: SQLWrapper = sql`null::timestamptz`) => ({
    at: sql<string | null>`${at}`.mapWith(toIso),
    until: sql<string | null>`${until}`.mapWith(toIso),
  });
  const soon = sql`greatest(${assignments.dueAt} - interval '3 days', ${assignments.createdAt})`;
  return db
    .select(toMoments(max(resources.createdAt)))
    .from(resources)
    .unionAll(
      db
        .select(toMoments(announcements.publishAt))
        .from(announcements)
        .where(isNull(announcements.takenBackAt)),
    )
    .unionAll(
      db
        .select(toMoments(soon, assignments.dueAt))
        .from(assignments)
        .where(gt(assignments.dueAt, sql`now()`)),
    );
};

/** Counts only where something may be unread: the count costs a profile more than the profile itself. */
export function createUnreadCounter(db: Database, timeZone: string) {
  const momentsOf = keptForVersion(() => listMoments(db));
  const count = db
    .select({ unread: unreadNewsOf(timeZone) })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('unread_news');
  return async ({ id, role }: Actor, marks: NewsMarks, enrolledAt = ''): Promise<number> => {
    const now = toIso(marks.now);
    const read = toIso(marks.readMark);
    const isUnread = ({ at, until }: { at: string | null; until: string | null }) =>
      at !== null &&
      at <= now &&
      (until === null ? at > read : until > now && (at > read || enrolledAt > read));
    const mayBeUnread =
      reachesRole(role, 'CHIEF_PATHFINDER') ||
      (marks.newestOwn !== null && toIso(marks.newestOwn) > read) ||
      (await momentsOf(marks.version)).some(isUnread);
    const [found] = mayBeUnread ? await count.execute({ userId: id }) : [];
    return found?.unread ?? 0;
  };
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
