import { product } from '../../process/product.ts';
import { type MailContent, type MessageMakers, toLine } from './content.ts';

/** The words of a mail about a session with a mentor. */
const OCCASIONS = {
  BOOKED: {
    subject: 'Session booked',
    line: 'The session is booked. If you cannot come, please cancel it in time.',
  },
  MOVED: { subject: 'Session moved', line: 'The session has another time.' },
  CANCELLED: { subject: 'Session cancelled', line: 'The session does not take place.' },
  REMINDER: { subject: 'Session soon', line: 'The session is within a day.' },
};
export type SessionOccasion = keyof typeof OCCASIONS;

interface SessionMail {
  name: string;
  occasion: SessionOccasion;
  /** Name of the other person; empty if it looks like a link, or the account is gone. */
  other: string;
  topics: string;
  place: string;
  /** With the time zone. */
  when: string;
  /** Of the learner, for the mentor. */
  question: string | null;
  path: string;
  calendar: MailContent['calendar'];
}

export const SESSION_MESSAGES = {
  SESSION: ({ name, occasion, other, topics, place, when, question, path, calendar = null }: SessionMail) => {
    const { subject, line } = OCCASIONS[occasion];
    const title = other ? `${subject}: ${other}` : subject;
    return {
      subject: title,
      preview: `${toLine(topics)}, ${when}`,
      name,
      title,
      paragraphs: [line, `${toLine(topics)}: ${when}, ${toLine(place)}.`],
      ...(question ? { quote: { from: other || 'The learner', text: question } } : {}),
      action: { label: 'Open your sessions', path },
      reason: `You get this message because of a session with a mentor at ${product.name}.`,
      calendar,
    };
  },
} satisfies MessageMakers;
