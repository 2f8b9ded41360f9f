import { type SQL, sql } from 'drizzle-orm';
import type { ActivityReport, ApprovalReport, SubmissionReport } from '#contract/reports.ts';
import { WAITING_DAYS } from '#contract/reports.ts';
import { isWaiting } from '../../assignments/queue.ts';
import { type Database, queryRows, toIso } from '../../platform/db/client.ts';
import { submissions } from '../../platform/db/schema/learning.ts';
import { isVisibleLeague, type VisibleLeagues } from './visible.ts';

export interface Span {
  visible: VisibleLeagues;
  days: number;
  timeZone: string;
}

/** Midnight in the time zone at the start of the span; today is its last day. */
function firstMomentOf({ days, timeZone }: Pick<Span, 'days' | 'timeZone'>): SQL {
  return sql`((now() at time zone ${timeZone})::date - ${days - 1}::int)::timestamp at time zone ${timeZone}`;
}

const number = (value: number | string | null | undefined) => Number(value ?? 0);
const hours = (value: number | string | null) =>
  value === null ? null : Math.round(Number(value) * 10) / 10;

const AGES = sql.raw(`array[${WAITING_DAYS.map((days) => `${days}.0`).join(', ')}]::numeric[]`);

const ageGroup = (moment: SQL) => sql`width_bucket(extract(epoch from now() - ${moment}) / 86400.0, ${AGES})`;

function toWaiting(rows: readonly { age: number; waiting: number | string; oldest: string | Date }[]) {
  const byAge = Array.from({ length: WAITING_DAYS.length + 1 }, () => 0);
  let oldestAt: string | null = null;
  for (const { age, waiting, oldest } of rows) {
    byAge[age] = (byAge[age] ?? 0) + number(waiting);
    const at = toIso(oldest);
    if (oldestAt === null || at < oldestAt) oldestAt = at;
  }
  return { total: byAge.reduce((sum, one) => sum + one, 0), oldestAt, byAge };
}

export async function readSubmissionReport(db: Database, span: Span): Promise<SubmissionReport> {
  const leagueOf = sql`(select a.league_id from submissions s join assignments a on a.id = s.assignment_id
    where s.id = t.submission_id)`;
  const [waiting, [reviewed]] = await Promise.all([
    queryRows<{
      id: string;
      name: string;
      age: number;
      waiting: number | string;
      oldest: string | Date;
    }>(
      db,
      sql`select l.id, l.name, ${ageGroup(sql`${submissions.submittedAt}`)} as age, count(*) as waiting,
          min(${submissions.submittedAt}) as oldest
        from ${submissions} join assignments a on a.id = ${submissions.assignmentId} join leagues l on l.id = a.league_id
        where ${isWaiting} and ${isVisibleLeague(span.visible, sql`a.league_id`)}
        group by l.id, l.name, 3`,
    ),
    queryRows<{ reviewed: number | string; median: number | string | null }>(
      db,
      sql`select count(*) as reviewed, percentile_cont(0.5) within group (
          order by extract(epoch from t.reviewed_at - t.submitted_at) / 3600.0) as median
        from submission_attempts t
        where t.status in ('APPROVED','NEEDS_REVISION') and t.reviewed_at >= ${firstMomentOf(span)} and ${isVisibleLeague(span.visible, leagueOf)}`,
    ),
  ]);
  const leagues = new Map<string, SubmissionReport['byLeague'][number]>();
  for (const { id, name, waiting: count, oldest } of waiting) {
    const known = leagues.get(id) ?? { league: { id, name }, waiting: 0, oldestAt: toIso(oldest) };
    known.waiting += number(count);
    if (toIso(oldest) < known.oldestAt) known.oldestAt = toIso(oldest);
    leagues.set(id, known);
  }
  return {
    waiting: toWaiting(waiting),
    byLeague: [...leagues.values()].sort((one, other) => (one.oldestAt < other.oldestAt ? -1 : 1)),
    days: span.days,
    reviewed: number(reviewed?.reviewed),
    medianHours: hours(reviewed?.median ?? null),
  };
}

/** Sign-ups by week with their approvals. Staff below GRAND see accounts enrolled in the visible leagues. */
export async function readApprovalReport(db: Database, span: Span): Promise<ApprovalReport> {
  const enrolled = sql`u.id in (select e.user_id from enrollments e where ${isVisibleLeague(span.visible, sql`e.league_id`)})`;
  const seen = span.visible === null ? sql`true` : enrolled;
  const took = sql`percentile_cont(0.5) within group (
    order by extract(epoch from u.approved_at - u.created_at) / 3600.0) filter (where u.approved_at is not null)`;
  const [weeks, waiting] = await Promise.all([
    queryRows<{
      week: string | null;
      signUps: number | string;
      approved: number | string;
      median: number | string | null;
    }>(
      db,
      sql`select date_trunc('week', u.created_at at time zone ${span.timeZone})::date::text as week,
          count(*) as "signUps", count(u.approved_at) as approved, ${took} as median
        from users u where u.created_at >= ${firstMomentOf(span)} and ${seen}
        group by grouping sets ((1), ()) order by week nulls first`,
    ),
    queryRows<{ age: number; waiting: number | string; oldest: string | Date }>(
      db,
      sql`select ${ageGroup(sql`u.created_at`)} as age, count(*) as waiting, min(u.created_at) as oldest
        from users u where u.status = 'PENDING' and ${seen} group by 1`,
    ),
  ]);
  const [all, ...byWeek] = weeks;
  return {
    days: span.days,
    waiting: toWaiting(waiting),
    signUps: number(all?.signUps),
    approved: number(all?.approved),
    medianHours: hours(all?.median ?? null),
    byWeek: byWeek.map(({ week, signUps, approved, median }) => ({
      week: week ?? '',
      signUps: number(signUps),
      approved: number(approved),
      medianHours: hours(median),
    })),
  };
}

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
