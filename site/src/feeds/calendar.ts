import ical from 'ical-generator';
import site from '#content/site.json';
import { type Origin, toAddress } from '#site/seo/structured-data.ts';

export interface CalendarEvent {
  id: string;
  data: { title: string; description: string; date: string; location: string; category: string };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const REFRESH_SECONDS = 24 * 60 * 60;

// UIDs keep this domain even if the site moves.
const UID_DOMAIN = site.mailbox.split('@').at(-1);

/** An iCalendar file (RFC 5545) of all-day events without a time zone. UIDs must never change. */
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
      // The time of the last change is unknown; the build time would mark every event as changed.
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
