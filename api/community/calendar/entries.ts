import { and, eq, gt, inArray, isNull, lt, not, notExists, type SQLWrapper, sql } from 'drizzle-orm';
import { alias, type PgColumn, QueryBuilder } from 'drizzle-orm/pg-core';
import { CALENDAR_DAYS, type CalendarEntry, type CalendarKind } from '#contract/calendar.ts';
import { isExpired } from '../../platform/access/league-scope.ts';
import { toIso } from '../../platform/db/client.ts';
import { asRow, rowList, selectRow } from '../../platform/db/nested-rows.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import * as community from '../../platform/db/schema/community.ts';
import { assignments, leagues } from '../../platform/db/schema/curriculum.ts';
import { enrollments, submissions } from '../../platform/db/schema/learning.ts';

const { events, eventRegistrations: registrations, mentorSessions: sessions, mentorSlots: slots } = community;
const query = new QueryBuilder();
const others = alias(users, 'others');

type Fields = Record<'id' | 'title' | 'startsAt' | 'path', SQLWrapper> &
  Partial<Record<'endsAt' | 'place' | 'sequence', SQLWrapper>>;

const nothing = sql`null`;

const selectEntry = (
  kind: CalendarKind,
  { id, title, startsAt, endsAt = nothing, place = nothing, sequence = sql`0`, path }: Fields,
) =>
  selectRow({
    kind: sql<CalendarKind>`${sql.raw(`'${kind}'`)}`,
    id: sql<string>`${id}`,
    title: sql<string>`${title}`,
    startsAt: sql<string>`${startsAt}`,
    endsAt: sql<string | null>`${endsAt}`,
    place: sql<string | null>`${place}`,
    sequence: sql<number>`${sequence}`,
    path: sql<string>`${path}`,
  });

const ofLeague = { path: sql`'/dashboard/league/' || ${leagues.id}` };
const isEnrolled = inArray(
  leagues.id,
  query.select({ id: enrollments.leagueId }).from(enrollments).where(eq(enrollments.userId, users.id)),
);
const isApproved = and(
  eq(submissions.assignmentId, assignments.id),
  eq(submissions.userId, users.id),
  eq(submissions.status, 'APPROVED'),
);
const approved = query.select({ id: submissions.id }).from(submissions).where(isApproved);

/** Entries of `users` from the start of today, with the version of their feed, as one value. */
export function calendarOf(timeZone: string) {
  const isShown = (startsAt: PgColumn, endsAt = startsAt) =>
    and(
      gt(endsAt, sql`date_trunc('day', now(), ${timeZone}::text)`),
      lt(startsAt, sql`now() + ${sql.raw(String(CALENDAR_DAYS))} * interval '1 day'`),
    );
  const { id, title, dueAt: startsAt } = assignments;
  const due = selectEntry('DUE', { id, title, startsAt, place: leagues.name, ...ofLeague })
    .from(assignments)
    .innerJoin(leagues, eq(leagues.id, assignments.leagueId))
    .where(and(isShown(startsAt), isEnrolled, not(isExpired), notExists(approved)));
  const league = { id: leagues.id, title: leagues.name, startsAt: leagues.expiresAt, ...ofLeague };
  const ends = selectEntry('LEAGUE_END', league)
    .from(leagues)
    .where(and(isShown(leagues.expiresAt), isEnrolled));
  const isPlace = and(eq(registrations.userId, users.id), eq(registrations.state, 'CONFIRMED'));
  const event = { ...events, id: registrations.id, path: sql`'/events/' || ${events.id}` };
  const places = selectEntry('EVENT', event)
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.eventId))
    .where(and(isPlace, isNull(events.cancelledAt), isShown(events.startsAt, events.endsAt)));
  // One query as learner and one as mentor: an `or` over two tables uses no index.
  const sessionsAs = (own: PgColumn, other: PgColumn) =>
    selectEntry('SESSION', {
      ...slots,
      id: sessions.id,
      title: sql`coalesce('Session with ' || ${others.name}, 'Session')`,
      sequence: sessions.sequence,
      path: sql`'/dashboard/mentoring'`,
    })
      .from(sessions)
      .innerJoin(slots, eq(slots.id, sessions.slotId))
      .leftJoin(others, eq(others.id, other))
      .where(and(eq(own, users.id), isShown(slots.startsAt, slots.endsAt)));
  const all = due
    .unionAll(ends)
    .unionAll(places)
    .unionAll(sessionsAs(sessions.learnerId, slots.mentorId))
    .unionAll(sessionsAs(slots.mentorId, sessions.learnerId));
  return asRow({ version: users.calendarVersion, entries: rowList(all) });
}
type Found = ReturnType<typeof calendarOf>['_']['type']['entries'];

/** Earliest first. */
export function presentEntries(found: Found): CalendarEntry[] {
  return found
    .map((row) => ({ ...row, startsAt: toIso(row.startsAt), endsAt: toIso(row.endsAt) }))
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
}
