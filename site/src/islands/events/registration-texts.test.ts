import { expect, test } from 'bun:test';
import type { EventOffer, OwnRegistration } from '#contract/events.ts';
import { isAhead, toFacts, toNotice } from './registration-texts.ts';

const at = (day: number, hour: number) => new Date(2027, 0, day, hour).toISOString();
const event: EventOffer = {
  ...{ eventId: 'build-night-1', title: 'Build night', place: 'Lab 3', state: 'OPEN' },
  ...{ opensAt: at(2, 9), closesAt: at(22, 16), startsAt: at(22, 18), endsAt: at(22, 21) },
  ...{ places: 24, placesLeft: 7, waiting: 0, audience: 'EVERYONE', league: null },
};
const own: OwnRegistration = {
  ...{ id: 'r1', state: 'CONFIRMED', position: null, doorCode: 'K7M2QX' },
  ...{ registeredAt: at(3, 9), checkedInAt: null },
};
const say = (changes: Partial<EventOffer>, registration: Partial<OwnRegistration> | null = null) => {
  const { title, text } = toNotice({ ...event, ...changes }, registration && { ...own, ...registration });
  return `${title}. ${text}`;
};

test('each state of an event is said to a visitor', () => {
  expect(toNotice(null, null).title).toBe('Registration opens later');
  expect([
    say({ state: 'SOON' }),
    say({}),
    say({ placesLeft: 0, waiting: 12 }),
    say({ state: 'CLOSED' }),
    say({ state: 'OVER' }),
    say({ state: 'CANCELLED' }),
  ]).toEqual([
    'Registration opens soon. On Jan 2, 2027, 09:00. Places: 24.',
    'Places left: 7 of 24. First come, first served.',
    'All places are taken. People waiting: 12. A place that is given back goes to the first in line.',
    'Registration is closed. It closed on Jan 22, 2027, 16:00.',
    'This event is over. Thanks to everyone who came.',
    'This event was cancelled. It will not take place. Everyone who registered was told by email.',
  ]);
});

test('the own registration is said before the state of the list, and after a cancelled event', () => {
  const checkedInAt = at(22, 18);
  expect([
    say({ placesLeft: 0 }, {}),
    say({ placesLeft: 0 }, { state: 'WAITING', position: 3 }),
    say({ state: 'CLOSED' }, { checkedInAt }),
    say({ state: 'OVER' }, { checkedInAt }),
    say({ state: 'OVER' }, {}),
    say({ state: 'CANCELLED' }, {}),
    say({}, { state: 'CANCELLED' }),
  ]).toEqual([
    'You have a place. Show this code at the door:',
    'You are number 3 on the waiting list. We email you as soon as a place is yours.',
    'You are checked in. Since Jan 22, 2027, 18:00. Enjoy it!',
    'You were there. Thank you for coming.',
    'This event is over. Thanks to everyone who came.',
    'This event was cancelled. It will not take place. Everyone who registered was told by email.',
    'Your registration is cancelled. Places left: 7 of 24. First come, first served.',
  ]);
});

test('the facts name the time zone, and the end of registration while it is ahead', () => {
  const facts = (changes: Partial<EventOffer>) =>
    toFacts({ ...event, ...changes }).map((row) => row.join(': '));
  expect(facts({ audience: 'LEAGUE', league: { id: 'q', name: 'Quantum' } })).toEqual([
    expect.stringMatching(/^When: Jan 22, 2027, 18:00 to 21:00 \(.+\)$/),
    'Where: Lab 3',
    'Register by: Jan 22, 2027, 16:00',
    'Open to: Learners of Quantum',
  ]);
  expect(facts({ state: 'OVER', endsAt: at(23, 10) })).toEqual([
    expect.stringMatching(/^When: Jan 22, 2027, 18:00 to Jan 23, 2027, 10:00 \(.+\)$/),
    'Where: Lab 3',
  ]);
  expect(facts({}).at(-1)).toBe('Register by: Jan 22, 2027, 16:00');
  expect(facts({ audience: 'MEMBERS' }).at(-1)).toBe('Open to: Members');
  expect(facts({ state: 'CANCELLED' })).toEqual([]);
});

test('an event is ahead until its end, unless it is cancelled', () => {
  const states = (['SOON', 'OPEN', 'CLOSED', 'OVER', 'CANCELLED'] as const).map((state) =>
    isAhead({ ...event, state }),
  );
  expect(states).toEqual([true, true, true, false, false]);
});
