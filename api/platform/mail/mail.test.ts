import { afterEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import {
  countOf,
  letTimePass,
  queueCode,
  queueNotice,
  rowOf,
  setUp,
  startWorker,
  stopAll,
  stopLater,
} from '../../test/mail-bench.ts';
import { makeApp } from '../../test/make-app.ts';
import { addPerson } from '../../test/people.ts';
import { outboxMessages } from '../db/schema/operations.ts';
import { createLog } from '../process/log.ts';
import { createSecretKey } from '../process/secrets.ts';
import { listMailStates } from './mail-state.ts';
import { SAMPLES } from './messages/samples.ts';
import { sweepMail } from './outbox.ts';
import { startMailWorker } from './worker.ts';

afterEach(stopAll);

describe('sending', () => {
  test('two workers at once send each message exactly once, as text and HTML, and keep no words of it', async () => {
    const { api, mailServer, start } = await setUp();
    for (let i = 0; i < 30; i++) await queueCode(api, `p${i}@example.test`);
    await Promise.all([start().drain(), start().drain(), start().drain()]);
    expect(mailServer.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 30 }, (_, i) => `p${i}@example.test`).sort(),
    );
    const source = mailServer.received[0]?.source ?? '';
    expect(source).toContain('042137');
    expect(source).toContain('Content-Type: text/plain');
    expect(source).toContain('Content-Type: text/html');
    expect(source).toContain('Auto-Submitted: auto-generated');
    expect(source).toMatch(/^Message-ID: <[0-9a-f-]+@openleague\.example>/im);
    expect(source).toContain('From: OpenLeague <info@openleague.example>');
    const row = await rowOf(api, 'p0@example.test');
    expect(row?.sentAt).not.toBeNull();
    expect(row?.sealedContent).toBeNull();
  });

  test('twenty messages queued at once with one key are one, and it is sent once', async () => {
    const { api, mailServer, start } = await setUp();
    await Promise.all(Array.from({ length: 20 }, () => queueNotice(api, 'once@example.test', 'approved:1')));
    await start().drain();
    expect(countOf(mailServer, 'once@example.test')).toBe(1);
  });

  test('codes go before news', async () => {
    const { api, mailServer, start } = await setUp();
    for (let i = 0; i < 12; i++) await queueNotice(api, `news${i}@example.test`);
    await queueCode(api, 'code@example.test');
    await start().drain();
    const place = mailServer.received.findIndex(({ to }) => to[0] === 'code@example.test');
    expect(place).toBeLessThan(10);
    expect(mailServer.received).toHaveLength(13);
  });

  test('without a mail server no worker runs, and messages are kept', async () => {
    const api = await makeApp();
    stopLater(api.close);
    await queueCode(api, 'kept@example.test');
    expect(startMailWorker({ ...api, log: createLog('silent') })).toBeNull();
    expect((await rowOf(api, 'kept@example.test'))?.sealedContent).not.toBeNull();
  });
});

