import { expect, test } from 'bun:test';
import type { MailDomain } from '#contract/mail.ts';
import { describeLastProblem, describeMissingTransport, sumMail, toDomainLook } from './MailDomains.tsx';

const domain = (changes: Partial<MailDomain> = {}): MailDomain => ({
  domain: 'example.org',
  sent: 0,
  queued: 0,
  delayed: 0,
  failed: 0,
  lastReason: null,
  lastTroubleAt: null,
  ...changes,
});

test('a domain looks as bad as the worst that happened there', () => {
  expect(toDomainLook(domain({ sent: 9, delayed: 1, failed: 1 })).words).toBe('Messages lost');
  expect(toDomainLook(domain({ sent: 9, delayed: 1 })).words).toBe('Waiting');
  expect(toDomainLook(domain({ sent: 9, queued: 4 })).words).toBe('Getting through');
  expect(toDomainLook(domain({ queued: 4 })).words).toBe('Queued');
});

test('the latest trouble is told with its moment, and the figures of all domains are added', () => {
  const lastTroubleAt = '2026-11-21T14:03:00.000Z';
  expect(describeLastProblem(domain())).toBeNull();
  for (const [lastReason, words] of [
    ['ASKED_TO_WAIT', 'The server asked us to wait, Nov\u00a021,\u00a02026,\u00a0'],
    ['REFUSED', 'The server refused our message, Nov\u00a021,\u00a02026,\u00a0'],
    ['NO_ANSWER', 'The server did not answer, Nov\u00a021,\u00a02026,\u00a0'],
  ] as const) {
    expect(describeLastProblem(domain({ lastReason, lastTroubleAt }))).toStartWith(words);
  }
  expect(sumMail([domain({ sent: 2, failed: 1 }), domain({ sent: 3, queued: 4, delayed: 5 })])).toEqual({
    sent: 5,
    queued: 4,
    delayed: 5,
    failed: 1,
  });
});

test('where no mail server is set, the screen says that nothing is sent and who can change it', () => {
  expect(describeMissingTransport('SMTP')).toBeNull();
  expect(describeMissingTransport('NONE')).toMatch(/SMTP_URL.* no one gets a code/);
  expect(describeMissingTransport('DEV_OUTBOX')).toMatch(/\/dev\/outbox/);
});
