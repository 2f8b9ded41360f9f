import ical from 'ical-generator';
import site from '#content/site.json';
import { type Origin, toAddress } from '#site/seo/structured-data.ts';

/** A `CollectionEntry<'events'>` is one. */
export interface CalendarEvent {
  id: string;
  data: { title: string; description: string; date: string; location: string; category: string };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const REFRESH_SECONDS = 24 * 60 * 60;

/** Stays in UIDs when the site moves. */
const UID_DOMAIN = site.mailbox.split('@').at(-1);

/** One calendar (RFC 5545). Events are dates without a zone, the same day for every reader; a UID never changes. */
export function toCalendar(events: readonly CalendarEvent[], origin: Origin): string {
  const calendar = ical({
    name: `${site.name} events`,
    description: site.tagline,
    prodId: { company: site.name, product: 'Events', language: 'EN' },
    url: toAddress('/events', origin),
    ttl: REFRESH_SECONDS,
  });
  for (const { id, data } of events) {
    const start = new Date(`${data.date}T00:00:00Z`);
    calendar.createEvent({
      id: `${id}@${UID_DOMAIN}`,
      // The last change is unknown, and a made-up moment would make every build a change.
      stamp: start,
      start,
      end: new Date(start.getTime() + DAY_MS),
      allDay: true,
      summary: data.title,
      description: data.description,
      location: data.location,
      categories: [{ name: data.category }],
      url: toAddress(`/events/${id}`, origin),
    });
  }
  return `${calendar.toString().trimEnd()}\r\n`;
}
