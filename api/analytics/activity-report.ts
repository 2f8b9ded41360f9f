import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { ActivityReport } from '#contract/reports.ts';
import { countRows, toSampleOf } from '../db/bounded-count.ts';
import { type Database, queryRows } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { progressEvents } from '../db/schema/learning.ts';
import { addDays, closedPeriods, keyOf, mondayOf, type Period } from './activity-periods.ts';
import { type Bounds, type Sample, scaleUp } from './sample.ts';
import { type Span, startOf } from './span.ts';
import { isSeen } from './visible.ts';

/** Up to how many events are read; with more, those of some learners. */
const ACTIVITY_BOUNDS: Bounds = { whole: 200_000, sampled: 8_000 };

/**
 * Different learners with progress by day and week, days and weeks without any included. Of everything, and of one
 * league, what is over was counted before and only today is read; of several leagues together the events are read, and
 * where they are too many, those of a sample of all accounts.
 */
export async function readActivityReport(
  db: Database,
  span: Span,
  bounds: Bounds = ACTIVITY_BOUNDS,
): Promise<ActivityReport> {
  const { visible } = span;
  const scope = visible === null ? '' : visible.length === 1 ? visible[0] : undefined;
  const counted = scope === undefined ? null : await readCounted(db, span, scope);
  if (counted) return counted;
  const inSpan = and(
    sql`${progressEvents.occurredAt} >= ${startOf(span)}`,
    visible === null ? undefined : inArray(progressEvents.leagueId, visible),
  );
  const { events } = await countRows(db, progressEvents, { events: inSpan }, bounds.whole + 1);
  const sample = events > bounds.whole ? await toSampleOf(db, users, bounds.sampled) : null;
  return sample && sample.weight > 1
    ? scaleReport(await readEvents(db, span, sample), sample)
    : readEvents(db, span);
}

function scaleReport(report: ActivityReport, sample: Sample): ActivityReport {
  const scaled = <Row extends { learners: number }>(row: Row): Row => ({
    ...row,
    learners: scaleUp(row.learners, sample),
  });
  return {
    ...scaled(report),
    byDay: report.byDay.map(scaled),
    byWeek: report.byWeek.map(scaled),
    estimated: true,
  };
}

interface Counted {
  today: string;
  /** Learners with progress today, and how many of them had none earlier in the week and in the span. */
  active: number;
  newInWeek: number;
  newInSpan: number;
  /** First day, last day, learners. */
  periods: [string, string, number][] | null;
}

/** The report from what is counted and today's events; null while some of it is not counted yet. */
async function readCounted(db: Database, span: Span, scope: string): Promise<ActivityReport | null> {
  const today = sql`(now() at time zone ${span.timeZone})::date`;
  const midnight = (day: SQL) => sql`((${day})::timestamp at time zone ${span.timeZone})`;
  // One look into the index for each of today's learners; asked for as `not exists`, it becomes a join over the year.
  const isNewSince = (start: SQL) => sql`(
    select true from progress_events earlier where earlier.user_id = active.user_id
      and earlier.occurred_at >= ${start} and earlier.occurred_at < ${midnight(today)}
      and ${isSeen(span.visible, sql`earlier.league_id`)} limit 1) is null`;
  const [row] = await queryRows<Counted>(
    db,
    sql`with active as materialized (
        select distinct user_id from progress_events
        where occurred_at >= ${midnight(today)} and ${isSeen(span.visible, sql`league_id`)}
      )
      select ${today}::text as today, (select count(*) from active)::int as active,
        (select count(*) from active
          where ${isNewSince(midnight(sql`date_trunc('week', ${today}::timestamp)`))})::int as "newInWeek",
        (select count(*) from active where ${isNewSince(startOf(span))})::int as "newInSpan",
        (select json_agg(json_build_array(closed.first_day, closed.last_day, coalesce(own.learners, 0)))
          from activity_counts closed left join activity_counts own on own.time_zone = closed.time_zone
            and own.league_id = ${scope} and own.first_day = closed.first_day and own.last_day = closed.last_day
          where closed.time_zone = ${span.timeZone} and closed.league_id = ''
            and closed.first_day >= ${today} - ${span.days - 1}::int) as periods`,
  );
  return row ? toReport(span.days, row) : null;
}

