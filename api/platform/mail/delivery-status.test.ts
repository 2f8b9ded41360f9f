import { beforeEach, expect, setSystemTime, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { MailReason } from '#contract/mail-reasons.ts';
import { type DomainMail, getResetStatus, sendResetOtp } from '#contract/otp.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { createDeliveryStatus } from './delivery-status.ts';

const api = await openTestApp();
beforeEach(async () => {
  await api.db.execute(sql`delete from outbox_messages`);
});

interface Told {
  to: string;
  kind?: string;
  /** What the server said; null when it took the message. */
  error: string | null;
  minutesAgo?: number;
  ended?: boolean;
}

async function tell({ to, kind = 'EMAIL_VERIFICATION', error, minutesAgo = 1, ended = false }: Told) {
  await api.db.execute(sql`
    insert into outbox_messages (id, kind, to_address, last_error, sent_at, failed_at, created_at)
    values (gen_random_uuid()::text, ${kind}, ${to}, ${error}, ${error === null ? sql`now()` : sql`null`},
      ${ended && error !== null ? sql`now()` : sql`null`}, now() - ${minutesAgo} * interval '1 minute')`);
}

const tellAll = async (domain: string, errors: (string | null)[], rest: Partial<Told> = {}) => {
  for (const [index, error] of errors.entries()) {
    await tell({ to: `${index}@${domain}`, error, minutesAgo: index + 1, ...rest });
  }
};
/** A fresh look: the app keeps its own for ten seconds. */
const deliveryOf = (address: string) => createDeliveryStatus(api.db).of(address);

const UNKNOWN: DomainMail = { state: 'UNKNOWN', reason: null };
const FLOWING: DomainMail = { state: 'FLOWING', reason: null };
const heldUp = (reason: MailReason): DomainMail => ({ state: 'HELD_UP', reason });

test('a domain is flowing, asks to wait, refuses or does not answer, by the newest words of its server', async () => {
  await tellAll('flows.test', [null, null, null, '451']);
  await tellAll('grey.test', ['451', null, null]);
  await tellAll('later.test', [null, null, '421']);
  await tellAll('full.test', ['550', null, null], { ended: true });
  await tellAll('shut.test', ['550', '550', '554'], { ended: true });
  await tellAll('dead.test', ['no answer', 'no answer', 'no answer', null]);
  await tellAll('both.test', ['no answer', '550', '550'], { ended: true });
  expect(await deliveryOf('me@flows.test')).toEqual(FLOWING);
  expect(await deliveryOf('me@GREY.test')).toEqual(heldUp('ASKED_TO_WAIT'));
  expect(await deliveryOf('me@later.test')).toEqual(heldUp('ASKED_TO_WAIT'));
  expect(await deliveryOf('me@full.test')).toEqual(FLOWING);
  expect(await deliveryOf('me@shut.test')).toEqual(heldUp('REFUSED'));
  expect(await deliveryOf('me@dead.test')).toEqual(heldUp('NO_ANSWER'));
  expect(await deliveryOf('me@both.test')).toEqual(FLOWING);
  expect(await deliveryOf('me@quiet.test')).toEqual(UNKNOWN);
});

test('P11 fewer than three mailboxes, old messages, reset codes and messages not tried yet tell nothing', async () => {
  await tellAll('two.test', ['451', '451']);
  await tell({ to: '0@two.test', error: '451', minutesAgo: 3 });
  await tellAll('old.test', ['451', '451', '451'], { minutesAgo: 61 });
  await tellAll('asked.test', ['451', '451', '451'], { kind: 'PASSWORD_RESET' });
  await tellAll('late.test', ['too late', 'too late', 'too late'], { ended: true });
  for (const domain of ['two', 'old', 'asked', 'late']) {
    expect([domain, await deliveryOf(`me@${domain}.test`)]).toEqual([domain, UNKNOWN]);
  }
});

test('when no server at all answers, that is true of every domain', async () => {
  await tellAll('one.test', ['no answer']);
  await tellAll('two.test', ['no answer', 'no answer']);
  expect(await deliveryOf('me@quiet.test')).toEqual(heldUp('NO_ANSWER'));
});

test('it is read once in ten seconds, whoever asks', async () => {
  let now = 0;
  const deliveryStatus = createDeliveryStatus(api.db, () => now);
  expect(await deliveryStatus.of('me@grey.test')).toEqual(UNKNOWN);
  await tellAll('grey.test', ['451', '451', '451']);
  now = 10_000;
  expect(await deliveryStatus.of('me@grey.test')).toEqual(UNKNOWN);
  now = 10_001;
  expect(await deliveryStatus.of('me@grey.test')).toEqual(heldUp('ASKED_TO_WAIT'));
});

test('P11 the status of a reset is the same for known and unknown addresses, byte by byte, whatever the mail does', async () => {
  let now = Date.now();
  try {
    for (const [domain, errors, mail] of [
      ['flows.test', [null, null, null], FLOWING],
      ['grey.test', ['451', '451', '451'], heldUp('ASKED_TO_WAIT')],
      ['shut.test', ['550', '550', '550'], heldUp('REFUSED')],
      ['quiet.test', [], UNKNOWN],
    ] as const) {
      await tellAll(domain, [...errors]);
      const emails = [(await addPerson(api.db, { email: `known@${domain}` })).email, `ghost@${domain}`];
      const askBoth = async (expected: unknown) => {
        now += 11_000;
        setSystemTime(new Date(now));
        const [known, unknown] = await Promise.all(emails.map(statusOf));
        expect(known).toBe(unknown ?? '');
        expect(JSON.parse(known ?? '').body.data.mail).toEqual(expected);
      };
      await askBoth(null);
      for (const email of emails) await api.call(sendResetOtp, { body: { email } });
      await askBoth(mail);
      // The code's own message meets the server: nothing may change.
      for (const error of ['452', '550', 'no answer']) {
        await api.db.execute(sql`
          update outbox_messages set last_error = ${error}, attempts = 1 where kind = 'PASSWORD_RESET'`);
        await askBoth(mail);
      }
      await api.db.execute(sql`
        update outbox_messages set last_error = null, sent_at = now() where kind = 'PASSWORD_RESET'`);
      await askBoth(mail);
    }
  } finally {
    setSystemTime();
  }
});

async function statusOf(email: string): Promise<string> {
  const { status, headers, body } = await api.call(getResetStatus, { query: { email } });
  const { requestId: _, ...rest } = body;
  const kept = [...headers].filter(([name]) => name !== 'x-request-id');
  return JSON.stringify({ status, headers: kept, body: rest }).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'WHEN');
}
