import { desc, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';
import { insertRows } from '../db/insert-rows.ts';
import { outboxMessages } from '../db/schema/operations.ts';
import type { Deps } from '../http/router.ts';
import { type SiteAddress, toApiOrigin, toSiteOrigin } from '../http/share-links.ts';
import { createId, type SecretKey, WrongKeyError } from '../process/secrets.ts';
import type { MailKind } from './kinds.ts';
import type { MailContent } from './messages/content.ts';
import { type MailMessage, renderMail } from './messages/layout.ts';
import { type FactsOf, toMessage } from './messages/messages.ts';
import { processResetRequests } from './reset-requests.ts';

export type Mailing = Pick<Deps, 'db' | 'config' | 'secret'>;
type Queue = Pick<Mailing, 'db' | 'secret'>;

/** A null id has no account. Deleting an account deletes its messages. */
interface Recipient {
  id: string | null;
  email: string;
}

/**
 * Pass the transaction of the cause, so that neither exists without the other. `dedupeKey` is unique for the 90 days
 * that `sweepMail` keeps a message.
 */
export async function queueMail<Kind extends MailKind>(
  queue: Queue,
  kind: Kind,
  to: Recipient,
  facts: FactsOf<Kind>,
  dedupeKey?: string,
): Promise<void> {
  await queueMails(queue, kind, [{ ...to, facts, dedupeKey }]);
}

/** Like `queueMail`, in few statements. */
export async function queueMails<Kind extends MailKind>(
  queue: Queue,
  kind: Kind,
  mails: readonly (Recipient & { facts: FactsOf<Kind>; dedupeKey?: string | undefined })[],
): Promise<void> {
  for (let from = 0; from < mails.length; from += BATCH) {
    const rows = mails.slice(from, from + BATCH).map(({ id, email, facts, dedupeKey }) => ({
      id: createId(),
      kind,
      userId: id,
      toAddress: email,
      sealedContent: queue.secret.seal(JSON.stringify(toMessage(kind, facts))),
      dedupeKey: dedupeKey ?? null,
    }));
    await insertRows(queue.db, outboxMessages, rows, { passOver: true });
  }
}

const BATCH = 1000;

/** Throws WrongKeyError, or an error for damaged text. */
export function openMail(
  { secret, config }: { secret: SecretKey; config: SiteAddress },
  sealed: string,
): MailMessage {
  const content = JSON.parse(secret.unseal(sealed)) as Partial<MailContent>;
  if (!Array.isArray(content.paragraphs)) throw new Error('Not a message');
  return renderMail(content as MailContent, toSiteOrigin(config), toApiOrigin(config));
}

export interface Resealed {
  resealed: number;
  unreadable: number;
}

/** Safe beside running servers and when repeated. */
export async function resealMail(db: Database, secret: SecretKey): Promise<Resealed> {
  const counts: Resealed = { resealed: 0, unreadable: 0 };
  for (let after = ''; ; ) {
    const rows = await queryRows<{ id: string; sealed: string }>(
      db,
      sql`
        select id, sealed_content as sealed from outbox_messages
        where sealed_content is not null and id > ${after} order by id limit ${BATCH}`,
    );
    for (const { id, sealed } of rows) {
      try {
        const fresh = secret.reseal(sealed);
        if (fresh === null) continue;
        const changed = await queryRows(
          db,
          sql`
            update outbox_messages set sealed_content = ${fresh}
            where id = ${id} and sealed_content = ${sealed} returning id`,
        );
        counts.resealed += changed.length;
      } catch (error) {
        if (!(error instanceof WrongKeyError)) throw error;
        counts.unreadable += 1;
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return counts;
    after = last.id;
  }
}

const CONTENT_RETENTION_DAYS = 7;
const ROW_RETENTION_DAYS = 90;

export async function sweepMail(db: Database): Promise<void> {
  await db.execute(sql`
    update outbox_messages set sealed_content = null, failed_at = coalesce(failed_at, now())
    where sealed_content is not null and sent_at is null
      and created_at < now() - ${CONTENT_RETENTION_DAYS} * interval '1 day'`);
  await db.execute(
    sql`delete from outbox_messages where created_at < now() - ${ROW_RETENTION_DAYS} * interval '1 day'`,
  );
}

export interface StoredMessage extends MailMessage {
  id: string;
  kind: string;
  to: string;
  createdAt: string;
  sentAt: string | null;
}

const STORED_MESSAGES_MAX = 200;

export async function listStoredMessages(deps: Deps): Promise<StoredMessage[]> {
  await processResetRequests(deps);
  const rows = await deps.db
    .select()
    .from(outboxMessages)
    .where(sql`${outboxMessages.sealedContent} is not null`)
    .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
    .limit(STORED_MESSAGES_MAX);
  return rows.flatMap((row) => {
    const message = row.sealedContent === null ? null : tryOpen(deps, row.sealedContent);
    if (!message) return [];
    return {
      id: row.id,
      kind: row.kind,
      to: row.toAddress,
      createdAt: row.createdAt.toISOString(),
      sentAt: row.sentAt?.toISOString() ?? null,
      ...message,
    };
  });
}

function tryOpen(deps: Parameters<typeof openMail>[0], sealed: string): MailMessage | null {
  try {
    return openMail(deps, sealed);
  } catch {
    return null;
  }
}
