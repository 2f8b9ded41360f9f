import { gte, type SQL, sql } from 'drizzle-orm';
import type { ActivityStats, Heatmap } from '#contract/activity.ts';
import type { ActivityYear, RestDays } from '#contract/learning.ts';
import { asRow, rowList, selectRow } from '../platform/db/nested-rows.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { studyBreaks } from '../platform/db/schema/learning.ts';

/** 53 weeks, the most that a calendar of whole weeks ending today needs. */
export const CALENDAR_DAYS = 371;

/**
 * Completions per day in the product's time zone, from the events of the last 53 weeks. Undone ticks do not count,
 * later reset ones do; completing again counts only the first time.
 */
export function activityOf(timeZone: string) {
  const zone = sql`${timeZone}::text`;
  // An undo counts if an even number of undos follows it.
  const isInEffect = sql`(
    with recursive later as (
      select again.id from progress_events again where again.undoes_id = undo.id
      union all
      select again.id from later join progress_events again on again.undoes_id = later.id)
    select count(*) % 2 = 0 from later)`;
  // Only an event with a note or a time can repeat a completion.
  const wasCompleted = sql`(num_nonnulls(ev.personal_note, ev.time_spent_seconds) > 0 and coalesce((
    select was.kind = 'COMPLETED' or was.restored_completed_at is not null
    from progress_events was
    where was.user_id = ev.user_id and was.resource_id = ev.resource_id and was.id < ev.id
      and was.kind in ('COMPLETED', 'RESET', 'RESTORED')
    order by was.id desc limit 1), false))`;
  const from = sql`date_trunc('day', now() at time zone ${zone}) - make_interval(days => ${sql.raw(String(CALENDAR_DAYS - 1))})`;
  const completions = sql`(
    select distinct (ev.occurred_at at time zone ${zone})::date as day, ev.resource_id collate "C"
    from progress_events ev
    where ev.user_id = ${users.id} and ev.kind = 'COMPLETED' and ev.occurred_at >= (${from}) at time zone ${zone}
      and not ${wasCompleted}
      and not exists (select 1 from progress_events undo where undo.undoes_id = ev.id and ${isInEffect})
    ) completions`;
  const revisions = sql`(
    select distinct (review.reviewed_at at time zone ${zone})::date as day from revision_reviews review
    where review.user_id = ${users.id} and review.undone_at is null and review.reviewed_at >= (${from}) at time zone ${zone}
    ) revisions`;
  return asRow({
    today: toDay(sql`now() at time zone ${zone}`),
    from: toDay(from),
    timeZone: sql<string>`${zone}`,
    days: rowList(
      selectRow({ day: toDay(sql`day`), count: sql<number>`count(*)` })
        .from(completions)
        .groupBy(sql`day`)
        .orderBy(sql`day`),
    ),
    revisionDays: rowList(selectRow({ day: toDay(sql`day`) }).from(revisions)),
    breaks: rowList(
      selectRow({ name: studyBreaks.name, from: studyBreaks.startsOn, to: studyBreaks.endsOn })
        .from(studyBreaks)
        .where(gte(studyBreaks.endsOn, sql`(${from})::date`))
        .orderBy(studyBreaks.startsOn, studyBreaks.id),
    ),
  });
}
type FoundActivity = ReturnType<typeof activityOf>['_']['type'];

const toDay = (moment: SQL) => sql<string>`to_char(${moment}, 'YYYY-MM-DD')`;

/** A streak lasts until the day after its last one is over. Both streaks look back as far as the calendar. */
export function presentActivity(found: FoundActivity): ActivityYear {
  const { today, from, days, revisionDays, breaks, timeZone } = found;
  const { currentStreak, longestStreak, totalActiveDays } = toStats(days, today);
  const activeDays = [...new Set([...days, ...revisionDays].map(({ day }) => day))].sort();
  return {
    today,
    from,
    days: Object.fromEntries(days.map(({ day, count }) => [day, count])),
    currentStreak,
    longestStreak,
    activeDays: totalActiveDays,
    isTodayDone: days.some(({ day }) => day === today),
    timeZone,
    streak: {
      ...toStreak(activeDays, today, breaks),
      isTodayDone: activeDays.at(-1) === today,
      restsToday: breaks.find((rest) => rest.from <= today && today <= rest.to)?.name ?? null,
    },
    breaks,
  };
}

/** `day` is YYYY-MM-DD; `count` is at least 1. */
export interface ActiveDay {
  day: string;
  count: number;
}

export function toHeatmap(days: ActiveDay[], year: number): Heatmap {
  const inYear = days.filter(({ day }) => day.startsWith(`${year}-`));
  return Object.fromEntries(inYear.map(({ day, count }) => [day, { active: true, count }]));
}

export function toStats(days: ActiveDay[], today: string): ActivityStats {
  const streak = toStreak(
    days.map(({ day }) => day),
    today,
    [],
  );
  return { currentStreak: streak.days, longestStreak: streak.longest, totalActiveDays: days.length };
}

/**
 * `activeDays` must be sorted. A streak that ended yesterday is still current; it counts active days alone and
 * rests on days of a break.
 */
export function toStreak(activeDays: string[], today: string, breaks: RestDays[]) {
  let longest = 0;
  let days = 0;
  let previous: string | undefined;
  for (const day of activeDays) {
    days = previous !== undefined && isUnbroken(previous, day, breaks) ? days + 1 : 1;
    longest = Math.max(longest, days);
    previous = day;
  }
  const isCurrent = previous !== undefined && isUnbroken(previous, today, breaks);
  return { days: isCurrent ? days : 0, longest };
}

// Every day between the two is one of a break.
function isUnbroken(from: string, to: string, breaks: RestDays[]): boolean {
  let next = dayAfter(from);
  while (next < to) {
    const rest = breaks.find((one) => one.from <= next && next <= one.to);
    if (!rest) return false;
    next = dayAfter(rest.to);
  }
  return true;
}

export function toYears(days: ActiveDay[], today: string): number[] {
  const years = new Set([today, ...days.map(({ day }) => day)].map((day) => Number(day.slice(0, 4))));
  return [...years].sort((a, b) => b - a);
}

export function readYear(asked: string | undefined, today: string): number {
  return Number(asked && /^(19|20|21)\d{2}$/.test(asked) ? asked : today.slice(0, 4));
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
