import { getMentoring, type MentorSession, type MentorSlot } from '#contract/mentoring.ts';
import { toShortDate, toShortDateTime, toTime } from '../format/dates.ts';
import { callApi } from '../http/api.ts';
import { createQuery } from '../query/query.ts';

/** Other people change it. Renew it after a refused write too, which may come from an outdated list. */
export const mentoring = createQuery('mentoring', () => callApi(getMentoring), { staleMs: 2000 });

export type Span = Pick<MentorSlot, 'startsAt' | 'endsAt'>;

/** 'Thu, Dec 3, 2026' in the reader's time zone. */
export function toDay(moment: string): string {
  const [day] = readClock(moment);
  return `${day.slice(0, 3)}, ${toShortDate(moment)}`;
}

/** '10:00 to 10:30' in the reader's time zone, with the date where the end is on another day; '10:00' of a moment. */
export function toHours({ startsAt, endsAt }: Span): string {
  if (startsAt === endsAt) return toTime(startsAt);
  const isOneDay = toShortDate(startsAt) === toShortDate(endsAt);
  return `${toTime(startsAt)} to ${isOneDay ? toTime(endsAt) : toShortDateTime(endsAt)}`;
}

/** 'Thu, Dec 3, 2026, 10:00 to 10:30 (14:30 to 15:00 in Asia/Kolkata)'. */
export function toWhole(span: Span, timeZone: string): string {
  const other = toOtherHours(span, timeZone);
  return `${toDay(span.startsAt)}, ${toHours(span)}${other ? ` (${other})` : ''}`;
}

/** '14:30 to 15:00 in Asia/Kolkata', with the day if it is another; null where the reader's (`own`) clock says the same. */
export function toOtherHours({ startsAt, endsAt }: Span, timeZone: string, own?: string): string | null {
  const [day, clock] = readClock(startsAt, timeZone);
  const [ownDay, ownClock] = readClock(startsAt, own);
  if (day === ownDay && clock === ownClock) return null;
  const hours = startsAt === endsAt ? clock : `${clock} to ${readClock(endsAt, timeZone)[1]}`;
  return `${day === ownDay ? '' : `${day}, `}${hours} in ${timeZone}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** 'Thu, Dec 3' and '10:00'. */
function readClock(moment: string, timeZone = ownTimeZone()): [day: string, clock: string] {
  // Creating a formatter is slow, and a list has many times.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone });
  formats.set(timeZone, format);
  const text = format.format(new Date(moment));
  return [text.slice(0, -7), text.slice(-5)];
}

const PARTS = {
  ...({ weekday: 'short', month: 'short', day: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
};

/** Of the reader. */
export const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Empty where the clocks agree. */
export function toZoneText(timeZone: string): string {
  const now = new Date().toISOString();
  return toOtherHours({ startsAt: now, endsAt: now }, timeZone)
    ? `Times are in your time zone, ${ownTimeZone()}, with those of ${timeZone} beside them.`
    : '';
}

export function groupByDay<Row extends Pick<Span, 'startsAt'>>(rows: readonly Row[]): [string, Row[]][] {
  const days = new Map<string, Row[]>();
  for (const row of rows) days.set(toDay(row.startsAt), [...(days.get(toDay(row.startsAt)) ?? []), row]);
  return [...days];
}

export const hasBegun = ({ startsAt }: Span, now = Date.now()) => Date.parse(startsAt) <= now;
export const isOver = ({ endsAt }: Span, now = Date.now()) => Date.parse(endsAt) <= now;

export const toOtherName = ({ otherName }: MentorSession) => otherName ?? 'A deleted account';
