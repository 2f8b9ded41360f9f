import { sql } from 'drizzle-orm';
import { OTP_LIFETIME_MINUTES } from '#contract/constants.ts';
import { queryRows } from '../db/client.ts';
import type { Deps } from '../http/router.ts';
import { decideMailEncryption } from '../process/encryption.ts';
import { describeError } from '../process/log.ts';
import { countJob } from '../process/metrics.ts';
import { product } from '../process/product.ts';
import { WrongKeyError } from '../process/secrets.ts';
import { createDelivery, type MailTimeouts, type Outcome } from './delivery.ts';
import { BULK_KINDS, CODE_KINDS, isCodeKind, type MailKind, SECURITY_KINDS } from './kinds.ts';
import type { MailMessage } from './messages/layout.ts';
import { openMail } from './outbox.ts';
import { processResetRequests } from './reset-requests.ts';

const POLL_MS = 1000;
// A slow mail server delays no more messages than these.
const SLOTS = 10;
const BACKOFF_SECONDS = [30, 120, 600, 1800, 7200, 21_600, 43_200, 86_400];
// Close together, because a code expires after ten minutes.
const CODE_BACKOFF_SECONDS = [15, 30, 60, 90, 120, 120, 120];
const TRIES_MAX = BACKOFF_SECONDS.length + 1;
const OTHER_KEY =
  'It was sealed with a key that SECRET_KEY of this process does not name: see docs/operations.md.';
// `last_error` of a message that was sent whole and got no reply.
const UNANSWERED = 'unanswered';

export interface MailTiming extends MailTimeouts {
  /** After a crash other processes wait this long before they take over the message. */
  claimSeconds: number;
  stopMs: number;
  pollMs?: number;
}

const TIMING: MailTiming = { connectMs: 60_000, answerMs: 240_000, claimSeconds: 60, stopMs: 5000 };

interface DueMessage {
  id: string;
  kind: string;
  to_address: string;
  sealed_content: string;
  attempts: number;
  is_dead: boolean;
}

