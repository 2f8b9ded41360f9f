import { and, desc, eq, exists, gt, inArray, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { NEWS_DAYS, NEWS_MAX, type NewsKind } from '#contract/news.ts';
import { isExpired, mayRead } from '../../platform/access/league-scope.ts';
import { asRow, rowList, selectRow } from '../../platform/db/nested-rows.ts';
import { pathfinderScopes, users } from '../../platform/db/schema/accounts.ts';
import { announcements, newsReaders, notifications } from '../../platform/db/schema/community.ts';
import { assignments, leagues, resources, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { enrollments, submissions } from '../../platform/db/schema/learning.ts';
import { announcementFields, isReadable, kindsOff } from './audience.ts';

// All statements need `users` in the query around them, for the reader.

const query = new QueryBuilder();

const toItem = (kind: NewsKind, { id, at, facts }: Record<'id' | 'at' | 'facts', SQL>) => ({
  id: id.as('id'),
  kind: sql.raw(`'${kind}'`).as('kind'),
  at: at.as('at'),
  facts: facts.as('facts'),
});
const namedLeague = asRow({ id: leagues.id, name: leagues.name });

export const oldestNews = sql`now() - ${sql.raw(String(NEWS_DAYS))} * interval '1 day'`;

const reader = (column: typeof newsReaders.readAt | typeof newsReaders.mailedAt) =>
  sql`(select ${column} from ${newsReaders} where ${newsReaders.userId} = ${users.id})`;

/** Moment up to which the reader has read; everything before the account began counts as read. */
export const readMark = sql<string>`coalesce(${reader(newsReaders.readAt)}, ${users.createdAt})`;
export const mailMark = sql<string>`coalesce(${reader(newsReaders.mailedAt)}, ${users.createdAt})`;

const enrolled = query
  .select({
    leagueId: enrollments.leagueId,
    since: sql<string>`min(${enrollments.enrolledAt})`.as('since'),
  })
  .from(enrollments)
  .where(and(eq(enrollments.userId, users.id), mayRead))
  .groupBy(enrollments.leagueId)
  .as('enrolled');
const enrolledLeague = and(eq(leagues.id, enrolled.leagueId), not(isExpired));

const ownNews = (since: SQL) =>
  query
    .select({
      id: sql<string>`${notifications.id}`.as('id'),
      kind: sql<NewsKind>`${notifications.kind}`.as('kind'),
      at: sql<string>`${notifications.createdAt}`.as('at'),
      facts: sql<unknown>`${notifications.facts}::json`.as('facts'),
    })
    .from(notifications)
    .where(and(eq(notifications.userId, users.id), gt(notifications.createdAt, since)));

/** By league and day, so that a busy day is one line. */
function newResources(since: SQL, timeZone: string) {
  const day = sql`(${resources.createdAt} at time zone ${sql.raw(`'${timeZone}'`)})::date`;
  return query
    .select(
      toItem('NEW_RESOURCES', {
        id: sql`'resources:' || ${leagues.id} || ':' || ${day}`,
        at: sql`max(${resources.createdAt})`,
        facts: asRow({ league: namedLeague, count: sql`count(*)` }),
      }),
    )
    .from(enrolled)
    .innerJoin(leagues, enrolledLeague)
    .innerJoin(weeks, eq(weeks.leagueId, leagues.id))
    .innerJoin(sections, eq(sections.weekId, weeks.id))
    .innerJoin(resources, eq(resources.sectionId, sections.id))
    .where(and(gt(resources.createdAt, since), gt(resources.createdAt, enrolled.since)))
    .groupBy(leagues.id, day);
}

function dueAssignments(since: SQL) {
  const at = sql`greatest(${assignments.dueAt} - interval '3 days', ${assignments.createdAt}, ${enrolled.since})`;
  const own = query
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.assignmentId, assignments.id), eq(submissions.userId, users.id)));
  return query
    .select(
      toItem('ASSIGNMENT_DUE', {
        id: sql`'due:' || ${assignments.id}`,
        at,
        facts: asRow({ assignment: assignments.title, league: namedLeague, dueAt: assignments.dueAt }),
      }),
    )
    .from(enrolled)
    .innerJoin(leagues, enrolledLeague)
    .innerJoin(assignments, eq(assignments.leagueId, leagues.id))
    .where(
      and(
        gt(assignments.dueAt, sql`now()`),
        gt(sql`now() + interval '3 days'`, assignments.dueAt),
        gt(at, since),
        not(exists(own)),
      ),
    );
}

