import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { Id, Moment, NullableText, optionalText, requiredDay, requiredId, requiredText } from './shared.ts';
import { cleanProse, isTimeZone } from './text.ts';

// Calls for sessions with a mentor, beyond the agreed contract (docs/decisions/0007).

export const MENTORING_ERRORS = defineErrors({
  MENTOR_NOT_FOUND: { status: 404, text: 'Mentor not found' },
  MENTOR_NOT_LUMINARY: { status: 409, text: 'Only an active Luminary can be named as a mentor' },
  SLOT_NOT_FOUND: { status: 404, text: 'This time is no longer offered' },
  SLOT_PAST: { status: 400, text: 'Choose a time within the next year' },
  SLOT_REPEAT: { status: 400, text: 'The last day must be on or after the first, and within a year' },
  SLOT_OVERLAPS: { status: 409, text: 'You already offer a time then' },
  SLOT_TAKEN: { status: 409, text: 'Somebody else has just taken this time' },
  SLOT_TOO_LATE: { status: 409, text: 'It is too late to book, move or cancel this session' },
  SESSION_NOT_FOUND: { status: 404, text: 'Session not found' },
  SESSIONS_FULL: {
    status: 409,
    text: 'You have two sessions to come. Cancel one, or wait until one is over',
  },
  SESSION_OVERLAPS: { status: 409, text: 'You have another session at that time' },
  SESSION_NOT_BEGUN: { status: 409, text: 'Write a note once the session has begun' },
  ABSENCE_DAYS: { status: 400, text: 'The last day must not be before the first' },
});

export const OPEN_SESSIONS_MAX = 2;
/** Times further ahead are not listed yet. */
export const BOOKABLE_DAYS = 60;
export const SLOT_MINUTES_MIN = 10;
export const SLOT_MINUTES_MAX = 240;
/** A week. */
export const NOTICE_HOURS_MAX = 168;
export const PLACE_MAX_LENGTH = 500;
export const QUESTION_MAX_LENGTH = 500;
export const SESSION_NOTE_MAX_LENGTH = 5000;

/** The booking of a time, as one of its two people sees it. */
export const MentorSession = z.object({
  id: Id,
  /** Null once the account is gone. */
  otherName: NullableText,
  /** From the learner, for the mentor. */
  question: NullableText,
  /** The reader's own. */
  note: NullableText,
});
export type MentorSession = z.infer<typeof MentorSession>;

export const MentorSlot = z.object({
  id: Id,
  /** Null once the account is gone. */
  mentorId: z.nullable(Id),
  startsAt: Moment,
  endsAt: Moment,
  topics: z.string(),
  /** Null for all but its mentor and the one who booked it. */
  place: NullableText,
  /** Whether the place is a link. */
  isOnline: z.boolean(),
  /** Until then it can be booked, and its session moved or cancelled by the learner. */
  changeableUntil: Moment,
  session: z.nullable(MentorSession),
});
export type MentorSlot = z.infer<typeof MentorSlot>;

const BookedSlot = z.extend(MentorSlot, { session: MentorSession });
export type BookedSlot = z.infer<typeof BookedSlot>;

const Mentor = z.object({
  id: Id,
  name: z.string(),
  /** Earliest first; only those that can still be booked. */
  slots: z.array(MentorSlot),
});
export type Mentor = z.infer<typeof Mentor>;

export const getMentoring = defineCall('getMentoring', {
  route: 'GET /mentoring',
  access: 'learner',
  summary:
    'Mentors with times that can be booked, own sessions, and own times as a mentor; coming ones first',
  data: z.object({
    mentors: z.array(Mentor),
    sessions: z.array(BookedSlot),
    slots: z.array(MentorSlot),
    /** Whether the caller may offer times. */
    isMentor: z.boolean(),
    /** Of the community. */
    timeZone: z.string(),
  }),
});

const question = optionalText({ field: 'Question', max: QUESTION_MAX_LENGTH, clean: cleanProse });

