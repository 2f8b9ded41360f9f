import { register } from '../community/events/registrations.ts';
import { saveEvent } from '../community/events/staff.ts';
import type { Step, Story } from './clock.ts';
import { DAY_MS, findPerson, HOUR_MS, toActorAndRequest } from './people.ts';

/** Folders of `content/events/`: one with free places, one full with a waiting list. */
export const DEMO_EVENTS = [
  {
    id: 'hackathon-2',
    title: 'Hackathon: the campus round',
    place: 'Main auditorium',
    starts: '2027-02-20T09:00:00+05:30',
    places: 40,
    coming: 18,
  },
  {
    id: 'build-night-1',
    title: 'Build night: make it blink',
    place: 'Computer lab 3',
    starts: '2027-01-22T17:30:00+05:30',
    places: 12,
    coming: 17,
  },
];

export function listEventSteps({ tx, config, secret, people, now }: Story): Step[] {
  const mailing = { db: tx, config, secret };
  const members = people.filter(
    ({ account, approvedAt }) =>
      account.status === 'ACTIVE' &&
      account.isVerified &&
      (account.role === 'PIONEER' || account.role === 'LUMINARY') &&
      Number(approvedAt) < now - 7 * DAY_MS,
  );
  return DEMO_EVENTS.flatMap(({ id, coming, starts, ...event }, n): Step[] => {
    // Once the day of the page has passed, the demo still shows a coming event.
    const startsAt = Math.max(Date.parse(starts), now + 21 * DAY_MS);
    const toText = (moment: number) => new Date(moment).toISOString();
    const times = {
      opensAt: toText(now - 6 * DAY_MS),
      closesAt: toText(startsAt - DAY_MS),
      startsAt: toText(startsAt),
      endsAt: toText(startsAt + 3 * HOUR_MS),
    };
    const byGrand = toActorAndRequest(findPerson(people, 'grand'));
    return [
      {
        at: now - 5 * DAY_MS,
        run: () => saveEvent(mailing, byGrand, id, { ...event, ...times, audience: 'EVERYONE' }),
      },
      ...members.slice(n, n + coming).map((person, order) => ({
        at: now - 4 * DAY_MS + order * HOUR_MS,
        run: () => register(mailing, id, { actor: toActorAndRequest(person).actor }),
      })),
    ];
  });
}
