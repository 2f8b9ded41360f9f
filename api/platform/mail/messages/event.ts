import { OTP_LIFETIME_MINUTES } from '#contract/constants.ts';
import { product } from '../../process/product.ts';
import { type MessageMakers, NEVER_ASKED, toLine } from './content.ts';

interface GuestCode {
  name: string;
  code: string;
  event: string;
  eventId: string;
}

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
} satisfies MessageMakers;
