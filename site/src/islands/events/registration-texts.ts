import type { EventOffer, OwnRegistration } from '#contract/events.ts';
import { toShortDateTime } from '../shared/format/dates.ts';
import { toMomentSpan, toZoneName } from '../shared/format/moments.ts';

export interface EventNotice {
  title: string;
  text: string;
}

/** What a visitor reads first, by the state of the event and of the own registration. */
export function toNotice(event: EventOffer | null, own: OwnRegistration | null): EventNotice {
  if (!event) {
    return { title: 'Registration opens later', text: 'Times and places are not set yet. Come back soon.' };
  }
  if (event.state === 'CANCELLED') {
    return {
      title: 'This event was cancelled',
      text: 'It will not take place. Everyone who registered was told by email.',
    };
  }
  if (own?.checkedInAt) {
    return event.state === 'OVER'
      ? { title: 'You were there', text: 'Thank you for coming.' }
      : { title: 'You are checked in', text: `Since ${toShortDateTime(own.checkedInAt)}. Enjoy it!` };
  }
  if (event.state === 'OVER') return { title: 'This event is over', text: 'Thanks to everyone who came.' };
  if (own?.state === 'CONFIRMED') return { title: 'You have a place', text: 'Show this code at the door:' };
  if (own?.state === 'WAITING') {
    return {
      title: `You are number ${own.position} on the waiting list`,
      text: 'We email you as soon as a place is yours.',
    };
  }
  const { title, text } = toOpening(event);
  return own ? { title: 'Your registration is cancelled', text: `${title}. ${text}` } : { title, text };
}

function toOpening({ state, opensAt, closesAt, places, placesLeft, waiting }: EventOffer): EventNotice {
  if (state === 'SOON') {
    return {
      title: 'Registration opens soon',
      text: `On ${toShortDateTime(opensAt)}, with ${toPlaces(places)}.`,
    };
  }
  if (state === 'CLOSED') {
    return { title: 'Registration is closed', text: `It closed on ${toShortDateTime(closesAt)}.` };
  }
  if (placesLeft > 0) {
    return { title: `${placesLeft} of ${toPlaces(places)} left`, text: 'First come, first served.' };
  }
  const people = waiting === 1 ? '1 person is waiting' : `${waiting} people are waiting`;
  return {
    title: places === 1 ? 'The only place is taken' : `All ${places} places are taken`,
    text: `${waiting === 0 ? 'Nobody is waiting yet' : people}. A place that is given back goes to the first in line.`,
  };
}

const toPlaces = (places: number) => (places === 1 ? '1 place' : `${places} places`);

/** Rows below the notice; how to register only without a registration. */
export function toFacts(event: EventOffer, hasRegistration: boolean): [term: string, text: string][] {
  const { state, place, closesAt, startsAt, endsAt, audience, league } = event;
  if (state === 'CANCELLED') return [];
  const facts: [string, string][] = [
    ['When', `${toMomentSpan(startsAt, endsAt)} (${toZoneName(startsAt)})`],
    ['Where', place],
  ];
  if (hasRegistration || (state !== 'SOON' && state !== 'OPEN')) return facts;
  facts.push(['Register by', toShortDateTime(closesAt)]);
  if (audience === 'MEMBERS') facts.push(['Open to', 'Members']);
  if (league) facts.push(['Open to', `Learners of ${league.name}`]);
  return facts;
}

/** A place may be given back until the door, and as long as the event is ahead. */
export function mayCancel(event: EventOffer, own: OwnRegistration): boolean {
  return !own.checkedInAt && own.state !== 'CANCELLED' && !['OVER', 'CANCELLED'].includes(event.state);
}
