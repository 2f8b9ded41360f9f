import { afterEach, describe, expect, test } from 'bun:test';
import { sendVerificationOtp } from '#contract/otp.ts';
import {
  countOf,
  letClaimsEnd,
  letTimePass,
  queueNotice,
  rowOf,
  setUp,
  stopAll,
  until,
} from '../../test/mail-bench.ts';
import { addPerson } from '../../test/people.ts';
import { outboxMessages } from '../db/schema/operations.ts';

afterEach(stopAll);

describe('F14 a mail server in a mood', () => {
  test('one that asks to wait is asked again later, after longer and longer', async () => {
    let isGrey = true;
    const { api, mailServer, start } = await setUp({ onRecipient: () => (isGrey ? 451 : null) });
    await queueNotice(api, 'grey@example.test');
    const worker = start();
    const waits: number[] = [];
    for (let round = 1; round <= 3; round++) {
      const before = Date.now();
      expect(await worker.drain()).toBe(0);
      const late = Date.now() - before;
      const row = await rowOf(api, 'grey@example.test');
      expect([row?.attempts, row?.lastError, row?.sentAt, row?.failedAt]).toEqual([round, '451', null, null]);
      const wait = (row?.nextAttemptAt.getTime() ?? 0) - before;
      waits.push(
        [30, 120, 600].find((seconds) => wait >= seconds * 1000 && wait <= seconds * 1000 + late) ?? 0,
      );
      expect(await worker.drain()).toBe(0);
      await letTimePass(api);
    }
    expect(waits).toEqual([30, 120, 600]);
    isGrey = false;
    expect(await worker.drain()).toBe(1);
    expect(countOf(mailServer, 'grey@example.test')).toBe(1);
  });

  test('one that refuses a recipient or a message is not asked again, and the words go', async () => {
    const { api, mailServer, start } = await setUp({
      onRecipient: (address) => (address.startsWith('nobody') ? 550 : null),
      onEnd: (_tries, address) => (address.startsWith('spam') ? 554 : null),
    });
    await queueNotice(api, 'nobody@example.test');
    await queueNotice(api, 'spam@example.test');
    await queueNotice(api, 'good@example.test');
    expect(await start().drain()).toBe(1);
    for (const [to, code] of [
      ['nobody@example.test', '550'],
      ['spam@example.test', '554'],
    ] as const) {
      const row = await rowOf(api, to);
      expect([row?.lastError, row?.failedAt === null, row?.sealedContent]).toEqual([code, false, null]);
    }
    expect(countOf(mailServer, 'good@example.test')).toBe(1);
  });

  test('one that refuses us, not the recipient, is our fault: the message waits', async () => {
    const { api, start } = await setUp(
      { refusesSignIn: true },
      (port) => `smtp://user:wrong@127.0.0.1:${port}`,
    );
    await queueNotice(api, 'waits@example.test');
    await start().drain();
    const row = await rowOf(api, 'waits@example.test');
    expect([row?.lastError, row?.failedAt]).toEqual(['no answer (535)', null]);
  });

  test('one that breaks off in the middle gets it again', async () => {
    const { api, mailServer, start } = await setUp({ onStart: (tries) => (tries === 1 ? 'drop' : null) });
    await queueNotice(api, 'middle@example.test');
    const worker = start();
    expect(await worker.drain()).toBe(0);
    expect((await rowOf(api, 'middle@example.test'))?.lastError).toBe('no answer');
    expect(mailServer.received).toEqual([]);
    await letTimePass(api);
    expect(await worker.drain()).toBe(1);
    expect(countOf(mailServer, 'middle@example.test')).toBe(1);
  });

  test('one that is not there is asked again', async () => {
    const { api, mailServer, start } = await setUp();
    await mailServer.stop();
    await queueNotice(api, 'down@example.test');
    await start().drain();
    const row = await rowOf(api, 'down@example.test');
    expect([row?.lastError, row?.failedAt, row?.attempts]).toEqual(['no answer', null, 1]);
  });

  test('one that is slow is waited for', async () => {
    // Beside each other: one slow answer does not wait for the last.
    const twoWait = Promise.withResolvers<void>();
    const onWait = (waiting: number) => {
      if (waiting === 2) twoWait.resolve();
      return twoWait.promise;
    };
    const { api, mailServer, start } = await setUp({ onWait });
    for (let i = 0; i < 10; i++) await queueNotice(api, `slow${i}@example.test`);
    expect(await start().drain()).toBe(10);
    expect(mailServer.received).toHaveLength(10);
  });

  test('one that hangs on some holds up neither the others nor a single call of the API', async () => {
    const { api, mailServer, start } = await setUp({
      onRecipient: (address) => (address.startsWith('hang') ? 'hang' : null),
    });
    for (let i = 0; i < 5; i++) await queueNotice(api, `hang${i}@example.test`);
    start({ pollMs: 100 });
    await until(() => mailServer.opened() === 5);
    const person = await addPerson(api.db, { verified: false });
    const reply = await api.call(sendVerificationOtp, { token: person.token, body: {} });
    expect(reply.status).toBe(200);
    // Nobody gave up on the others meanwhile, so nothing waited for them.
    expect((await rowOf(api, 'hang0@example.test'))?.lastError).toBeNull();
    await until(() => countOf(mailServer, person.email) === 1);
    await until(async () => (await rowOf(api, person.email))?.sentAt != null);
  });

  test('the tries come to an end', async () => {
    const { api, mailServer, start } = await setUp({ onEnd: () => 451 });
    await queueNotice(api, 'never@example.test');
    const worker = start();
    for (let round = 0; round < 12; round++) {
      await worker.drain();
      await letTimePass(api);
    }
    const row = await rowOf(api, 'never@example.test');
    expect([row?.attempts, row?.lastError, row?.failedAt === null, row?.sealedContent]).toEqual([
      9,
      '451',
      false,
      null,
    ]);
    expect(mailServer.opened()).toBe(9);
  });
});

