import { afterAll, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { NEWS_ERRORS, unsubscribe } from '#contract/news.ts';
import { createApp } from '../../app.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { newsChoices, newsReaders } from '../../platform/db/schema/community.ts';
import { toMessage } from '../../platform/mail/messages/messages.ts';
import { openMail, queueMail } from '../../platform/mail/outbox.ts';
import { createSecretKey } from '../../platform/process/secrets.ts';
import { setUp, stopAll } from '../../test/mail-bench.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { toUnsubscribeToken } from './unsubscribe.ts';

const api = await openTestApp();
afterAll(stopAll);

const readerOf = async (userId: string) =>
  (await api.db.select().from(newsReaders).where(eq(newsReaders.userId, userId)))[0];
const choicesOf = (userId: string) => api.db.select().from(newsChoices).where(eq(newsChoices.userId, userId));
const stop = (token: string) => api.call(unsubscribe, { params: { token } });

test('one click of a mail program stops one kind, twice alike, without a session', async () => {
  const { id: userId } = await addPerson(api.db);
  const token = toUnsubscribeToken(api.secret, 'SUBMISSION_REVIEWED', userId);
  const replies = [];
  for (const _ of [1, 2]) {
    const response = await api.request(`/api/news/unsubscribe/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    replies.push([response.status, ((await response.json()) as { data: unknown }).data]);
  }
  expect(replies).toEqual(Array(2).fill([200, { stopped: 'Reviews of my answers' }]));
  expect(await choicesOf(userId)).toEqual([
    { userId, kind: 'SUBMISSION_REVIEWED', isShown: true, isMailed: false },
  ]);
  expect(await readerOf(userId)).toBeUndefined();
});

test('the link of collecting mail stops it, and leaves choices and the mark of reading', async () => {
  const { id: userId } = await addPerson(api.db);
  const readAt = new Date('2026-11-01T10:00:00Z');
  await api.db.insert(newsReaders).values({ userId, readAt, mailRhythm: 'WEEKLY' });
  const { body } = await stop(toUnsubscribeToken(api.secret, 'DIGEST', userId));
  expect(body.data).toEqual({ stopped: 'Mail that collects your news' });
  expect(await readerOf(userId)).toMatchObject({ readAt, mailRhythm: 'NEVER' });
  expect(await choicesOf(userId)).toEqual([]);
});

test('a link that an older key signed still works; one of another key, account or topic does not', async () => {
  const [{ id: userId }, { id: otherId }] = [await addPerson(api.db), await addPerson(api.db)];
  const topic = 'ANNOUNCEMENT' as const;
  const old = createSecretKey('the key of last year, long enough');
  const token = toUnsubscribeToken(old, topic, userId);
  const good = toUnsubscribeToken(api.secret, topic, userId);
  const hostile = [
    token,
    good.replace(userId, otherId),
    good.replace(userId, ''),
    good.replace(userId, `${userId}0`),
    good.slice(0, 21) + userId,
    good.slice(1),
    userId,
    'x',
    '0'.repeat(64),
    `${'A'.repeat(22)}${userId}`,
  ];
  for (const one of hostile) {
    const { status, body } = await stop(one);
    expect([one, status, body.code, body.error]).toEqual([
      one,
      400,
      'UNSUBSCRIBE_LINK_INVALID',
      NEWS_ERRORS.UNSUBSCRIBE_LINK_INVALID.text,
    ]);
  }
  expect([...(await choicesOf(userId)), ...(await choicesOf(otherId))]).toEqual([]);
  const keys = ['the key of this year, long enough', 'the key of last year, long enough'];
  const app = createApp({ ...api, secret: createSecretKey(...keys) });
  const response = await app.fetch(
    new Request(`http://localhost/api/news/unsubscribe/${token}`, { method: 'POST' }),
  );
  expect(response.status).toBe(200);
  expect(await choicesOf(userId)).toHaveLength(1);
});

test('an account that is gone is answered like one that is there', async () => {
  const { id: userId } = await addPerson(api.db);
  for (const topic of ['DIGEST', 'ANNOUNCEMENT'] as const) {
    const before = await stop(toUnsubscribeToken(api.secret, topic, userId));
    const after = await stop(toUnsubscribeToken(api.secret, topic, `${userId.slice(0, -1)}z`));
    expect([after.status, after.body.data]).toEqual([before.status, before.body.data]);
  }
  await api.owner.delete(users).where(eq(users.id, userId));
  expect((await stop(toUnsubscribeToken(api.secret, 'DIGEST', userId))).status).toBe(200);
});

test('opened in a browser, the address of the header leads to the page and changes nothing', async () => {
  const { id: userId } = await addPerson(api.db);
  const token = toUnsubscribeToken(api.secret, 'DIGEST', userId);
  const response = await api.request(`/api/news/unsubscribe/${token}`);
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `http://localhost:3000/unsubscribe#${token}`,
  ]);
  expect(await readerOf(userId)).toBeUndefined();
  const hostile = await api.request('/api/news/unsubscribe/%0d%0aset-cookie:a=b%2f..%2f');
  expect(hostile.headers.get('location')).toBe(
    'http://localhost:3000/unsubscribe#%0D%0Aset-cookie%3Aa%3Db%2F..%2F',
  );
  expect(hostile.headers.has('set-cookie')).toBe(false);
});

const review = (unsubscribe: string) => ({
  ...{ name: 'Asha', assignment: 'Price a bond', league: { id: 'l', name: 'Finance' } },
  ...{ status: 'APPROVED' as const, feedback: null, reviewer: 'Dev Rao', unsubscribe },
});

test('mail that may be stopped carries both headers, at the address of the API; no other mail does', async () => {
  const { api: sender, mailServer, start } = await setUp();
  await queueMail(sender, 'SUBMISSION_REVIEWED', { id: null, email: 'a@example.test' }, review('token-1'));
  await queueMail(sender, 'ACCOUNT_APPROVED', { id: null, email: 'b@example.test' }, { name: 'Asha' });
  await start().drain();
  const headOf = (address: string) =>
    (mailServer.received.find(({ to }) => to[0] === address)?.source ?? '').split(/\r?\n\r?\n/)[0] ?? '';
  const head = headOf('a@example.test').replace(/\r?\n +/g, ' ');
  expect(head).toContain('List-Unsubscribe: <https://league.test/api/news/unsubscribe/token-1>');
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(headOf('b@example.test')).not.toContain('List-Unsubscribe');
  const config = { PUBLIC_SITE_URL: 'https://a.test/', PUBLIC_API_URL: 'https://b.test/x/', PORT: 1 };
  const sealed = api.secret.seal(JSON.stringify(toMessage('SUBMISSION_REVIEWED', review('t'))));
  const apart = openMail({ secret: api.secret, config }, sealed);
  expect(apart.unsubscribeUrl).toBe('https://b.test/x/api/news/unsubscribe/t');
  expect(apart.text).toContain('Stop these mails:\nhttps://a.test/unsubscribe#t\n');
});

test('nothing in a token can add a header', async () => {
  const { api: sender, mailServer, start } = await setUp();
  await queueMail(
    sender,
    'SUBMISSION_REVIEWED',
    { id: null, email: 'a@example.test' },
    review('x>\r\nBcc: evil@example.test\r\n\r\nbody'),
  );
  await start().drain();
  const [head = ''] = (mailServer.received[0]?.source ?? '').split(/\r?\n\r?\n/);
  expect(mailServer.received.map(({ to }) => to)).toEqual([['a@example.test']]);
  expect(head).not.toMatch(/^Bcc/im);
});
