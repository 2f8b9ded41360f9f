import { cancelEvent, listEvents, type SaveEventBody, type StaffEvent, saveEvent } from '#contract/events.ts';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createStaffQuery, invalidate } from '../query/queries.ts';

/** Embedded when the site is built; the day as YYYY-MM-DD. */
export type ContentEvent = Record<'id' | 'title' | 'place' | 'day', string>;

/** `event` is null before staff open registration. */
export type EventRow = Omit<ContentEvent, 'day'> & { startsAt: string; event: StaffEvent | null };

export type EventStore = ReturnType<typeof createEventStore>;

export function createEventStore(content: readonly ContentEvent[]) {
  const refresh = () => invalidate('events', { alsoOwn: true });
  return {
    query: createStaffQuery('events', 'all', async () => toRows(content, (await callApi(listEvents)).events)),
    save: async (eventId: string, body: SaveEventBody) => {
      await callApi(saveEvent, { params: { eventId }, body });
      refresh();
    },
    cancellation: createConfirmedAction<EventRow>({
      action: 'cancel event',
      run: async ({ id: eventId }) => {
        await callApi(cancelEvent, { params: { eventId } });
        refresh();
      },
      done: 'Event cancelled',
    }),
  };
}

export function toRows(content: readonly ContentEvent[], events: readonly StaffEvent[]): EventRow[] {
  const opened = events.map((event) => ({ ...event, id: event.eventId, event }));
  const rest = content
    .filter(({ id }) => events.every(({ eventId }) => eventId !== id))
    .map((page) => ({ ...page, startsAt: `${page.day}T10:00`, event: null }));
  return [...opened, ...rest].toSorted((a, b) => Date.parse(b.startsAt) - Date.parse(a.startsAt));
}
