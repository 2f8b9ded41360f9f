import * as z from 'zod/mini';
import { requiredMoment } from './assignments.ts';
import { emailField } from './auth.ts';
import { defineCall } from './call.ts';
import { NAME_MAX_LENGTH, OTP_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { defineExport, exportQuery } from './exports.ts';
import { isOtp } from './otp-format.ts';
import {
  Id,
  Moment,
  Named,
  NullableText,
  PageQuery,
  Pagination,
  requiredId,
  requiredText,
} from './shared.ts';

// Calls for registration at events, beyond the agreed contract (docs/decisions/0007).

export const EVENT_ERRORS = defineErrors({
  EVENT_NOT_FOUND: { status: 404, text: 'No registration for this event' },
  EVENT_NOT_OPEN: { status: 409, text: 'Registration for this event is not open' },
  EVENT_CANCELLED: { status: 409, text: 'This event was cancelled' },
  EVENT_OVER: { status: 409, text: 'This event is over' },
  EVENT_AUDIENCE_REFUSED: { status: 403, text: 'This event is not open to you' },
  EVENT_TIMES: {
    status: 400,
    text: 'Registration must open before it closes and close by the end of the event, which must follow its start',
  },
  EVENT_LEAGUE_NOT_FOUND: { status: 404, text: 'League not found' },
  REGISTRATION_NOT_FOUND: { status: 404, text: 'Registration not found' },
  REGISTRATION_WITHOUT_PLACE: { status: 409, text: 'This registration has no place' },
  REGISTRATION_CHECKED_IN: { status: 409, text: 'This person is checked in already' },
  GUEST_CODE_WAIT: { status: 429, text: 'Please wait {seconds} seconds before asking for another code' },
  GUEST_CODE_WRONG: { status: 400, text: 'This code is not right' },
  GUEST_CODE_EXPIRED: { status: 400, text: 'This code is not right or has expired' },
  GUEST_CODE_SPENT: { status: 400, text: 'Too many wrong codes. Please ask for a new one' },
});

/** Everyone, signed in or as a guest; ACTIVE accounts; those enrolled in a league. */
export const EVENT_AUDIENCES = ['EVERYONE', 'MEMBERS', 'LEAGUE'] as const;

export const REGISTRATION_STATES = ['CONFIRMED', 'WAITING', 'CANCELLED'] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

/** Calls in a rush for places wait for their turn. */
const REGISTRATION_DEADLINE_MS = 15_000;

export const EVENT_PLACES_MAX = 10_000;
export const REGISTRATIONS_PAGE_SIZE = 50;
/** Guests are deleted this long after the end of an event. */
export const GUEST_DAYS = 30;
/** Letters and digits of a door code; none that look alike. */
export const DOOR_CODE_LENGTH = 6;
/** With what people type around and between them. */
export const DOOR_CODE_TYPED_LENGTH = 40;

/** Folder in `content/events/`. */
const EVENT_ID = /^[a-z0-9][a-z0-9-]{0,63}$/;
export const isEventId = (value: string) => EVENT_ID.test(value);

export const EventOffer = z.object({
  eventId: Id,
  title: z.string(),
  place: z.string(),
  state: z.enum(['SOON', 'OPEN', 'CLOSED', 'OVER', 'CANCELLED']),
  opensAt: Moment,
  closesAt: Moment,
  startsAt: Moment,
  endsAt: Moment,
  places: z.number(),
  placesLeft: z.number(),
  waiting: z.number(),
  audience: z.enum(EVENT_AUDIENCES),
  /** With the audience LEAGUE alone. */
  league: z.nullable(Named),
});
export type EventOffer = z.infer<typeof EventOffer>;

export const OwnRegistration = z.object({
  id: Id,
  state: z.enum(REGISTRATION_STATES),
  /** Place on the waiting list, from 1; null otherwise. */
  position: z.nullable(z.number()),
  /** For the door; null without a place. */
  doorCode: NullableText,
  registeredAt: Moment,
  checkedInAt: z.nullable(Moment),
});
export type OwnRegistration = z.infer<typeof OwnRegistration>;

export const getEvent = defineCall('getEvent', {
  route: 'GET /events/:eventId',
  access: 'public',
  summary: 'Registration for an event of the site and its places left; null where staff opened none',
  data: z.object({ event: z.nullable(EventOffer) }),
});

const OfferAndOwn = z.object({ event: EventOffer, registration: OwnRegistration, name: z.string() });

export const getOwnRegistration = defineCall('getOwnRegistration', {
  route: 'GET /events/:eventId/registration',
  access: 'any',
  summary: 'Own registration for an event; null without one',
  data: z.object({ registration: z.nullable(OwnRegistration) }),
});

/** A second call returns the same registration. */
export const registerForEvent = defineCall('registerForEvent', {
  route: 'POST /events/:eventId/registration',
  access: 'any',
  summary: 'Take a place, or the next one on the waiting list',
  deadlineMs: REGISTRATION_DEADLINE_MS,
  status: 201,
  data: OfferAndOwn,
});

export const cancelOwnRegistration = defineCall('cancelOwnRegistration', {
  route: 'DELETE /events/:eventId/registration',
  access: 'any',
  summary: 'Give a place back; the first on the waiting list gets it',
  message: 'Your registration is cancelled',
  data: OfferAndOwn,
});

const CODE_MALFORMED = `The code has ${OTP_LENGTH} digits`;

const Guest = {
  name: requiredText({ required: 'Name is required', field: 'Name', max: NAME_MAX_LENGTH }),
  email: emailField('Email is required', 'Please provide a valid email address'),
};

/** Answers the same for a registered address. */
export const sendGuestCode = defineCall('sendGuestCode', {
  route: 'POST /events/:eventId/guests/code',
  access: 'public',
  summary: 'Send a code to the address of a guest',
  message: 'We sent you a code',
  body: z.object(Guest),
  data: z.object({ expiresAt: Moment }),
});

/** The token belongs into the link /events/registration#TOKEN. */
export const registerGuest = defineCall('registerGuest', {
  route: 'POST /events/:eventId/guests',
  access: 'public',
  summary: 'Register a guest whose address the code confirms',
  deadlineMs: REGISTRATION_DEADLINE_MS,
  status: 201,
  body: z.object({
    ...Guest,
    code: z.string({ error: CODE_MALFORMED }).check(z.refine(isOtp, { error: CODE_MALFORMED })),
  }),
  data: z.extend(OfferAndOwn, { token: z.string() }),
});

export const getRegistrationByLink = defineCall('getRegistrationByLink', {
  route: 'GET /event-registrations/:token',
  access: 'public',
  summary: 'Registration behind the link of a mail',
  data: OfferAndOwn,
});

export const cancelRegistrationByLink = defineCall('cancelRegistrationByLink', {
  route: 'DELETE /event-registrations/:token',
  access: 'public',
  summary: 'Give a place back by the link of a mail',
  message: 'Your registration is cancelled',
  data: OfferAndOwn,
});

export const listOwnEvents = defineCall('listOwnEvents', {
  route: 'GET /users/me/events',
  access: 'any',
  summary: 'Events that the person came to, the newest first; coming ones are in the calendar',
  data: z.object({ events: z.array(EventOffer) }),
});

export const StaffEvent = z.extend(EventOffer, { confirmed: z.number(), checkedIn: z.number() });
export type StaffEvent = z.infer<typeof StaffEvent>;

const places = `places must be a whole number from 1 to ${EVENT_PLACES_MAX}`;

export const SaveEventBody = z.object({
  title: requiredText({ required: 'Title is required', field: 'Title' }),
  place: requiredText({ required: 'Place is required', field: 'Place' }),
  opensAt: requiredMoment('opensAt'),
  closesAt: requiredMoment('closesAt'),
  startsAt: requiredMoment('startsAt'),
  endsAt: requiredMoment('endsAt'),
  places: z
    .int({ error: places })
    .check(z.gte(1, { error: places }), z.lte(EVENT_PLACES_MAX, { error: places })),
  /** EVERYONE, MEMBERS or the id of a league. */
  audience: requiredId('audience must be EVERYONE, MEMBERS or the id of a league'),
});
export type SaveEventBody = z.infer<typeof SaveEventBody>;

export const listEvents = defineCall('listEvents', {
  route: 'GET /admin/events',
  access: 'staff',
  summary: 'Events with registration, newest first; `decideEvent` says what the caller may do with each',
  data: z.object({ events: z.array(StaffEvent) }),
});

/** Another time or place goes to everybody registered by mail. Fewer places take none away. */
export const saveEvent = defineCall('saveEvent', {
  route: 'PUT /admin/events/:eventId',
  access: 'staff',
  summary: 'Open registration for an event of the site, or change it',
  message: 'Registration saved',
  body: SaveEventBody,
  data: StaffEvent,
});

export const cancelEvent = defineCall('cancelEvent', {
  route: 'DELETE /admin/events/:eventId',
  access: 'staff',
  summary: 'Cancel an event and tell everybody registered',
  message: 'Event cancelled',
  data: StaffEvent,
});

export const RegistrationRow = z.extend(OwnRegistration, {
  /** Null for a guest. */
  userId: z.nullable(Id),
  name: z.string(),
  email: z.string(),
});
export type RegistrationRow = z.infer<typeof RegistrationRow>;

export const listRegistrations = defineCall('listRegistrations', {
  route: 'GET /admin/events/:eventId/registrations',
  access: 'staff',
  summary: 'People registered for an event: places by name, then the waiting list in its order',
  query: z.extend(PageQuery, { search: z.optional(z.string()), state: z.optional(z.string()) }),
  data: z.object({ event: StaffEvent, registrations: z.array(RegistrationRow), pagination: Pagination }),
  personIdsIn: ({ registrations }) => registrations.map(({ id }) => id),
});

export const exportRegistrations = defineExport('exportRegistrations', {
  path: '/admin/events/:eventId/registrations/export',
  access: 'staff',
  summary: 'People registered for an event as CSV; recorded',
  query: exportQuery('state'),
});

export const checkIn = defineCall('checkIn', {
  route: 'POST /admin/events/:eventId/check-in',
  access: 'staff',
  summary: 'Check a person in by the door code',
  body: z.object({
    doorCode: z
      .string({ error: 'doorCode is required' })
      .check(z.minLength(1), z.maxLength(DOOR_CODE_TYPED_LENGTH)),
  }),
  data: z.object({
    registration: RegistrationRow,
    /** True if the person was checked in before: nothing changed. */
    isRepeated: z.boolean(),
  }),
});
