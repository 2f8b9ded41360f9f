import { desc, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { outboxMessages } from '../db/schema/operations.ts';
import { createId, type SecretKey } from '../secrets.ts';
import type { MailMessage } from './messages/layout.ts';

interface QueuedMail {
  kind: string;
  userId: string | null;
  to: string;
  message: MailMessage;
  /** Two messages with the same key are one. */
  dedupeKey?: string;
}

/**
 * Puts a message into the outbox with the change that caused it: pass the transaction, so that there is no mail without
 * the change and no change without the mail. The worker sends it; the caller never waits for a mail server.
 */
export async function queueMail(
  { db, secret }: { db: Database; secret: SecretKey },
  { kind, userId, to, message, dedupeKey }: QueuedMail,
): Promise<void> {
  await db
    .insert(outboxMessages)
    .values({
      id: createId(),
      kind,
      userId,
      toAddress: to,
      sealedContent: secret.seal(JSON.stringify(message)),
      dedupeKey: dedupeKey ?? null,
    })
    .onConflictDoNothing();
}

export interface KeptMessage extends MailMessage {
  id: string;
  kind: string;
  to: string;
  createdAt: string;
  sentAt: string | null;
}

const KEPT_MAX = 200;

/** The newest messages, opened, for the outbox page of a development machine. */
export async function listKeptMessages({
  db,
  secret,
}: {
  db: Database;
  secret: SecretKey;
}): Promise<KeptMessage[]> {
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(sql`${outboxMessages.sealedContent} is not null`)
    .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
    .limit(KEPT_MAX);
  return rows.flatMap((row) => {
    if (row.sealedContent === null) return [];
    const message = JSON.parse(secret.unseal(row.sealedContent)) as MailMessage;
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
