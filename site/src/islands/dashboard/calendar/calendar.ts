import { getCalendar, renewCalendarFeed } from '#contract/calendar.ts';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { callApi, urlOf } from '#site/islands/shared/http/api.ts';
import { createQuery } from '#site/islands/shared/query/query.ts';

/** Registrations and due dates change elsewhere, so each visit asks again. */
export const calendar = createQuery('calendar', () => callApi(getCalendar), { offline: true, staleMs: 0 });

export const renewal = createConfirmedAction<string>({
  action: 'renew the address',
  run: async () => {
    const { feedPath } = await callApi(renewCalendarFeed);
    calendar.change((data) => ({ ...data, feedPath }));
  },
  done: 'Your calendar has a new address',
});

/** On the origin of the API, which may be another. */
export function toFeedAddress(path: string): string {
  return new URL(path, new URL(urlOf(getCalendar), location.href)).href;
}