describe('messages that cannot be sent', () => {
  test('one that holds no message ends at once; one sealed with another key waits for who has it; both block nothing', async () => {
    const { api, mailServer, start } = await setUp();
    for (const to of ['damaged@example.test', 'other-key@example.test']) await queueNotice(api, to);
    const seal = (to: string, sealedContent: string) =>
      api.db.update(outboxMessages).set({ sealedContent }).where(eq(outboxMessages.toAddress, to));
    await seal('damaged@example.test', api.secret.seal('"no message"'));
    const message = SAMPLES.ACCOUNT_APPROVED;
    const other = createSecretKey('the key that the other process has already');
    await seal('other-key@example.test', other.seal(JSON.stringify(message)));
    await queueNotice(api, 'healthy@example.test');
    expect(await start().drain()).toBe(1);
    expect(mailServer.received).toHaveLength(1);
    expect(await rowOf(api, 'damaged@example.test')).toMatchObject({
      lastError: 'unreadable',
      sealedContent: null,
    });
    const waiting = await rowOf(api, 'other-key@example.test');
    expect([waiting?.failedAt, waiting?.lastError]).toEqual([null, 'other key']);
    expect((await api.request('/dev/outbox')).status).toBe(200);
    await letTimePass(api);
    expect(await startWorker({ ...api, secret: other }).drain()).toBe(1);
    expect(mailServer.received.map(({ to }) => to[0])).toContain('other-key@example.test');
  });

  test('H4 an address that is more than one address reaches nobody', async () => {
    const { api, mailServer, start } = await setUp();
    const addresses = [
      'a@b.co\r\nBcc: x@example.test',
      'a@b.co, x@example.test',
      'Asha <x@example.test>',
      'a@b.co\r\nRCPT TO:<x@example.test>',
      'a@b.co SIZE=1',
      'ä@example.test',
      'a@b.co\u2028x@example.test',
      '',
    ];
    for (const to of addresses) await queueNotice(api, to);
    await start().drain();
    expect(mailServer.received).toEqual([]);
    expect(mailServer.opened()).toBe(0);
    for (const to of addresses) expect([to, (await rowOf(api, to))?.lastError]).toEqual([to, 'no address']);
  });

  test('a code is not sent when it is dead: ten minutes old, or followed by a newer one', async () => {
    const { api, mailServer, start } = await setUp();
    await queueCode(api, 'old@example.test', '111111');
    await api.db.update(outboxMessages).set({ createdAt: sql`now() - interval '11 minutes'` });
    await queueCode(api, 'twice@example.test', '222222');
    await queueCode(api, 'twice@example.test', '333333');
    expect(await start().drain()).toBe(1);
    expect(mailServer.received.map(({ source }) => /\d{6} is your/.exec(source)?.[0])).toEqual([
      '333333 is your',
    ]);
  });

  test('a code that somebody else asked for at the same address leaves the own one alone', async () => {
    const { api, mailServer, start } = await setUp();
    const [asha, mallory] = [await addPerson(api.db), await addPerson(api.db)];
    await queueCode(api, 'shared@example.test', '444444', asha.id);
    await queueCode(api, 'shared@example.test', '555555', mallory.id);
    expect(await start().drain()).toBe(2);
    expect(countOf(mailServer, 'shared@example.test')).toBe(2);
  });
});

describe('what is known afterwards', () => {
  test('the state of the newest message of a kind, in words a person can be told', async () => {
    let answer: number | null = 451;
    const { api, start } = await setUp({ onRecipient: () => answer });
    const person = await addPerson(api.db);
    const state = async () => (await listMailStates(api.db, person.id))[0] ?? null;
    const due = () => letTimePass(api);
    expect(await state()).toBeNull();
    await queueCode(api, person.email, '000001', person.id);
    const at = expect.stringMatching(/Z$/);
    expect(await state()).toEqual({
      kind: 'EMAIL_VERIFICATION',
      state: 'QUEUED',
      reason: null,
      createdAt: at,
      endedAt: null,
      nextAttemptAt: at,
    });
    const worker = start();
    await worker.drain();
    expect(await state()).toMatchObject({ state: 'DELAYED', reason: 'ASKED_TO_WAIT', nextAttemptAt: at });
    answer = null;
    await due();
    await worker.drain();
    expect(await state()).toMatchObject({ state: 'SENT', reason: null, endedAt: at, nextAttemptAt: null });
    answer = 550;
    await queueCode(api, person.email, '000002', person.id);
    await due();
    await worker.drain();
    expect(await state()).toMatchObject({ state: 'FAILED', reason: 'REFUSED', endedAt: at });
    expect(await listMailStates(api.db, person.id)).toHaveLength(1);
  });

  test('words that nobody waits for go after a week, rows after ninety days', async () => {
    const api = await makeApp();
    stopLater(api.close);
    for (const [to, days] of [
      ['fresh@example.test', 6],
      ['stale@example.test', 8],
      ['ancient@example.test', 91],
    ] as const) {
      await queueNotice(api, to);
      await api.db
        .update(outboxMessages)
        .set({ createdAt: sql`now() - ${days} * interval '1 day'` })
        .where(eq(outboxMessages.toAddress, to));
    }
    await sweepMail(api.db);
    expect((await rowOf(api, 'fresh@example.test'))?.sealedContent).not.toBeNull();
    const stale = await rowOf(api, 'stale@example.test');
    expect([stale?.sealedContent, stale?.failedAt === null]).toEqual([null, false]);
    expect(await rowOf(api, 'ancient@example.test')).toBeUndefined();
  });

  test('P9 neither a code nor an address stands in the log, whatever the mail server says', async () => {
    const { api } = await setUp({ onRecipient: () => 550 });
    await queueCode(api, 'secret-person@example.test', '918273');
    let lines = '';
    const log = createLog('debug', (text) => {
      lines += text;
    });
    await startWorker(api, {}, log).drain();
    log.flush();
    expect(lines).toContain('mail_not_sent');
    expect(lines).not.toContain('secret-person');
    expect(lines).not.toContain('918273');
  });
});
