import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { product } from '../../platform/process/product.ts';
import type { Event } from './offers.ts';

/** As in the feed of the site: entries keep this domain even if the site moves. */
const UID_DOMAIN = product.mailbox.split('@').at(-1);

/** An iCalendar file (RFC 5545) that adds, changes or cancels the entry of a registration. */
export function toCalendar(
  { id, title, place, startsAt, endsAt, sequence }: Event,
  registrationId: string,
  isCancelled: boolean,
  origin: string,
): { method: 'PUBLISH' | 'CANCEL'; content: string } {
  const method = isCancelled ? 'CANCEL' : 'PUBLISH';
  const calendar = ical({
    prodId: { company: product.name, product: 'Events', language: 'EN' },
    method: ICalCalendarMethod[method],
  });
  calendar.createEvent({
    id: `${registrationId}@${UID_DOMAIN}`,
    sequence,
    start: startsAt,
    end: endsAt,
    summary: title,
    location: place,
    url: `${origin}/events/${encodeURIComponent(id)}`,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // Required of both methods (RFC 5546).
    organizer: { name: product.name, email: product.mailbox },
  });
  return { method, content: `${calendar.toString().trimEnd()}\r\n` };
}
