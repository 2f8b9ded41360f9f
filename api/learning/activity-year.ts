import { type SQL, sql } from 'drizzle-orm';
import type { ActivityYear } from '#contract/learning.ts';
import { asRow, rowList, selectRow } from '../platform/db/nested-rows.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { toStats } from './activity-days.ts';

/** 53 weeks: a calendar of whole weeks that ends today never needs more. */
export const CALENDAR_DAYS = 371;

/**
 * The completions of an account of `users` by day of the product's time zone, inside another query. Reads the events of
 * the last 53 weeks through their index by user and moment, and nothing older. A tick that was undone does not count, one
 * that was reset later does, and so does one whose undoing was undone. A completion again, with another note or time,
 * completes nothing.
 */
export function activityOf(timeZone: string) {
  const zone = sql`${timeZone}::text`;
  // An undoing can be undone itself, and so on: it stands where an even number of them follow it.
  const stands = sql`(
    with recursive later as (
      select again.id from progress_events again where again.undoes_id = undo.id
      union all
      select again.id from later join progress_events again on again.undoes_id = later.id)
    select count(*) % 2 = 0 from later)`;
  // Without a note or a time such an event would have changed nothing, and there would be none.
  const wasDone = sql`(num_nonnulls(ev.personal_note, ev.time_spent_seconds) > 0 and coalesce((
    select was.kind = 'COMPLETED' or was.restored_completed_at is not null
    from progress_events was
    where was.user_id = ev.user_id and was.resource_id = ev.resource_id and was.id < ev.id
      and was.kind in ('COMPLETED', 'RESET', 'RESTORED')
    order by was.id desc limit 1), false))`;
  const from = sql`date_trunc('day', now() at time zone ${zone}) - make_interval(days => ${sql.raw(String(CALENDAR_DAYS - 1))})`;
  const deeds = sql`(
    select distinct (ev.occurred_at at time zone ${zone})::date as day, ev.resource_id collate "C"
    from progress_events ev
    where ev.user_id = ${users.id} and ev.kind = 'COMPLETED' and ev.occurred_at >= (${from}) at time zone ${zone}
      and not ${wasDone}
      and not exists (select 1 from progress_events undo where undo.undoes_id = ev.id and ${stands})
    ) deeds`;
  return asRow({
    today: toDay(sql`now() at time zone ${zone}`),
    from: toDay(from),
    timeZone: sql<string>`${zone}`,
    days: rowList(
      selectRow({ day: toDay(sql`day`), count: sql<number>`count(*)` })
        .from(deeds)
        .groupBy(sql`day`)
        .orderBy(sql`day`),
    ),
  });
}
type FoundActivity = ReturnType<typeof activityOf>['_']['type'];

const toDay = (moment: SQL) => sql<string>`to_char(${moment}, 'YYYY-MM-DD')`;

/**
 * Adds the streaks. A day counts when at least one resource was completed; a streak holds until the day after its last
 * one is over, because today is not lost yet. Both look back as far as the calendar does.
 */
export function presentActivity({ today, from, days, timeZone }: FoundActivity): ActivityYear {
  const { currentStreak, longestStreak, totalActiveDays } = toStats(days, today);
  return {
    today,
    from,
    days: Object.fromEntries(days.map(({ day, count }) => [day, count])),
    currentStreak,
    longestStreak,
    activeDays: totalActiveDays,
    isTodayDone: days.some(({ day }) => day === today),
    timeZone,
  };
}
