import ical from 'ical-generator';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import { CALENDAR_LABELS, type CalendarEntry } from '#contract/calendar.ts';
import { product } from '../../platform/process/product.ts';
import { UID_DOMAIN } from '../events/calendar.ts';

const REFRESH_SECONDS = 3600;

/** An iCalendar file (RFC 5545). The entries have the UIDs of those in the mails. */
export function toFeed(entries: readonly CalendarEntry[], timeZone: string, origin: string): string {
  const [block = '', parameter = ''] = tzlib_get_ical_block(timeZone);
  // The block of an older name such as Asia/Calcutta has the newer one.
  const timezone = parameter.slice('TZID='.length);
  const calendar = ical({
    name: product.name,
    prodId: { company: product.name, product: 'Calendar', language: 'EN' },
    // With a name DTSTAMP would not be in UTC; without entries the zone is the one component that a file needs.
    timezone: { name: entries.length > 0 ? null : timezone, generator: () => block },
    ttl: REFRESH_SECONDS,
  });
  for (const { kind, id, title, startsAt, endsAt, place, sequence, path } of entries) {
    calendar.createEvent({
      id: `${id}@${UID_DOMAIN}`,
      sequence,
      timezone,
      start: Temporal.Instant.from(startsAt),
      end: endsAt && Temporal.Instant.from(endsAt),
      summary: endsAt ? title : `${CALENDAR_LABELS[kind]}: ${title}`,
      location: place,
      url: origin + path,
    });
  }
  return `${calendar.toString().trimEnd()}\r\n`;
}
