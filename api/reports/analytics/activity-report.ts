import { sql } from 'drizzle-orm';
import type { ActivityReport } from '#contract/reports.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { firstMomentOf, type Span } from './span.ts';
import { isVisibleLeague } from './visible.ts';

const DAY_MS = 86_400_000;

/**
 * Distinct learners per day and week, empty ones included. The statement returns a bit string per learner: hashing
 * pairs of day and learner takes twice as long.
 */
export async function readActivityReport(db: Database, span: Span): Promise<ActivityReport> {
  const today = sql`(now() at time zone ${span.timeZone})::date`;
  const last = sql`${span.days - 1}::int`;
  // Subqueries run once instead of once per event.
  const firstDay = sql`(select ${today} - ${last})`;
  const noDay = sql`(select repeat('0', ${span.days}::int)::varbit)`;
  // An event written after the statement began may fall on the next day.
  const dayIndex = sql`least((occurred_at at time zone ${span.timeZone})::date - ${firstDay}, ${last})`;
  const [row] = await queryRows<{ today: string; learners: string | null }>(
    db,
    sql`select ${today}::text as today, (
      select string_agg(days::text, ',') from (
        select bit_or(set_bit(${noDay}, ${dayIndex}, 1)) as days from progress_events
        where occurred_at >= ${firstMomentOf(span)} and ${isVisibleLeague(span.visible, sql`league_id`)}
        group by user_id collate "C") learner) as learners`,
  );
  return countDays(span.days, row?.today ?? '', row?.learners?.split(',') ?? []);
}

// Each string has a '1' for every day with progress.
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

const addDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
