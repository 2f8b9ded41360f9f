import { MAIL_KINDS, type MailKind } from '../kinds.ts';
import type { MailContent } from './content.ts';
import { type FactsOf, toMessage } from './messages.ts';

const NEW_EMAIL = 'verma@example.test';

const FACTS: { [Kind in MailKind]: Omit<FactsOf<Kind>, 'name'> } = {
  EMAIL_VERIFICATION: { code: '042137' },
  PASSWORD_RESET: { email: 'asha@example.test', code: '804615', token: 'f'.repeat(64) },
  NEW_DEVICE: {
    device: 'Chrome on Windows',
    network: '203.0.113.x',
    at: '22 November 2026 at 20:18',
    timeZone: 'Asia/Kolkata',
    token: 'sample',
    by: 'password',
  },
  SIGN_IN_REPORTED: { passkeys: [{ name: 'Phone', addedOn: '4 March 2026' }] },
  PASSWORD_CHANGED: {
    signedOut: 'everywhere',
    passkeys: { count: 2, lastAddedOn: '4 March 2026' },
    token: 'sample',
  },
  PASSWORD_ENDED: {},
  EMAIL_CHANGE: { code: '319072' },
  EVENT_GUEST: { code: '550213', event: 'Build Night', eventId: 'build-night-1' },
  EMAIL_CHANGE_REQUESTED: { newEmail: NEW_EMAIL },
  EMAIL_CHANGED: { newEmail: NEW_EMAIL, token: 'sample' },
  EMAIL_TAKEN: {},
  PASSKEYS_CHANGED: { change: 'added' },
  RECOVERY_CODE_USED: { left: 9 },
  ACCOUNT_CREATED: { isActive: true, leagues: ['Finance', 'Machine Learning'] },
  ACCOUNT_APPROVED: {},
  ACCOUNT_SUSPENDED: { quote: { from: 'Noor Chenab', text: 'Two accounts of yours shared answers.' } },
  ACCOUNT_RESTORED: {},
  SESSIONS_ENDED: { by: 'Noor Chenab', reason: 'You told us that your laptop was stolen.' },
  ACCOUNT_CLOSED: {},
  ACCOUNT_DELETED: {},
  ROLE_CHANGED: { role: 'PATHFINDER' },
  SUBMISSION_REVIEWED: {
    assignment: 'Price a bond',
    league: { id: 'sample', name: 'Finance' },
    status: 'NEEDS_REVISION',
    feedback:
      'A clear start, and the chart helps.\nPlease discount the coupons as well: now only the last payment is.',
    reviewer: 'Dev Rao',
    unsubscribe: 'sample',
  },
  EVENT: {
    occasion: 'MOVED_UP',
    event: { id: 'build-night-1', title: 'Build Night', place: 'Library, room 4' },
    when: 'Saturday 5 December 2026, 18:00 – 21:00 (Asia/Kolkata)',
    doorCode: 'K7W2QX',
    token: 'sample',
    calendar: null,
  },
  SESSION: {
    ...{ occasion: 'BOOKED', other: 'Dev Rao', topics: 'Code review', place: 'Library, room 4' },
    when: 'Saturday 5 December 2026, 18:00 – 18:30 (Asia/Kolkata)',
    question: 'How do I split this function?',
    path: '/dashboard/mentoring',
    calendar: null,
  },
  NEWS_DIGEST: {
    lines: ['3 new resources in Machine Learning', 'You earned the badge Finance Finisher and a certificate'],
    more: 0,
    isWeekly: false,
    unsubscribe: 'sample',
  },
  ANNOUNCEMENT: {
    title: 'Guest talk on Thursday',
    body: 'Meera Iyer tells how banks price **risk**.\n\n- Thursday, 18:00\n- Bring a question',
    author: 'Dev Rao',
    cohort: null,
    league: { id: 'sample', name: 'Finance' },
    unsubscribe: 'sample',
  },
};

export const SAMPLES = Object.fromEntries(
  MAIL_KINDS.map((kind) => [kind, toMessage(kind, { ...FACTS[kind], name: 'Asha Verma' } as never)]),
) as Record<MailKind, MailContent>;
