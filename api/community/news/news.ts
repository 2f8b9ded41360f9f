import { eq, gt, lt, max, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import type { listNews, NewsItem, NewsKind } from '#contract/news.ts';
import { reachesRole } from '#contract/roles.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, inTransaction, toIso } from '../../platform/db/client.ts';
import { currentCurriculumVersion, keptForVersion } from '../../platform/db/curriculum-version.ts';
import { asRow } from '../../platform/db/nested-rows.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { announcements, notifications } from '../../platform/db/schema/community.ts';
import { assignments, resources } from '../../platform/db/schema/curriculum.ts';
import { createId } from '../../platform/process/secrets.ts';
import { presentAnnouncement } from './audience.ts';
import { KINDS, type Kind, type NewsFacts } from './kinds.ts';
import { type FoundNews, oldestNews, readMark, unreadNewsOf } from './sources.ts';

type OwnKind = Exclude<
  NewsKind,
  'ANNOUNCEMENT' | 'NEW_RESOURCES' | 'ASSIGNMENT_DUE' | 'SUBMISSIONS_TO_REVIEW'
>;

/** Call it in the transaction of the event. One statement for all readers; a repeated `onlyId` adds nothing. */
export async function addNews<Kind extends OwnKind>(
  tx: Database,
  kind: Kind,
  userIds: readonly string[],
  facts: NewsFacts[Kind],
  onlyId?: string,
): Promise<void> {
  if (userIds.length === 0) return;
  // The time of the transaction may lie before a reader's mark.
  const row = { kind, facts: JSON.stringify(facts), createdAt: sql`clock_timestamp()` };
  await tx
    .insert(notifications)
    .values(userIds.map((userId) => ({ id: onlyId ?? createId(), userId, ...row })))
    .onConflictDoNothing();
}

export function presentNews(found: FoundNews[], timeZone: string): DataOf<typeof listNews> {
  const items = found.map((row) => presentItem(row, timeZone));
  return { items, unread: items.filter(({ isUnread }) => isUnread).length };
}

export function presentItem({ id, kind, at, facts, isUnread }: FoundNews, timeZone: string): NewsItem {
  const { toText, toPath } = KINDS[kind] as Kind<unknown>;
  return {
    ...{ id, kind, text: toText(facts, timeZone), path: toPath(facts), at: toIso(at), isUnread },
    ...(kind === 'ANNOUNCEMENT' && { announcement: presentAnnouncement(facts as never) }),
  };
}

/** Runs in the session statement. */
export const newsMarks = asRow({
  version: currentCurriculumVersion,
  now: sql<string>`now()`,
  readMark,
  newestOwn: sql<string | null>`greatest(
    (select max(own.created_at) from notifications own where own.user_id = ${users.id}),
    (select max(enrolled_at) from enrollments where user_id = ${users.id}))`,
});
type NewsMarks = (typeof newsMarks)['_']['type'];

/** When something became news for many. */
const listMoments = (db: Database) =>
  db
    .select({ at: max(resources.createdAt) })
    .from(resources)
    .unionAll(db.select({ at: announcements.publishAt }).from(announcements))
    .unionAll(
      db
        .select({
          at: sql<Date>`greatest(${assignments.dueAt} - interval '3 days', ${assignments.createdAt})`,
        })
        .from(assignments)
        .where(gt(assignments.dueAt, sql`now()`)),
    );

/** Counts only where something may be unread: the count costs a profile more than the profile itself. */
export function createUnreadCounter(db: Database, timeZone: string) {
  const momentsOf = keptForVersion(() => listMoments(db));
  const count = db
    .select({ unread: unreadNewsOf(timeZone) })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('unread_news');
  return async ({ id, role }: Actor, marks: NewsMarks): Promise<number> => {
    const [now, read] = [new Date(marks.now), new Date(marks.readMark)];
    const mayBeUnread =
      reachesRole(role, 'CHIEF_PATHFINDER') ||
      (marks.newestOwn !== null && new Date(marks.newestOwn) > read) ||
      (await momentsOf(marks.version)).some(({ at }) => at !== null && at > read && at <= now);
    const [found] = mayBeUnread ? await count.execute({ userId: id }) : [];
    return found?.unread ?? 0;
  };
}

/** Moves the mark of reading forward, at most to now. */
export async function markNewsRead(db: Database, { id }: Actor, until: string): Promise<void> {
  await inTransaction(db, (tx) =>
    tx.execute(sql`
      insert into news_readers (user_id, read_at) values (${id}, least(${until}::timestamptz, clock_timestamp()))
      on conflict (user_id) do update set read_at = greatest(news_readers.read_at, excluded.read_at), updated_at = now()`),
  );
}

/** Keeps announcements that are still pinned. */
export async function sweepNews(db: Database): Promise<void> {
  await db.delete(notifications).where(lt(notifications.createdAt, oldestNews));
  const end = sql`greatest(${announcements.publishAt}, ${announcements.pinnedUntil})`;
  await db.delete(announcements).where(lt(end, oldestNews));
}
