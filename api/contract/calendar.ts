import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { Id, Moment, NullableText } from './shared.ts';

// Calls for the own calendar, beyond the agreed contract (docs/decisions/0007).

export const CALENDAR_ERRORS = defineErrors({
  CALENDAR_NOT_FOUND: { status: 404, text: 'Calendar not found' },
});

const CALENDAR_KINDS = ['DUE', 'EVENT', 'SESSION', 'LEAGUE_END'] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

export const CALENDAR_LABELS: Record<CalendarKind, string> = {
  DUE: 'Assignment due',
  EVENT: 'Event',
  SESSION: 'Mentoring',
  LEAGUE_END: 'League ends',
};

/** The calendar reaches this far ahead. */
export const CALENDAR_DAYS = 366;

export const CalendarEntry = z.object({
  kind: z.enum(CALENDAR_KINDS),
  /** Of the assignment, registration, session or league; the UID of the entry in the feed. */
  id: Id,
  title: z.string(),
  startsAt: Moment,
  /** Null for a moment, such as a due date. */
  endsAt: z.nullable(Moment),
  /** Of a due date, the league. */
  place: NullableText,
  /** SEQUENCE in the feed. */
  sequence: z.number(),
  /** On our own site. */
  path: z.string(),
});
export type CalendarEntry = z.infer<typeof CalendarEntry>;

export const getCalendar = defineCall('getCalendar', {
  route: 'GET /users/me/calendar',
  access: 'learner',
  summary: 'Own due dates, events, sessions and ends of leagues from the start of today, earliest first',
  data: z.object({
    entries: z.array(CalendarEntry),
    /** Of the community. */
    timeZone: z.string(),
    /** Of the private feed, from the origin of the API. */
    feedPath: z.string(),
  }),
});

export const renewCalendarFeed = defineCall('renewCalendarFeed', {
  route: 'POST /users/me/calendar/feed',
  access: 'learner',
  summary: 'Give the private feed another address; the old one stops working',
  message: 'Your calendar has a new address',
  data: z.object({ feedPath: z.string() }),
});

/** 404 for a renewed address and for accounts that are not ACTIVE. */
export const getCalendarFeed = defineCall('getCalendarFeed', {
  route: 'GET /calendar/:secret',
  access: 'public',
  summary: 'The own calendar as iCalendar, for calendar apps; the secret ends in .ics',
  files: ['text/calendar'],
});
