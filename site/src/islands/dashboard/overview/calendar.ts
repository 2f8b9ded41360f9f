import type { ActivityYear } from '#contract/learning.ts';
import { onFirstUse } from '#site/on-first-use.ts';

const DAY_MS = 86_400_000;
const dateFormat = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);

/** Smallest number of resources a day for levels 1 to 4; level 0 is a day without. */
export const LEVEL_FROM = [1, 3, 6, 10] as const;

export interface CalendarDay {
  /** YYYY-MM-DD. */
  day: string;
  count: number;
  /** 0 to 4. */
  level: number;
  /** 'Wed, Mar 4, 2026'. */
  date: string;
  /** The name of a break. */
  rest?: string | undefined;
}

export interface CalendarWeek {
  /** Its Monday, YYYY-MM-DD. */
  start: string;
  name: string;
  month: string | null;
  /** Monday to Sunday; null outside the calendar. */
  days: (CalendarDay | null)[];
}

export function toCalendarWeeks({
  today,
  days,
  breaks,
}: Pick<ActivityYear, 'today' | 'days' | 'breaks'>): CalendarWeek[] {
  const last = Date.parse(today);
  const thisMonday = last - weekdayOf(last) * DAY_MS;
  const firstMonday = thisMonday - 52 * 7 * DAY_MS;
  return Array.from({ length: 53 }, (_, index) => {
    const monday = firstMonday + index * 7 * DAY_MS;
    const date = dateFormat().format(monday).slice(5);
    return {
      start: toDay(monday),
      name: `Week of ${date}`,
      month: new Date(monday).getUTCDate() <= 7 ? date.slice(0, 3) : null,
      days: Array.from({ length: 7 }, (__, weekday) => {
        const at = monday + weekday * DAY_MS;
        return at > last ? null : toCalendarDay(toDay(at), days[toDay(at)] ?? 0, breaks);
      }),
    };
  });
}

function toCalendarDay(day: string, count: number, breaks: ActivityYear['breaks']): CalendarDay {
  const level = LEVEL_FROM.filter((from) => count >= from).length;
  const rest = breaks?.find(({ from, to }) => from <= day && day <= to)?.name;
  return { day, count, level, date: dateFormat().format(Date.parse(day)), rest };
}

/** An earlier copy on the device has the agreed fields alone. */
export function streakOf({
  streak,
  currentStreak,
  longestStreak,
  isTodayDone,
}: ActivityYear): NonNullable<ActivityYear['streak']> {
  return streak ?? { days: currentStreak, longest: longestStreak, isTodayDone, restsToday: null };
}

export function toStreakHint({ days, isTodayDone, restsToday }: ReturnType<typeof streakOf>): string {
  if (isTodayDone)
    return days > 1 ? 'Today is done. See you tomorrow.' : 'Day 1 done. Come back tomorrow for day 2.';
  if (restsToday) return `${restsToday}: streaks rest today.`;
  if (days > 0) return 'Finish one resource today to keep it.';
  return 'Finish one resource today to start a streak.';
}

/** Names the time zone of the days if it differs from the reader's (`own`), else null. */
export function toZoneNote(timeZone: string | undefined, own?: string, now = new Date()): string | null {
  if (!timeZone) return null;
  const timeIn = (zone?: string) => now.toLocaleString('en', { timeZone: zone });
  return timeIn(timeZone) === timeIn(own) ? null : `Days are those of ${timeZone}.`;
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

// 0 for Monday to 6 for Sunday.
function weekdayOf(at: number): number {
  return (new Date(at).getUTCDay() + 6) % 7;
}
