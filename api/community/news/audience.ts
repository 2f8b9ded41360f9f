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
  notInArray,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Announcement } from '#contract/news.ts';
import { type Database, toIso } from '../../platform/db/client.ts';
import { keptForVersion } from '../../platform/db/curriculum-version.ts';
import { rowList, selectRow } from '../../platform/db/nested-rows.ts';
import { pathfinderScopes, users } from '../../platform/db/schema/accounts.ts';
import { announcementDismissals, announcements, newsChoices } from '../../platform/db/schema/community.ts';
import { cohorts, leagues } from '../../platform/db/schema/curriculum.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';

const query = new QueryBuilder();

type Target<Value> = Record<'authorId' | 'cohortId' | 'leagueId', Value>;

/**
 * Needs `users` in the query. ACTIVE accounts: all of them, or those enrolled in the cohort or league, with a scope in
 * the league, and the author.
 */
const isAudience = ({ authorId, cohortId, leagueId }: Target<SQLWrapper>) => {
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

/** The same for values. */
export const isAudienceOf = ({ authorId, cohortId, leagueId }: Target<string | null>) =>
  isAudience({
    authorId: sql`${authorId}::text`,
    cohortId: sql`${cohortId}::text`,
    leagueId: sql`${leagueId}::text`,
  });

/** Kinds that the reader does not want in a channel. Needs `users` in the query. */
export const kindsOff = (channel: 'isShown' | 'isMailed') =>
  query
    .select({ kind: newsChoices.kind })
    .from(newsChoices)
    .where(and(eq(newsChoices.userId, users.id), eq(newsChoices[channel], false)));

/** Needs `users` in the query. */
export const getsMail = and(
  isNotNull(users.emailVerifiedAt),
  notInArray(sql`'ANNOUNCEMENT'`, kindsOff('isMailed')),
);

export const isPublished = lte(announcements.publishAt, sql`now()`);

/** Needs `users` and `announcements` in the query. */
export const isReadable = and(isPublished, isAudience(announcements));

/** Name of the author, null once the account is gone. Needs `announcements` in the query. */
const authorName = sql<string | null>`(
  select author.name from users author where author.id = ${announcements.authorId})`;

export const announcementFields = {
  id: announcements.id,
  title: announcements.title,
  body: announcements.body,
  author: authorName,
  publishAt: announcements.publishAt,
};

export const selectAnnouncements = (db: Database) =>
  db
    .select({
      ...announcementFields,
      cohort: { id: cohorts.id, name: cohorts.name },
      league: { id: leagues.id, name: leagues.name },
      pinnedUntil: announcements.pinnedUntil,
      isMailed: announcements.isMailed,
      mailedAt: announcements.mailedAt,
    })
    .from(announcements)
    .leftJoin(cohorts, eq(cohorts.id, announcements.cohortId))
    .leftJoin(leagues, eq(leagues.id, announcements.leagueId));

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

type FoundAnnouncement = (typeof pinnedAnnouncements)['_']['type'][number];

export const presentAnnouncement = (row: FoundAnnouncement): Announcement => ({
  ...row,
  publishAt: toIso(row.publishAt),
});

/** Lists what the reader has not closed, newest first. Asks for the reader only while something is pinned. */
export function createPinnedReader(db: Database) {
  const listPins = keptForVersion(() =>
    db
      .select({ from: announcements.publishAt, until: announcements.pinnedUntil })
      .from(announcements)
      .where(gt(announcements.pinnedUntil, sql`now()`)),
  );
  const find = db
    .select({ pinned: pinnedAnnouncements })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('pinned_announcements');
  return async (userId: string, version: number): Promise<Announcement[]> => {
    const now = new Date();
    const isPinned = (await listPins(version)).some(({ from, until }) => from <= now && until && now < until);
    const [found] = isPinned ? await find.execute({ userId }) : [];
    return (found?.pinned ?? []).map(presentAnnouncement);
  };
}
