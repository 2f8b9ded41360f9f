import {
  and,
  desc,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lte,
  notExists,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { NEWS_DAYS, type PinnedAnnouncement } from '#contract/news.ts';
import { type Database, toIso } from '../../platform/db/client.ts';
import { currentCurriculumVersion, keptForVersion } from '../../platform/db/curriculum-version.ts';
import { rowList, selectRow } from '../../platform/db/nested-rows.ts';
import { pathfinderScopes, users } from '../../platform/db/schema/accounts.ts';
import { announcementDismissals, announcements, newsChoices } from '../../platform/db/schema/community.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';

const query = new QueryBuilder();

interface Target {
  authorId: SQLWrapper;
  cohortId: SQLWrapper;
  leagueId: SQLWrapper;
}

/**
 * Needs `users` in the query. ACTIVE accounts: all of them, or those enrolled in the cohort or league, with a scope in
 * the league, and the author.
 */
const isAudience = ({ authorId, cohortId, leagueId }: Target) => {
  const isEnrolled = and(
    eq(enrollments.userId, users.id),
    or(eq(enrollments.cohortId, cohortId), eq(enrollments.leagueId, leagueId)),
  );
  const isInScope = and(eq(pathfinderScopes.pathfinderId, users.id), eq(pathfinderScopes.leagueId, leagueId));
  return and(
    eq(users.status, 'ACTIVE'),
    or(
      and(isNull(cohortId), isNull(leagueId)),
      eq(users.id, authorId),
      exists(query.select({ id: enrollments.id }).from(enrollments).where(isEnrolled)),
      exists(query.select({ id: pathfinderScopes.id }).from(pathfinderScopes).where(isInScope)),
    ),
  );
};

const textOf = (value: string | null) => sql`${value}::text`;

/** The same for values. */
export const isAudienceOf = (target: Record<keyof Target, string | null>) =>
  isAudience({
    authorId: textOf(target.authorId),
    cohortId: textOf(target.cohortId),
    leagueId: textOf(target.leagueId),
  });

const isSwitchedOff = query
  .select({ kind: newsChoices.kind })
  .from(newsChoices)
  .where(
    and(
      eq(newsChoices.userId, users.id),
      eq(newsChoices.kind, 'ANNOUNCEMENT'),
      eq(newsChoices.isMailed, false),
    ),
  );

/** Needs `users` in the query. */
export const getsMail = and(isNotNull(users.emailVerifiedAt), notExists(isSwitchedOff));

export const isPublished = and(lte(announcements.publishAt, sql`now()`), isNull(announcements.takenBackAt));

/** Needs `users` and `announcements` in the query. */
export const isReadable = and(isPublished, isAudience(announcements));

/** `isReadable`, and within the days that the list of news shows. */
export const isRecentlyReadable = and(
  gt(announcements.publishAt, sql`now() - ${sql.raw(String(NEWS_DAYS))} * interval '1 day'`),
  isReadable,
);

/** Name of the author, null once the account is gone. Needs `announcements` in the query. */
export const authorName = sql<string | null>`(
  select author.name from users author where author.id = ${announcements.authorId})`;

export const announcementFields = {
  id: announcements.id,
  title: announcements.title,
  body: announcements.body,
  author: authorName,
  publishedAt: announcements.publishAt,
};

/** Of the session statement, for what is the same for everybody. */
export const momentFields = { version: currentCurriculumVersion, now: sql<string>`now()` };
interface Moment {
  version: number;
  now: string;
}

const PINNED_MAX = 5;

const isDismissed = query
  .select({ id: announcementDismissals.announcementId })
  .from(announcementDismissals)
  .where(
    and(
      eq(announcementDismissals.userId, users.id),
      eq(announcementDismissals.announcementId, announcements.id),
    ),
  );

const pinnedAnnouncements = rowList(
  selectRow(announcementFields)
    .from(announcements)
    .where(and(gt(announcements.pinnedUntil, sql`now()`), isReadable, notExists(isDismissed)))
    .orderBy(desc(announcements.publishAt), announcements.id)
    .limit(PINNED_MAX),
);

/** Lists what the reader has not closed, newest first. Asks for the reader only while something is pinned. */
export function createPinnedReader(db: Database) {
  const listPins = keptForVersion(() =>
    db
      .select({ from: announcements.publishAt, until: announcements.pinnedUntil })
      .from(announcements)
      .where(and(gt(announcements.pinnedUntil, sql`now()`), isNull(announcements.takenBackAt))),
  );
  const find = db
    .select({ pinned: pinnedAnnouncements })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('pinned_announcements');
  return async (userId: string, { version, now }: Moment): Promise<PinnedAnnouncement[]> => {
    const at = new Date(now);
    const isPinned = (await listPins(version)).some(({ from, until }) => from <= at && until && at < until);
    const [found] = isPinned ? await find.execute({ userId }) : [];
    return (found?.pinned ?? []).map((row) => ({ ...row, publishedAt: toIso(row.publishedAt) }));
  };
}
