import { beforeEach, expect, test } from 'bun:test';
import { atom } from 'nanostores';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MailTransport } from '#contract/mail-reasons.ts';
import type { OwnMail } from '#contract/own-account.ts';
import { toTime } from '../format/dates.ts';
import { ok, refusal, setUpFakeBrowser } from '../testing/fake-browser.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { MailState } from './MailState.tsx';
import { createMailWatch, type MailText, mayBeInSpam, toMailText } from './mail-state.ts';

const MAIL = 'GET /users/me/mail';
const MOMENT = '2026-11-21T14:03:00.000Z';
const mail = (changes: Partial<OwnMail> = {}): OwnMail => ({
  kind: 'EMAIL_VERIFICATION',
  state: 'QUEUED',
  reason: null,
  createdAt: MOMENT,
  endedAt: null,
  nextAttemptAt: MOMENT,
  ...changes,
});

const browser = setUpFakeBrowser();
beforeEach(() => localStorage.setItem('accessToken', 'a'));

test('EMAILV-04 every state of a message has plain words', () => {
  const at = toTime(MOMENT);
  const words = (changes: Partial<OwnMail>) => toMailText(mail(changes)).text;
  expect(words({})).toBe('It is waiting for its turn.');
  expect(words({ state: 'SENT', endedAt: MOMENT })).toBe(`We sent the code at ${at}.`);
  expect(words({ state: 'DELAYED', reason: 'ASKED_TO_WAIT' })).toBe(
    `Your mail server asked us to wait. We try again at ${at}.`,
  );
  expect(words({ state: 'DELAYED', reason: 'NO_ANSWER' })).toBe(
    `Your mail server does not answer at the moment. We try again at ${at}.`,
  );
  expect(words({ state: 'FAILED', reason: 'REFUSED', endedAt: MOMENT, nextAttemptAt: null })).toBe(
    'Your mail server refused our message. Please check that the address is right.',
  );
  expect(words({ state: 'FAILED', reason: 'NO_ANSWER', endedAt: MOMENT, nextAttemptAt: null })).toBe(
    'We could not reach your mail server, and have given up. Please check that the address is right.',
  );
});

test('EMAILV-04 without a mail server nobody is told to wait: in development the outbox is named, else that none comes', () => {
  const words = (transport: MailTransport, changes: Partial<OwnMail> = {}) =>
    toMailText(mail(changes), transport);
  expect(words('SMTP').text).toBe('It is waiting for its turn.');
  for (const changes of [{}, { state: 'DELAYED', reason: 'NO_ANSWER' }] as const) {
    expect(words('DEV_OUTBOX', changes).link?.href).toBe('/dev/outbox');
    expect([mayBeInSpam(words('DEV_OUTBOX', changes)), mayBeInSpam(words('NONE', changes))]).toEqual([
      false,
      false,
    ]);
    expect(words('NONE', changes)).toEqual({
      text: 'This server cannot send mail at the moment, so no code will arrive. Please tell the people who run it.',
      state: 'failed',
    });
  }
  expect([mayBeInSpam(words('SMTP')), mayBeInSpam(null)]).toEqual([true, true]);
  // What had ended before the setting went still says how.
  expect(words('NONE', { state: 'SENT', endedAt: MOMENT }).state).toBe('sent');
});

test('EMAILV-04 a message is followed until it has left, and no longer', async () => {
  const clock = createFakeClock();
  const watch = createMailWatch('EMAIL_VERIFICATION', clock);
  browser.answer(MAIL, ok({ messages: [mail({ kind: 'PASSWORD_CHANGED', state: 'SENT' }), mail()] }));
  watch.watch();
  await clock.advance(1000);
  expect(watch.$mail.get()?.text).toBe('It is waiting for its turn.');
  browser.answer(MAIL, ok({ messages: [mail({ state: 'SENT', endedAt: MOMENT })] }));
  await clock.advance(2000);
  expect(watch.$mail.get()?.text).toStartWith('We sent the code at');
  const asked = browser.sent(MAIL).length;
  await clock.advance(600_000);
  expect(browser.sent(MAIL)).toHaveLength(asked);
});

test('EMAILV-04 a question that fails is put again, quietly, and ends with the code', async () => {
  const clock = createFakeClock();
  const watch = createMailWatch('EMAIL_VERIFICATION', clock);
  browser.answer(MAIL, refusal(500, 'No'));
  watch.watch();
  await clock.advance(15_000);
  expect(watch.$mail.get()).toBeNull();
  expect(browser.sent(MAIL)).toHaveLength(4);
  await clock.advance(3_600_000);
  expect(browser.sent(MAIL).length).toBeLessThan(50);
});

test('EMAILV-06 a new code begins anew, and an answer about the old one is not taken', async () => {
  const clock = createFakeClock();
  const watch = createMailWatch('EMAIL_VERIFICATION', clock);
  let release = (_: unknown) => {};
  browser.answer(MAIL, async () => {
    await new Promise((resolve) => {
      release = resolve;
    });
    return ok({ messages: [mail({ state: 'SENT', endedAt: MOMENT })] });
  });
  watch.watch();
  await clock.advance(1000);
  watch.watch();
  release(null);
  await Bun.sleep(1);
  expect(watch.$mail.get()).toBeNull();
  watch.stop();
});

test('while nothing is known of the mail nothing is drawn, so that the region around it takes no room', () => {
  const draw = (text: MailText | null) =>
    renderToStaticMarkup(createElement(MailState, { mail: { $mail: atom(text) } }));
  expect(draw(null)).toBe('');
  expect(draw(toMailText(mail()))).toContain('It is waiting for its turn.');
});
