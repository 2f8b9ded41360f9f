import { onFirstUse } from '#site/on-first-use.ts';

const dateFormat = (month: 'short' | 'long') =>
  onFirstUse(() => new Intl.DateTimeFormat('en-US', { month, day: 'numeric', year: 'numeric' }));
const shortDate = dateFormat('short');
const longDate = dateFormat('long');
const clock = onFirstUse(() => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }));

/** 'Jun 13, 2025' in the reader's time zone; '' without a valid date. */
export function toShortDate(moment: string | null | undefined): string {
  return format(shortDate, moment);
}

/** 'June 13, 2025' in the reader's time zone; '' without a valid date. */
export function toLongDate(moment: string | null | undefined): string {
  return format(longDate, moment);
}

function format(form: () => Intl.DateTimeFormat, moment: string | number | null | undefined): string {
  const date = new Date(moment ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : form().format(date);
}

/** '14:03' in the reader's time zone. */
export function toTime(moment: string | number | null): string {
  return format(clock, moment) || 'an unknown time';
}

/** 'Jun 13, 2025, 14:03' in the reader's time zone; '' without a valid date. */
export function toShortDateTime(moment: string): string {
  const date = toShortDate(moment);
  return date && `${date}, ${toTime(moment)}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function dayOf(at: number): number {
  const date = new Date(at);
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}

/** Relative up to a week, by the reader's calendar; then a short date. */
export function toTimeAgo(moment: string, now: number = Date.now()): string {
  const passed = now - Date.parse(moment);
  if (Number.isNaN(passed)) return '';
  if (passed < MINUTE_MS) return 'just now';
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min ago`;
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)} h ago`;
  const days = dayOf(now) - dayOf(Date.parse(moment));
  if (days === 1) return 'yesterday';
  return days < 7 ? `${days} days ago` : toShortDate(moment);
}