function toReport(length: number, { today, active, newInWeek, newInSpan, periods }: Counted) {
  const counts = new Map(
    (periods ?? []).map(([first, last, learners]) => [keyOf({ first, last }), learners]),
  );
  const { days, weeks, whole } = closedPeriods(today, length);
  if (![...days, ...weeks, whole].every((period) => counts.has(keyOf(period)))) return null;
  const countOf = (period: Period) => counts.get(keyOf(period)) ?? 0;
  const byWeek = weeks.map((period) => ({ week: mondayOf(period.first), learners: countOf(period) }));
  const thisWeek = mondayOf(today);
  const begun = byWeek.find(({ week }) => week === thisWeek);
  if (begun) begun.learners += newInWeek;
  else byWeek.push({ week: thisWeek, learners: newInWeek });
  return {
    days: length,
    byDay: [
      ...days.map((period) => ({ day: period.first, learners: countOf(period) })),
      { day: today, learners: active },
    ],
    byWeek,
    learners: countOf(whole) + newInSpan,
  };
}

/**
 * The report from the events alone. A learner is one string of bits, a bit for each day of the span: hashing pairs of
 * day and learner takes twice as long.
 */
async function readEvents(db: Database, span: Span, sample?: Sample): Promise<ActivityReport> {
  const today = sql`(now() at time zone ${span.timeZone})::date`;
  const last = sql`${span.days - 1}::int`;
  // Queries of their own are asked once, not for each event.
  const firstDay = sql`(select ${today} - ${last})`;
  const noDay = sql`(select repeat('0', ${span.days}::int)::varbit)`;
  // What came since this statement began may be of the next day.
  const dayIndex = sql`least((occurred_at at time zone ${span.timeZone})::date - ${firstDay}, ${last})`;
  const isAsked = sql`occurred_at >= ${startOf(span)} and ${isSeen(span.visible, sql`league_id`)}`;
  const days = sql`bit_or(set_bit(${noDay}, ${dayIndex}, 1)) as days`;
  const learners = sample
    ? sql`(select id from users ${sample.part}) u cross join lateral (
        select ${days} from progress_events where user_id = u.id and ${isAsked}) learner where days is not null`
    : sql`(select ${days} from progress_events where ${isAsked} group by user_id collate "C") learner`;
  const [row] = await queryRows<{ today: string; learners: string | null }>(
    db,
    sql`select ${today}::text as today, (select string_agg(days::text, ',') from ${learners}) as learners`,
  );
  return countDays(span.days, row?.today ?? '', row?.learners?.split(',') ?? []);
}

/** The report of so many days up to today; of each learner the days, '1' for one with progress. */
function countDays(length: number, today: string, learners: readonly string[]): ActivityReport {
  const days = Array.from({ length }, (_, index) => addDays(today, index + 1 - length));
  const mondays = [...new Set(days.map(mondayOf))];
  const weekOf = days.map((day) => mondays.indexOf(mondayOf(day)));
  const byDay = days.map((day) => ({ day, learners: 0 }));
  const byWeek = mondays.map((week) => ({ week, learners: 0 }));
  for (const active of learners) {
    let lastWeek: number | undefined;
    for (let index = active.indexOf('1'); index !== -1; index = active.indexOf('1', index + 1)) {
      const [day, week] = [byDay[index], byWeek[weekOf[index] ?? -1]];
      if (day) day.learners++;
      if (week && weekOf[index] !== lastWeek) week.learners++;
      lastWeek = weekOf[index];
    }
  }
  return { days: length, byDay, byWeek, learners: learners.length };
}