export const bookSession = defineCall('bookSession', {
  route: 'POST /mentoring/sessions',
  access: 'learner',
  summary: 'Book a free time; at most two sessions to come',
  message: 'Session booked',
  status: 201,
  body: z.object({ slotId: requiredId('slotId is required'), question }),
  data: z.object({ id: Id }),
});

export const moveSession = defineCall('moveSession', {
  route: 'PUT /mentoring/sessions/:id',
  access: 'learner',
  summary: 'Move an own session to another free time of the same mentor',
  message: 'Session moved',
  body: z.object({ slotId: requiredId('slotId is required') }),
});

export const cancelSession = defineCall('cancelSession', {
  route: 'DELETE /mentoring/sessions/:id',
  access: 'learner',
  summary: 'Cancel an own session as its learner; the time is free again',
  message: 'Session cancelled',
});

export const saveSessionNote = defineCall('saveSessionNote', {
  route: 'PUT /mentoring/sessions/:id/note',
  access: 'learner',
  summary: 'Keep a private note on a session that has begun; an empty one is deleted',
  message: 'Note saved',
  body: z.object({
    text: optionalText({ field: 'Note', max: SESSION_NOTE_MAX_LENGTH, clean: cleanProse }),
  }),
});

const wholeNumber = (field: string, min: number, max: number) => {
  const error = `${field} must be a whole number from ${min} to ${max}`;
  return z.int({ error }).check(z.gte(min, { error }), z.lte(max, { error }));
};
const timeZone = z
  .string({ error: 'timeZone is required' })
  .check(z.refine(isTimeZone, { error: 'timeZone must be a name like Asia/Kolkata' }));

export const AddSlotsBody = z.object({
  day: requiredDay('day'),
  time: z
    .string({ error: 'time is required' })
    .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'time must be like 18:30' })),
  /** Of `day` and `time`: a weekly time stays the same on the clock there. */
  timeZone,
  minutes: wholeNumber('minutes', SLOT_MINUTES_MIN, SLOT_MINUTES_MAX),
  /** Each week until this day; once without it. */
  until: z.optional(z.nullable(requiredDay('until'))),
  topics: requiredText({ required: 'Topics are required', field: 'Topics' }),
  place: requiredText({ required: 'Place is required', field: 'Place', max: PLACE_MAX_LENGTH }),
  noticeHours: wholeNumber('noticeHours', 0, NOTICE_HOURS_MAX),
});
export type AddSlotsBody = z.infer<typeof AddSlotsBody>;

export const addSlots = defineCall('addSlots', {
  route: 'POST /mentoring/slots',
  access: 'learner',
  summary: 'Offer a time, or one each week; all of them or none',
  message: 'Time offered',
  status: 201,
  body: AddSlotsBody,
  data: z.object({ added: z.number() }),
});

export const removeSlot = defineCall('removeSlot', {
  route: 'DELETE /mentoring/slots/:id',
  access: 'learner',
  summary: 'Take a coming time back; a session in it is cancelled and its learner told',
  message: 'Time taken back',
});

export const reportAbsence = defineCall('reportAbsence', {
  route: 'POST /mentoring/absence',
  access: 'learner',
  summary: 'Take back all own times of some days; learners with a session are told',
  message: 'Absence saved',
  body: z.object({ from: requiredDay('from'), to: requiredDay('to'), timeZone }),
});

export const NamedMentor = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  namedAt: Moment,
});
export type NamedMentor = z.infer<typeof NamedMentor>;

export const listMentors = defineCall('listMentors', {
  route: 'GET /admin/mentors',
  access: 'chief',
  summary: 'Named mentors, by name',
  data: z.object({ mentors: z.array(NamedMentor) }),
  personIdsIn: ({ mentors }) => mentors.map(({ id }) => id),
});

export const nameMentor = defineCall('nameMentor', {
  route: 'PUT /admin/mentors/:userId',
  access: 'chief',
  summary: 'Name a Luminary as a mentor; a second time changes nothing',
  message: 'Mentor named',
});

export const removeMentor = defineCall('removeMentor', {
  route: 'DELETE /admin/mentors/:userId',
  access: 'chief',
  summary: 'Take the naming back; coming sessions are cancelled and told',
  message: 'Mentor removed',
});
