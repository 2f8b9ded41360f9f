import { eq, sql } from 'drizzle-orm';
import { outboxMessages } from '../platform/db/schema/operations.ts';
import type { Deps } from '../platform/http/router.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { type MailTiming, type MailWorker, startMailWorker } from '../platform/mail/worker.ts';
import { createLog } from '../platform/process/log.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { makeApp, type TestApp } from './make-app.ts';

const stops: (() => Promise<unknown>)[] = [];

/** Closes what `setUp` and `startWorker` opened; for afterEach. */
export async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

/** Has something more closed by `stopAll`. */
export function stopLater(stop: () => Promise<unknown>): void {
  stops.push(stop);
}

// A worker that looks by itself would send what a later `drain` counts.
const TIMING: MailTiming = {
  connectMs: 60_000,
  answerMs: 60_000,
  claimSeconds: 60,
  stopMs: 100,
  pollMs: 3_600_000,
};

/** A mail server with manners, an app that sends through it, and workers to start as other processes would. */
export async function setUp(
  manners: Parameters<typeof startMailServer>[0] = {},
  smtp?: (port: number) => string,
) {
  const mailServer = await startMailServer(manners);
  const api = await makeApp({
    SMTP_URL: smtp?.(mailServer.port) ?? `smtp://127.0.0.1:${mailServer.port}`,
    PUBLIC_SITE_URL: 'https://league.test',
    // Beside a mail server the outbox has to be asked for by name.
    DEV_PAGES: 'on',
  });
  stops.push(api.close, mailServer.stop);
  return { api, mailServer, start: (timing?: Partial<MailTiming>) => startWorker(api, timing) };
}

/** A worker as another process would run it. */
export function startWorker(
  api: Pick<Deps, 'db' | 'config' | 'secret'>,
  timing: Partial<MailTiming> = {},
  log = createLog('silent'),
): MailWorker {
  const worker = startMailWorker({ ...api, log }, { ...TIMING, ...timing });
  if (!worker) throw new Error('The worker did not start');
  stops.push(worker.stop);
  return worker;
}

export const queueCode = (api: TestApp, to: string, code = '042137', userId: string | null = null) =>
  queueMail(api, 'EMAIL_VERIFICATION', { id: userId, email: to }, { name: 'Asha', code });
export const queueNotice = (api: TestApp, to: string, dedupeKey?: string) =>
  queueMail(api, 'ACCOUNT_APPROVED', { id: null, email: to }, { name: 'Asha' }, dedupeKey);
export const rowOf = async (api: TestApp, to: string) =>
  (await api.db.select().from(outboxMessages).where(eq(outboxMessages.toAddress, to)))[0];
/** As if the waiting time were over. */
export const letTimePass = (api: TestApp) =>
  api.db.update(outboxMessages).set({ nextAttemptAt: sql`now() - interval '1 second'` });
/** As if the process that holds the messages had died a while ago. */
export const letClaimsEnd = (api: TestApp) =>
  api.db.update(outboxMessages).set({ claimedUntil: sql`now() - interval '1 second'` });
/** Waits for something to happen, however slow the machine is. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await Bun.sleep(20);
}
export const countOf = ({ received }: MailServer, address: string) =>
  received.filter(({ to }) => to.includes(address)).length;
