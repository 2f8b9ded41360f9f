import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import {
  type AddSlotsBody,
  NOTICE_HOURS_MAX,
  PLACE_MAX_LENGTH,
  SLOT_MINUTES_MAX,
  SLOT_MINUTES_MIN,
} from '#contract/mentoring.ts';
import { findTextFault } from '../form/dialog-form.ts';
import type { FieldErrors } from '../form/form.ts';
import { ownTimeZone } from './sessions.ts';

/** As typed. */
export const NEW_OFFER = {
  day: '',
  time: '',
  minutes: '30',
  until: '',
  topics: '',
  place: '',
  noticeHours: '24',
};
export type Offer = typeof NEW_OFFER;

export function findOfferFaults(offer: Offer, now = Date.now()): FieldErrors<Offer> {
  const { day, time, minutes, until, topics, place, noticeHours } = offer;
  const isPast = Date.parse(`${day}T${time}`) <= now;
  return {
    day: day ? (isPast ? 'Choose a time that is still to come' : undefined) : 'Day is required',
    time: time ? undefined : 'Time is required',
    minutes: findNumberFault(minutes, SLOT_MINUTES_MIN, SLOT_MINUTES_MAX),
    until: until && until < day ? 'Choose the first day or a later one' : undefined,
    topics: findTextFault('Topics', topics, NAME_MAX_LENGTH),
    place: findTextFault('Place', place, PLACE_MAX_LENGTH),
    noticeHours: findNumberFault(noticeHours, 0, NOTICE_HOURS_MAX),
  };
}

function findNumberFault(typed: string, min: number, max: number): string | undefined {
  const isRight = /^\d+$/.test(typed) && Number(typed) >= min && Number(typed) <= max;
  return isRight ? undefined : `Enter a whole number from ${min} to ${max}`;
}

export function toOfferBody({ minutes, until, noticeHours, ...offer }: Offer): AddSlotsBody {
  return {
    ...offer,
    minutes: Number(minutes),
    noticeHours: Number(noticeHours),
    until: until || null,
    timeZone: ownTimeZone(),
  };
}

/** Both days included, by the reader's calendar. */
export const NEW_ABSENCE = { from: '', to: '' };

export function findAbsenceFaults({ from, to }: typeof NEW_ABSENCE): FieldErrors<typeof NEW_ABSENCE> {
  return {
    from: from ? undefined : 'First day is required',
    to: to ? (to < from ? 'Choose the first day or a later one' : undefined) : 'Last day is required',
  };
}