describe('never twice', () => {
  test('a process that dies after the whole message went out leaves it unsent again, and says so', async () => {
    const { api, mailServer, start } = await setUp({ onEnd: () => 'hang' });
    await queueNotice(api, 'limbo@example.test');
    start().drain();
    await until(() => countOf(mailServer, 'limbo@example.test') === 1);
    expect((await rowOf(api, 'limbo@example.test'))?.lastError).toBe('unanswered');
    await letClaimsEnd(api);
    for (let round = 0; round < 3; round++) {
      expect(await start().drain()).toBe(0);
      await letTimePass(api);
    }
    expect(countOf(mailServer, 'limbo@example.test')).toBe(1);
    const row = await rowOf(api, 'limbo@example.test');
    expect([row?.failedAt === null, row?.sentAt, row?.sealedContent]).toEqual([false, null, null]);
  });

  test('a process that dies before that has it sent by the next; waking up again it sends nothing', async () => {
    let asked = 0;
    const { api, mailServer, start } = await setUp({ onRecipient: () => (++asked === 1 ? 'hang' : null) });
    await queueNotice(api, 'late@example.test');
    const sleeper = start().drain();
    await until(() => asked === 1);
    await letClaimsEnd(api);
    expect(await start().drain()).toBe(1);
    await mailServer.stop();
    await sleeper;
    expect(countOf(mailServer, 'late@example.test')).toBe(1);
    const row = await rowOf(api, 'late@example.test');
    expect([row?.sentAt === null, row?.attempts]).toEqual([false, 2]);
  });

  test('a process that lost its claim breaks off before the end of the message', async () => {
    // Lost between the claim and the hand-over.
    let lose = async () => {};
    const { api, mailServer, start } = await setUp({ onRecipient: () => lose().then(() => null) });
    await queueNotice(api, 'stolen@example.test');
    lose = async () => {
      await api.db.update(outboxMessages).set({ attempts: 7 });
    };
    expect(await start().drain()).toBe(0);
    lose = async () => {};
    expect(mailServer.received).toEqual([]);
    expect(mailServer.opened()).toBe(1);
    await letClaimsEnd(api);
    expect(await start().drain()).toBe(1);
    expect(countOf(mailServer, 'stolen@example.test')).toBe(1);
  });

  test('silence after the whole message ends the tries; silence before it does not', async () => {
    const after = await setUp({ onEnd: () => 'hang' });
    await queueNotice(after.api, 'after@example.test');
    const worker = after.start({ answerMs: 300 });
    // A machine that is slow for 300 ms is silent before the whole message.
    await until(async () => {
      await worker.drain();
      await letTimePass(after.api);
      return countOf(after.mailServer, 'after@example.test') > 0;
    });
    await worker.drain();
    expect(countOf(after.mailServer, 'after@example.test')).toBe(1);
    expect((await rowOf(after.api, 'after@example.test'))?.failedAt).not.toBeNull();

    const before = await setUp({ onRecipient: () => 'hang' });
    await queueNotice(before.api, 'before@example.test');
    await before.start({ answerMs: 300 }).drain();
    const row = await rowOf(before.api, 'before@example.test');
    expect([row?.failedAt, row?.lastError]).toEqual([null, 'no answer']);
  });

  test('a claim is renewed while its message is on the way', async () => {
    const held = Promise.withResolvers<void>();
    const { api, mailServer, start } = await setUp({ onWait: () => held.promise });
    await queueNotice(api, 'long@example.test');
    const first = start({ claimSeconds: 1 }).drain();
    await until(() => mailServer.received.length === 1);
    const claimedUntil = async () => (await rowOf(api, 'long@example.test'))?.claimedUntil?.getTime() ?? 0;
    const end = await claimedUntil();
    await until(async () => (await claimedUntil()) > end);
    expect(await start().drain()).toBe(0);
    held.resolve();
    expect(await first).toBe(1);
    expect(countOf(mailServer, 'long@example.test')).toBe(1);
  });
});