export interface MailWorker {
  drain(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Null without SMTP_URL. Writes 'unanswered' before the end of a message goes out, so that no process sends a message
 * twice that may have arrived.
 */
export function startMailWorker(deps: Deps, timing: MailTiming = TIMING): MailWorker | null {
  const { SMTP_URL, UNENCRYPTED_HOSTS } = deps.config;
  if (!SMTP_URL) return null;
  const delivery = createDelivery(
    SMTP_URL,
    `${product.name} <${product.mailbox}>`,
    timing,
    decideMailEncryption(SMTP_URL, UNENCRYPTED_HOSTS),
  );
  const onTheWay = new Set<Promise<boolean>>();
  let isStopping = false;
  let filling: Promise<number> | null = null;

  const fill = async (): Promise<number> => {
    if (isStopping || onTheWay.size >= SLOTS) return 0;
    await giveUp(deps);
    await processResetRequests(deps);
    const due = await claim(deps, timing, SLOTS - onTheWay.size);
    for (const message of due) {
      const sending: Promise<boolean> = sendOne(deps, delivery, timing, message)
        .catch((error) => {
          deps.log.error('mail_worker_failed', describeError(error));
          return false;
        })
        .finally(() => onTheWay.delete(sending));
      onTheWay.add(sending);
    }
    countJob('mail');
    return due.length;
  };
  const fillOnce = () => {
    filling ??= fill().finally(() => {
      filling = null;
    });
    return filling;
  };
  const timer = setInterval(() => {
    fillOnce().catch((error) => deps.log.error('mail_worker_failed', describeError(error)));
  }, timing.pollMs ?? POLL_MS);

  return {
    drain: async () => {
      let accepted = 0;
      do {
        // A run that began before this call may have missed newer messages.
        await filling?.catch(() => 0);
        await fillOnce();
        const results = await Promise.all(onTheWay);
        accepted += results.filter(Boolean).length;
        if (results.length === 0) return accepted;
      } while (!isStopping);
      return accepted;
    },
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await filling?.catch(() => 0);
      await Promise.race([Promise.all(onTheWay), Bun.sleep(timing.stopMs)]);
      delivery.close();
    },
  };
}

async function giveUp({ db, log }: Deps): Promise<void> {
  const ended = await queryRows<{ id: string }>(
    db,
    sql`
      update outbox_messages set failed_at = now(), claimed_until = null, sealed_content = null
      where sent_at is null and failed_at is null and claimed_until < now()
        and (last_error = ${UNANSWERED} or attempts >= ${TRIES_MAX})
      returning id`,
  );
  for (const { id } of ended) log.warn('mail_given_up', { messageId: id });
}

// Security mail comes first, then codes; bulk mail is last. A code is dead once it expired or a newer one was requested.
async function claim({ db }: Deps, { claimSeconds }: MailTiming, limit: number): Promise<DueMessage[]> {
  const isKindOf = (kinds: readonly MailKind[]) => sql`kind in ${kinds}`;
  const isCode = isKindOf(CODE_KINDS);
  return queryRows<DueMessage>(
    db,
    sql`
      update outbox_messages m set claimed_until = now() + ${claimSeconds} * interval '1 second',
        attempts = m.attempts + 1
      where m.id in (
        select id from outbox_messages
        where sent_at is null and failed_at is null and next_attempt_at <= now() and sealed_content is not null
          and (claimed_until is null or claimed_until < now()) and last_error is distinct from ${UNANSWERED}
        and (kind <> 'PASSWORD_RESET' or user_id is not null)
        order by ${isKindOf(SECURITY_KINDS)} desc, ${isCode} desc, ${isKindOf(BULK_KINDS)}, next_attempt_at limit ${limit} for update skip locked)
      returning m.id, m.kind, m.to_address, m.sealed_content, m.attempts,
        m.${isCode} and (
          m.created_at < now() - ${OTP_LIFETIME_MINUTES} * interval '1 minute'
          or exists (
            select 1 from outbox_messages newer
            where newer.to_address = m.to_address and newer.kind = m.kind
              and newer.user_id is not distinct from m.user_id
              and (newer.created_at, newer.id) > (m.created_at, m.id))
        ) as is_dead`,
  );
}

async function sendOne(
  deps: Deps,
  delivery: ReturnType<typeof createDelivery>,
  { claimSeconds }: MailTiming,
  due: DueMessage,
): Promise<boolean> {
  const { db, log } = deps;
  const ticket = sql`id = ${due.id} and attempts = ${due.attempts} and sent_at is null`;
  const lease = sql`claimed_until = now() + ${claimSeconds} * interval '1 second'`;
  const message = open(deps, due);
  if (message === 'other key' && !due.is_dead) {
    // Another process may have the key during a key change.
    await recordOutcome(deps, due, { kind: 'deferred', error: 'other key', advice: OTHER_KEY });
    return false;
  }
  if (due.is_dead || typeof message === 'string') {
    const reason = due.is_dead ? 'too late' : 'unreadable';
    await db.execute(sql`
      update outbox_messages set claimed_until = null, failed_at = now(), sealed_content = null,
        last_error = coalesce(last_error, ${reason})
      where ${ticket}`);
    log.warn('mail_not_sent', { messageId: due.id, reason });
    return false;
  }
  const renewal = setInterval(
    () => {
      db.execute(sql`update outbox_messages set ${lease} where ${ticket} and claimed_until is not null`).then(
        () => {},
        (error) => log.warn('mail_claim_not_renewed', describeError(error)),
      );
    },
    (claimSeconds * 1000) / 3,
  );
  try {
    const outcome = await delivery.deliver({
      id: due.id,
      to: due.to_address,
      message,
      confirmSend: async () => {
        const mine = await queryRows(
          db,
          sql`
            update outbox_messages set last_error = ${UNANSWERED}, ${lease}
            where ${ticket} and failed_at is null and last_error is distinct from ${UNANSWERED} returning id`,
        );
        return mine.length === 1;
      },
    });
    return await recordOutcome(deps, due, outcome);
  } finally {
    clearInterval(renewal);
  }
}

async function recordOutcome({ db, log }: Deps, due: DueMessage, outcome: Outcome): Promise<boolean> {
  const ticket = sql`id = ${due.id} and attempts = ${due.attempts}`;
  if (outcome.kind === 'accepted') {
    // The row stays as proof of delivery.
    await db.execute(sql`
      update outbox_messages set sent_at = now(), failed_at = null, claimed_until = null, last_error = null,
        sealed_content = null
      where ${ticket}`);
    return true;
  }
  log.warn('mail_not_sent', {
    messageId: due.id,
    attempts: due.attempts,
    outcome: outcome.kind,
    error: 'error' in outcome ? outcome.error : undefined,
    advice: 'advice' in outcome ? outcome.advice : undefined,
  });
  if (outcome.kind === 'taken') return false;
  const backoff = isCodeKind(due.kind) ? CODE_BACKOFF_SECONDS : BACKOFF_SECONDS;
  const wait = outcome.kind === 'deferred' ? backoff[due.attempts - 1] : undefined;
  const error = 'error' in outcome ? outcome.error : UNANSWERED;
  await db.execute(
    wait === undefined
      ? sql`
        update outbox_messages set claimed_until = null, last_error = ${error}, failed_at = now(),
          sealed_content = null
        where ${ticket}`
      : sql`
        update outbox_messages set claimed_until = null, last_error = ${error},
          next_attempt_at = now() + ${wait} * interval '1 second'
        where ${ticket}`,
  );
  return false;
}

function open(deps: Deps, due: DueMessage): MailMessage | 'other key' | 'unreadable' {
  try {
    return openMail(deps, due.sealed_content);
  } catch (error) {
    return error instanceof WrongKeyError ? 'other key' : 'unreadable';
  }
}
