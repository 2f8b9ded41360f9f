import type { EventOffer, OwnRegistration } from '#contract/events.ts';
import { toShortDateTime } from '../shared/format/dates.ts';
import { toMomentSpan, toZoneName } from '../shared/format/moments.ts';

/** What a visitor reads first, by the state of the event and of the own registration. */
export function toNotice(event: EventOffer | null, own: OwnRegistration | null) {
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

function toOpening({ state, opensAt, closesAt, places, placesLeft, waiting }: EventOffer) {
  if (state === 'SOON') {
    return { title: 'Registration opens soon', text: `On ${toShortDateTime(opensAt)}. Places: ${places}.` };
  }
  if (state === 'CLOSED') {
    return { title: 'Registration is closed', text: `It closed on ${toShortDateTime(closesAt)}.` };
  }
  if (placesLeft > 0) {
    return { title: `Places left: ${placesLeft} of ${places}`, text: 'First come, first served.' };
  }
  return {
    title: 'All places are taken',
    text: `People waiting: ${waiting}. A place that is given back goes to the first in line.`,
  };
}

export function toFacts(event: EventOffer): [term: string, text: string][] {
  const { state, place, closesAt, startsAt, endsAt, audience, league } = event;
  if (state === 'CANCELLED') return [];
  const facts: [string, string][] = [
    ['When', `${toMomentSpan(startsAt, endsAt)} (${toZoneName(startsAt)})`],
    ['Where', place],
  ];
  if (state !== 'SOON' && state !== 'OPEN') return facts;
  facts.push(['Register by', toShortDateTime(closesAt)]);
  if (audience === 'MEMBERS') facts.push(['Open to', 'Members']);
  if (league) facts.push(['Open to', `Learners of ${league.name}`]);
  return facts;
}

export const isAhead = (event: EventOffer | null) => event?.state !== 'OVER' && event?.state !== 'CANCELLED';
