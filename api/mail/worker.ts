import { sql } from 'drizzle-orm';
import { createTransport, type Transporter } from 'nodemailer';
import { queryRows } from '../db/client.ts';
import type { Deps } from '../endpoint.ts';
import { describeError } from '../log.ts';
import { product } from '../product.ts';
import type { MailMessage } from './messages/layout.ts';

const POLL_MS = 1000;
const CLAIM_SECONDS = 120;
const BATCH = 10;
/** Waiting time before each further try; after the last one the message is given up and marked failed. */
const BACKOFF_SECONDS = [30, 120, 600, 1800, 7200, 21_600];

interface DueMessage {
  id: string;
  to_address: string;
  sealed_content: string;
  attempts: number;
}

export interface MailWorker {
  /** Sends everything that is due; answers how many were accepted. */
  drain(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Sends the outbox through SMTP_URL. Each message is claimed for two minutes in one statement, so that any number of
 * processes may run this and none sends what another holds. Returns null when no mail server is configured: messages
 * are then kept in the outbox.
 */
export function startMailWorker(deps: Deps): MailWorker | null {
  const { SMTP_URL, MAIL_FROM } = deps.config;
  if (!SMTP_URL) return null;
  const transport = createTransport(SMTP_URL);
  const from = MAIL_FROM ?? `${product.name} <${product.mailbox}>`;
  let running: Promise<number> | null = null;
  const drain = () => {
    running ??= drainOnce(deps, transport, from).finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(() => {
    drain().catch((error) => deps.log.error('mail_worker_failed', describeError(error)));
  }, POLL_MS);
  return {
    drain,
    stop: async () => {
      clearInterval(timer);
      await running?.catch(() => 0);
      transport.close();
    },
  };
}

async function drainOnce(deps: Deps, transport: Transporter, from: string): Promise<number> {
  const due = await queryRows<DueMessage>(
    deps.db,
    sql`
      update outbox_messages set claimed_until = now() + ${CLAIM_SECONDS} * interval '1 second',
        attempts = attempts + 1
      where id in (
        select id from outbox_messages
        where sent_at is null and failed_at is null and next_attempt_at <= now()
          and (claimed_until is null or claimed_until < now()) and sealed_content is not null
        order by next_attempt_at limit ${BATCH} for update skip locked)
      returning id, to_address, sealed_content, attempts`,
  );
  const results = await Promise.all(due.map((message) => sendOne(deps, transport, from, message)));
  return results.filter(Boolean).length;
}

async function sendOne(deps: Deps, transport: Transporter, from: string, due: DueMessage): Promise<boolean> {
  const { db, log, secret } = deps;
  const message = JSON.parse(secret.unseal(due.sealed_content)) as MailMessage;
  try {
    await transport.sendMail({ from, to: due.to_address, messageId: `<${due.id}@outbox>`, ...message });
  } catch (error) {
    const wait = BACKOFF_SECONDS[Number(due.attempts) - 1];
    const reply = (error as { responseCode?: number }).responseCode ?? 0;
    const isFinal = wait === undefined || (reply >= 500 && reply < 600);
    await db.execute(sql`
      update outbox_messages set claimed_until = null, last_error = ${`${reply || 'no answer'}`},
        next_attempt_at = now() + ${wait ?? 0} * interval '1 second',
        failed_at = ${isFinal ? sql`now()` : sql`null`}, sealed_content = ${isFinal ? sql`null` : sql`sealed_content`}
      where id = ${due.id}`);
    log.warn('mail_not_sent', { messageId: due.id, attempts: Number(due.attempts), reply, isFinal });
    return false;
  }
  // What was delivered is not kept: the row stays as proof, its words go.
  await db.execute(sql`
    update outbox_messages set sent_at = now(), claimed_until = null, last_error = null, sealed_content = null
    where id = ${due.id}`);
  return true;
}
