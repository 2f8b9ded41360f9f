import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { product } from '../../platform/process/product.ts';

/** As in the feed of the site: entries keep this domain even if the site moves. */
export const UID_DOMAIN = product.mailbox.split('@').at(-1);

/** `id` is of the registration or session, so that the entry keeps its UID. */
interface Entry {
  id: string;
  title: string;
  place: string;
  startsAt: Date;
  endsAt: Date;
  sequence: number;
  url: string;
}

/** An iCalendar file (RFC 5545) that adds, changes or cancels an entry. */
export function toCalendar(
  { id, title, place, startsAt, endsAt, sequence, url }: Entry,
  isCancelled: boolean,
): { method: 'PUBLISH' | 'CANCEL'; content: string } {
  const method = isCancelled ? 'CANCEL' : 'PUBLISH';
  const calendar = ical({
    prodId: { company: product.name, product: 'Events', language: 'EN' },
    method: ICalCalendarMethod[method],
  });
  calendar.createEvent({
    id: `${id}@${UID_DOMAIN}`,
    sequence,
    start: startsAt,
    end: endsAt,
    summary: title,
    location: place,
    url,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // Required of both methods (RFC 5546).
    organizer: { name: product.name, email: product.mailbox },
  });
  return { method, content: `${calendar.toString().trimEnd()}\r\n` };
}

// Making one takes most of a millisecond, under the lock of the event.
const formats = new Map<string, Intl.DateTimeFormat>();

export function toWhen({ startsAt, endsAt }: Pick<Entry, 'startsAt' | 'endsAt'>, timeZone: string): string {
  const known = formats.get(timeZone);
  const format =
    known ?? new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
  if (!known) formats.set(timeZone, format);
  return `${format.formatRange(startsAt, endsAt)} (${timeZone})`;
}
