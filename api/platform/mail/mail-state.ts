import { sql } from 'drizzle-orm';
import type { MailReason } from '#contract/mail-reasons.ts';
import type { MailState, OwnMail } from '#contract/own-account.ts';
import { type Database, queryRows, toIso } from '../db/client.ts';

interface StateRow {
  kind: string;
  attempts: number;
  last_error: string | null;
  created_at: string | Date;
  sent_at: string | Date | null;
  failed_at: string | Date | null;
  next_attempt_at: string | Date;
}

export async function listMailStates(db: Database, userId: string): Promise<OwnMail[]> {
  const rows = await queryRows<StateRow>(
    db,
    sql`
      select * from (
        select distinct on (kind) id, kind, attempts, last_error, created_at, sent_at, failed_at, next_attempt_at
        from outbox_messages where user_id = ${userId}
        order by kind, created_at desc, id desc) newest
      order by created_at desc, id desc`,
  );
  return rows.map(toOwnMail);
}

function toOwnMail(row: StateRow): OwnMail {
  const ended = row.sent_at ?? row.failed_at;
  const state = toState(row);
  return {
    kind: row.kind,
    state,
    reason: state === 'DELAYED' || state === 'FAILED' ? toMailReason(row.last_error) : null,
    createdAt: toIso(row.created_at),
    endedAt: ended === null ? null : toIso(ended),
    nextAttemptAt: ended === null ? toIso(row.next_attempt_at) : null,
  };
}

function toState({ sent_at, failed_at, last_error }: StateRow): MailState {
  if (sent_at !== null) return 'SENT';
  if (failed_at !== null) return 'FAILED';
  return /^\d|^no answer$/.test(last_error ?? '') ? 'DELAYED' : 'QUEUED';
}

export function toMailReason(lastError: string | null): MailReason | null {
  if (lastError === null) return null;
  if (/^4\d\d$/.test(lastError)) return 'ASKED_TO_WAIT';
  if (/^5\d\d$/.test(lastError)) return 'REFUSED';
  return 'NO_ANSWER';
}
