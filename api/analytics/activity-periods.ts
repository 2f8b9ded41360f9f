import { REPORT_DAYS } from '#contract/reports.ts';

/** From the first to the last day, both YYYY-MM-DD and both over. */
export interface Period {
  first: string;
  last: string;
}

/** What a report of so many days up to today is made of, apart from today itself. */
export interface Periods {
  days: Period[];
  /** By week, cut off where the report begins and where today does; a week of today alone is absent. */
  weeks: Period[];
  /** Everything before today. */
  whole: Period;
}

const DAY_MS = 86_400_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The day so many days after another one. */
export const addDays = (day: string, count: number) => toDay(Date.parse(day) + count * DAY_MS);

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

export const keyOf = ({ first, last }: Period) => `${first} ${last}`;

/** The closed periods of a report of `days` days, 2 or more, that ends today. */
export function closedPeriods(today: string, days: number): Periods {
  const yesterday = addDays(today, -1);
  const whole = { first: addDays(today, 1 - days), last: yesterday };
  const weeks: Period[] = [];
  for (let monday = mondayOf(whole.first); monday <= yesterday; monday = addDays(monday, 7)) {
    const sunday = addDays(monday, 6);
    weeks.push({
      first: monday < whole.first ? whole.first : monday,
      last: sunday > yesterday ? yesterday : sunday,
    });
  }
  return {
    days: Array.from({ length: days - 1 }, (_, index) => {
      const day = addDays(whole.first, index);
      return { first: day, last: day };
    }),
    weeks,
    whole,
  };
}

/** Every closed period that some report asks for today, each once, short ones first. */
export function listClosedPeriods(today: string): Period[] {
  const byKey = new Map<string, Period>();
  for (const length of REPORT_DAYS) {
    const { days, weeks, whole } = closedPeriods(today, length);
    for (const period of [...days, ...weeks, whole]) byKey.set(keyOf(period), period);
  }
  return [...byKey.values()].sort((one, other) => lengthOf(one) - lengthOf(other));
}

/** How many days a period has. */
export function lengthOf({ first, last }: Period): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
}
