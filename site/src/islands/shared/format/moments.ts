import { onFirstUse } from '#site/on-first-use.ts';
import { toShortDate, toShortDateTime, toTime } from './dates.ts';

/** 'Jun 13, 2025, 18:00 to 21:00', with the second date where it is another; in the reader's time zone. */
export function toMomentSpan(start: string, end: string): string {
  const isOneDay = toShortDate(start) === toShortDate(end);
  return `${toShortDateTime(start)} to ${isOneDay ? toTime(end) : toShortDateTime(end)}`;
}

const zone = onFirstUse(() => new Intl.DateTimeFormat('en-US', { timeZoneName: 'long' }));

/** 'India Standard Time': the reader's time zone at a moment. */
export function toZoneName(moment: string): string {
  const parts = zone().formatToParts(new Date(moment));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
