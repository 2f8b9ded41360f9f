import { afterEach, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { outboxMessages } from '../db/schema/operations.ts';
import { createLog } from '../log.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { toVerificationMessage } from './messages/verification.ts';
import { queueMail } from './outbox.ts';
import { type MailWorker, startMailWorker } from './worker.ts';

interface Received {
  to: string[];
  source: string;
}

/** A real mail server on this machine. `answer` may refuse: it returns the SMTP code, or null to accept. */
async function startMailServer(answer: (tries: number) => number | null) {
  const received: Received[] = [];
  let tries = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        tries += 1;
        const code = answer(tries);
        if (code !== null) return done(Object.assign(new Error('not now'), { responseCode: code }));
        received.push({
          to: session.envelope.rcptTo.map((to) => to.address),
          source: Buffer.concat(chunks).toString(),
        });
        return done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () =>
      resolve((listener.address() as { port: number }).port),
    );
  });
  return { received, port, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function setUp(answer: (tries: number) => number | null = () => null) {
  const mailServer = await startMailServer(answer);
  const api = await makeApp({
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'post@league.test',
  });
  stops.push(mailServer.stop, api.close);
  const start = (): MailWorker => {
    const worker = startMailWorker({ ...api, log: createLog('silent') });
    if (!worker) throw new Error('The worker did not start');
    stops.push(worker.stop);
    return worker;
  };
  return { api, mailServer, start };
}

const queueOne = (api: TestApp, to: string, dedupeKey?: string) =>
  queueMail(api, {
    kind: 'EMAIL_VERIFICATION',
    userId: null,
    to,
    message: toVerificationMessage({ name: 'Asha <b>', code: '042137' }),
    ...(dedupeKey ? { dedupeKey } : {}),
  });

const rowOf = async (api: TestApp, to: string) =>
  (await api.db.select().from(outboxMessages).where(eq(outboxMessages.toAddress, to)))[0];

test('two workers at once send each message exactly once, as text and HTML, and keep no words of it', async () => {
  const { api, mailServer, start } = await setUp();
  for (let i = 0; i < 15; i++) await queueOne(api, `p${i}@example.test`);
  const workers = [start(), start()];
  for (let round = 0; round < 4; round++) await Promise.all(workers.map((worker) => worker.drain()));
  expect(mailServer.received.map(({ to }) => to[0]).sort()).toEqual(
    Array.from({ length: 15 }, (_, i) => `p${i}@example.test`).sort(),
  );
  expect(mailServer.received[0]?.source).toContain('042137');
  expect(mailServer.received[0]?.source).toContain('text/html');
  expect(mailServer.received[0]?.source).not.toContain('Asha <b>,</p>');
  const row = await rowOf(api, 'p0@example.test');
  expect(row?.sentAt).not.toBeNull();
  expect(row?.sealedContent).toBeNull();
});

test('a server that asks to wait is asked again later, and one that refuses is not', async () => {
  const { api, mailServer, start } = await setUp((tries) => (tries === 1 ? 451 : null));
  await queueOne(api, 'greylisted@example.test');
  const worker = start();
  expect(await worker.drain()).toBe(0);
  const waiting = await rowOf(api, 'greylisted@example.test');
  expect([waiting?.attempts, waiting?.lastError, waiting?.sentAt]).toEqual([1, '451', null]);
  expect(await worker.drain()).toBe(0);
  await api.db.update(outboxMessages).set({ nextAttemptAt: sql`now()` });
  expect(await worker.drain()).toBe(1);
  expect(mailServer.received).toHaveLength(1);

  const refusing = await setUp(() => 550);
  await queueOne(refusing.api, 'refused@example.test');
  await refusing.start().drain();
  const refused = await rowOf(refusing.api, 'refused@example.test');
  expect(refused?.failedAt).not.toBeNull();
  expect(refused?.lastError).toBe('550');
});

test('a message with the same key is queued once', async () => {
  const { api } = await setUp();
  await queueOne(api, 'once@example.test', 'approved:1');
  await queueOne(api, 'once@example.test', 'approved:1');
  expect(await api.db.select().from(outboxMessages)).toHaveLength(1);
});

test('without a mail server no worker runs, and messages are kept', async () => {
  const api = await makeApp();
  stops.push(api.close);
  expect(startMailWorker({ ...api, log: createLog('silent') })).toBeNull();
});
