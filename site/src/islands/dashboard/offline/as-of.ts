import { toTime } from '#site/islands/shared/format/dates.ts';
import { onFirstUse } from '#site/on-first-use.ts';

const dayFormat = onFirstUse(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }));

/** '12 Jun, 14:03', in the reader's time zone. */
export function toDayAndTime(at: number): string {
  return `${dayFormat().format(at)}, ${toTime(at)}`;
}

export function toAsOf(at: number, now = Date.now()): string {
  const day = (moment: number) => new Date(moment).toDateString();
  return day(at) === day(now) ? toTime(at) : toDayAndTime(at);
}
