import { OTP_LIFETIME_MINUTES } from '#contract/constants.ts';
import { product } from '../../process/product.ts';
import { type MailContent, type MessageMakers, NEVER_ASKED, toLine } from './content.ts';

interface GuestCode {
  name: string;
  code: string;
  event: string;
  eventId: string;
}

const OCCASIONS = {
  PLACE: {
    title: 'You have a place',
    line: 'You are registered. If you cannot come, please give your place back: somebody may be waiting for it.',
  },
  WAITING: {
    title: 'You are on the waiting list',
    line: 'All places are taken. We write to you as soon as one is free for you.',
  },
  MOVED_UP: {
    title: 'You have a place now',
    line: 'A place became free, and it is yours. If you cannot come, please give it back: others are waiting.',
  },
  CHANGED: {
    title: 'The event has changed',
    line: 'The event has another time or place. If you cannot come any more, please cancel your registration.',
  },
  CANCELLED: {
    title: 'The event was cancelled',
    line: 'The event does not take place. We are sorry.',
  },
  GIVEN_BACK: {
    title: 'You gave your place back',
    line: 'Your registration is cancelled. Thank you for telling us.',
  },
};
export type EventOccasion = keyof typeof OCCASIONS;

interface EventMail {
  name: string;
  occasion: EventOccasion;
  event: { id: string; title: string; place: string };
  /** With the time zone. */
  when: string;
  /** Null without a place. */
  doorCode: string | null;
  token: string;
  calendar: MailContent['calendar'];
}

/** The person is registered no longer. */
export const isLast = (occasion: EventOccasion) => occasion === 'CANCELLED' || occasion === 'GIVEN_BACK';

export const EVENT_MESSAGES = {
  EVENT_GUEST: ({ name, code, event, eventId }: GuestCode) => ({
    subject: `${code} is your code for ${toLine(event)}`,
    preview: `It works once, for ${OTP_LIFETIME_MINUTES} minutes.`,
    name,
    title: `Your code for ${toLine(event)}`,
    code,
    paragraphs: [
      `Enter this code to register for “${toLine(event)}”. It works once, for ${OTP_LIFETIME_MINUTES} minutes. ${NEVER_ASKED}`,
      'If you did not ask for it, you can ignore it: nothing happens without the code.',
    ],
    action: { label: 'Open the event', path: `/events/${encodeURIComponent(eventId)}` },
    reason: `You get this message because someone entered this address to register for an event of ${product.name}.`,
  }),
  EVENT: ({ name, occasion, event, when, doorCode, token, calendar = null }: EventMail) => {
    const { title, line } = OCCASIONS[occasion];
    return {
      subject: `${title}: ${toLine(event.title)}`,
      preview: `${toLine(event.title)}, ${when}`,
      name,
      title,
      paragraphs: [
        line,
        `${toLine(event.title)}: ${when}, ${toLine(event.place)}.`,
        ...(doorCode ? [`Show this code at the door: ${doorCode}`] : []),
      ],
      action: isLast(occasion)
        ? { label: 'Open the event', path: `/events/${encodeURIComponent(event.id)}` }
        : { label: 'See or cancel your registration', path: `/events/registration#${token}` },
      reason: `You get this message because you registered for an event of ${product.name}.`,
      calendar,
    };
  },
} satisfies MessageMakers;