/** For reviewers: waiting answers of other people, by league. */
function waitingAnswers(since: SQL) {
  const scope = query
    .select({ id: pathfinderScopes.id })
    .from(pathfinderScopes)
    .where(
      and(
        eq(pathfinderScopes.pathfinderId, users.id),
        eq(pathfinderScopes.leagueId, leagues.id),
        eq(pathfinderScopes.canCreateContent, true),
      ),
    );
  const isReviewer = or(
    eq(users.role, 'GRAND_PATHFINDER'),
    and(eq(users.role, 'CHIEF_PATHFINDER'), exists(scope)),
  );
  return query
    .select(
      toItem('SUBMISSIONS_TO_REVIEW', {
        id: sql`'review:' || ${leagues.id}`,
        at: sql`max(${submissions.submittedAt})`,
        facts: asRow({ league: namedLeague, count: sql`count(*)` }),
      }),
    )
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .innerJoin(leagues, eq(leagues.id, assignments.leagueId))
    .where(
      and(
        eq(users.status, 'ACTIVE'),
        inArray(users.role, ['CHIEF_PATHFINDER', 'GRAND_PATHFINDER']),
        sql`${submissions.status} in ('SUBMITTED','UNDER_REVIEW')`,
        gt(submissions.submittedAt, since),
        ne(submissions.userId, users.id),
        isReviewer,
      ),
    )
    .groupBy(leagues.id);
}

const readAnnouncements = (since: SQL, isCollected: boolean) =>
  query
    .select(
      toItem('ANNOUNCEMENT', {
        id: sql`${announcements.id}`,
        at: sql`${announcements.publishAt}`,
        facts: asRow(announcementFields),
      }),
    )
    .from(announcements)
    .where(
      and(
        gt(announcements.publishAt, since),
        isReadable,
        isCollected ? eq(announcements.isMailed, false) : undefined,
      ),
    )
    .orderBy(desc(announcements.publishAt), desc(announcements.id))
    .limit(NEWS_MAX);

type Channel = 'isShown' | 'isMailed';

function newsAfter(since: SQL, timeZone: string, channel: Channel) {
  const after = sql`greatest(${since}, ${oldestNews})`;
  const sources = [
    ownNews(after),
    newResources(after, timeZone),
    dueAssignments(after),
    waitingAnswers(after),
    readAnnouncements(after, channel === 'isMailed'),
  ];
  return {
    from: sql`(${sql.join(sources, sql` union all `)}) news`,
    isWanted: notInArray(sql`news.kind`, kindsOff(channel)),
  };
}

/** News of `users` after `since` that the reader wants in a channel, newest first, as one value. */
export function newsOf(timeZone: string, since: SQL, channel: Channel) {
  const { from, isWanted } = newsAfter(since, timeZone, channel);
  return rowList(
    selectRow({
      id: sql<string>`news.id`,
      kind: sql<NewsKind>`news.kind`,
      at: sql<string>`news.at`,
      facts: sql<unknown>`news.facts`,
      isUnread: sql<boolean>`news.at > ${readMark}`,
    })
      .from(from)
      .where(isWanted)
      .orderBy(sql`news.at desc`, sql`news.id desc`)
      .limit(NEWS_MAX),
  );
}
export type FoundNews = ReturnType<typeof newsOf>['_']['type'][number];

/** Unread news of `users`, counted up to NEWS_MAX. */
export function unreadNewsOf(timeZone: string) {
  const { from, isWanted } = newsAfter(readMark, timeZone, 'isShown');
  return sql<number>`(
    select least(count(*), ${sql.raw(String(NEWS_MAX))})::integer from ${from} where ${isWanted})`;
}
