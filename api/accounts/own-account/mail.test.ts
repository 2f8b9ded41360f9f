import { expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { sendVerificationOtp } from '#contract/otp.ts';
import { listOwnMail } from '#contract/own-account.ts';
import { createApp } from '../../app.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { parseEnv } from '../../platform/process/env.ts';
import { createLog } from '../../platform/process/log.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person } from '../../test/people.ts';

const api = await openTestApp();

test('whoever waits for mail hears what becomes of it here: sent, kept to be read by developers, or neither', async () => {
  const { db, secret } = api;
  const person = await addPerson(db);
  for (const [settings, transport] of [
    [{ NODE_ENV: 'development' }, 'DEV_OUTBOX'],
    [{ NODE_ENV: 'development', DEV_PAGES: 'off' }, 'NONE'],
    [{ NODE_ENV: 'production' }, 'NONE'],
    [{ SMTP_URL: 'smtp://127.0.0.1:25' }, 'SMTP'],
  ] as const) {
    const app = createApp({ db, secret, config: parseEnv(settings), log: createLog('silent') });
    const ask = async (path: string) => {
      const headers = { authorization: `Bearer ${person.token}` };
      const reply = await app.fetch(new Request(`http://localhost/api${path}`, { headers }));
      return (await reply.json()).data.transport;
    };
    expect(await ask('/users/me/mail')).toBe(transport);
    expect(await ask(`/auth/password-reset/status?email=${person.email}`)).toBe(transport);
  }
});

const listOf = async (person: Person) =>
  (await api.call(listOwnMail, { token: person.token })).body.data.messages;

/** What a mail server did with the message of a person. */
const change = (person: Person, set: SQL) =>
  api.db.execute(sql`update outbox_messages set ${set} where user_id = ${person.id}`);

test('the state of a message goes from queued through delayed to sent or given up, in words of the contract', async () => {
  const person = await addPerson(api.db, { verified: false });
  expect(await listOf(person)).toEqual([]);
  await api.call(sendVerificationOtp, { token: person.token });
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const base = { kind: 'EMAIL_VERIFICATION', createdAt: moment };
  const waiting = { ...base, endedAt: null, nextAttemptAt: moment };
  const ended = { ...base, endedAt: moment, nextAttemptAt: null };
  expect(await listOf(person)).toEqual([{ ...waiting, state: 'QUEUED', reason: null }]);
  await change(person, sql`attempts = 1, last_error = '451'`);
  expect(await listOf(person)).toEqual([{ ...waiting, state: 'DELAYED', reason: 'ASKED_TO_WAIT' }]);
  await change(person, sql`last_error = 'no answer'`);
  expect(await listOf(person)).toEqual([{ ...waiting, state: 'DELAYED', reason: 'NO_ANSWER' }]);
  await change(person, sql`last_error = '550', failed_at = now(), sealed_content = null`);
  expect(await listOf(person)).toEqual([{ ...ended, state: 'FAILED', reason: 'REFUSED' }]);
  await change(person, sql`last_error = null, failed_at = null, sent_at = now()`);
  expect(await listOf(person)).toEqual([{ ...ended, state: 'SENT', reason: null }]);
});

test('the newest message of a kind counts, and nobody sees another person’s, its words or its address', async () => {
  const person = await addPerson(api.db, { name: 'Canary Person' });
  const stranger = await addPerson(api.db);
  for (const code of ['111111', '222222']) {
    await queueMail(api, 'EMAIL_VERIFICATION', person, { name: person.name, code });
    if (code === '111111')
      await change(person, sql`sent_at = now(), created_at = now() - interval '1 minute'`);
  }
  const reply = await api.call(listOwnMail, { token: person.token });
  expect(reply.body.data.messages.map(({ state }: { state: string }) => state)).toEqual(['QUEUED']);
  expect(JSON.stringify(reply.body)).not.toMatch(/Canary|222222|@/);
  expect(await listOf(stranger)).toEqual([]);
  expect((await api.call(listOwnMail)).status).toBe(401);
});
