import {
  cancelEvent,
  type EventOffer,
  getEvent,
  listEvents,
  type SaveEventBody,
  type StaffEvent,
  saveEvent,
} from '#contract/events.ts';
import { toShortDate, toShortDateTime, toTime } from '#site/islands/shared/format/dates.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createConfirmedAction } from '../action/confirmed-action.ts';
import { createStaffQuery, invalidate } from '../query/queries.ts';

/** Embedded when the site is built; the day as YYYY-MM-DD. */
export type ContentEvent = Record<'id' | 'title' | 'place' | 'day', string>;

/** `event` is null before staff open registration. */
export type EventRow = Omit<ContentEvent, 'day'> & { startsAt: string; event: StaffEvent | null };

export type EventStore = ReturnType<typeof createEventStore>;

export function createEventStore(content: readonly ContentEvent[]) {
  const query = createStaffQuery('events', 'all', async () => {
    const { events } = await callApi(listEvents);
    const others = findUnopened(content, events);
    const offers = await Promise.all(others.map(({ id }) => callApi(getEvent, { params: { eventId: id } })));
    return [...events, ...offers.flatMap(({ event }) => (event ? toForeign(event) : []))];
  });
  const place = (saved: StaffEvent) => {
    query.change((events) => [saved, ...events.filter(({ eventId }) => eventId !== saved.eventId)]);
    invalidate('events');
  };
  return {
    query,
    save: async (eventId: string, body: SaveEventBody) =>
      place(await callApi(saveEvent, { params: { eventId }, body })),
    cancellation: createConfirmedAction<StaffEvent>({
      action: 'cancel event',
      run: async ({ eventId }) => place(await callApi(cancelEvent, { params: { eventId } })),
      done: 'Event cancelled',
    }),
  };
}

const findUnopened = (content: readonly ContentEvent[], events: readonly StaffEvent[]) =>
  content.filter(({ id }) => events.every(({ eventId }) => eventId !== id));

/** Of other staff: it must not look as if nobody had opened it. */
function toForeign(offer: EventOffer): StaffEvent {
  const confirmed = offer.places - offer.placesLeft;
  return { ...offer, confirmed, checkedIn: 0, mayChange: false, mayCheckIn: false };
}

/** Newest first. */
export function toRows(content: readonly ContentEvent[], events: readonly StaffEvent[]): EventRow[] {
  const opened = events.map((event) => ({ ...event, id: event.eventId, event }));
  const rest = findUnopened(content, events).map((page) => ({
    ...page,
    startsAt: `${page.day}T10:00`,
    event: null,
  }));
  return [...opened, ...rest].toSorted((a, b) => Date.parse(b.startsAt) - Date.parse(a.startsAt));
}

/** 'Dec 12, 2026, 10:00 to 18:00'. */
export function toTimes({ startsAt, endsAt }: Pick<EventOffer, 'startsAt' | 'endsAt'>): [string, string] {
  const isOneDay = toShortDate(startsAt) === toShortDate(endsAt);
  return [toShortDateTime(startsAt), `to ${isOneDay ? toTime(endsAt) : toShortDateTime(endsAt)}`];
}

/** '1 person is', '43 people are'. */
export const toPeople = (count: number, [one, many]: readonly [string, string]) =>
  count === 1 ? `1 person ${one}` : `${toNumber(count)} people ${many}`;

export function toCancelQuestion({ confirmed, waiting }: Pick<StaffEvent, 'confirmed' | 'waiting'>): string {
  const people = toPeople(confirmed + waiting, ['gets', 'get']);
  const mail =
    confirmed + waiting ? `${people} an email that it will not take place.` : 'No one is registered.';
  return `${mail} This cannot be undone.`;
}
