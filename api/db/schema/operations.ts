import { sql } from 'drizzle-orm';
import {
  bigserial,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, moment } from './moments.ts';

/** Who did what to whom, and from where; append-only (a trigger refuses changes, bar blanking words and addresses of an erased account). `metadata` is JSON text. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    actorId: text('actor_id'),
    targetUserId: text('target_user_id'),
    action: text('action').notNull(),
    description: text('description'),
    metadata: text('metadata'),
    ipAddress: text('ip_address'),
    requestId: text('request_id'),
    createdAt: createdAt(),
  },
  (table) => [
    index('audit_log_created_at_idx').on(table.createdAt.desc().nullsFirst()),
    index('audit_log_actor_idx').on(table.actorId, table.createdAt.desc().nullsFirst()),
    index('audit_log_target_idx').on(table.targetUserId, table.createdAt.desc().nullsFirst()),
    index('audit_log_action_idx').on(table.action, table.createdAt.desc().nullsFirst()),
    index('audit_log_league_idx')
      .on(sql`(${table.metadata}::jsonb ->> 'leagueId')`, table.createdAt.desc().nullsFirst())
      .where(sql`${table.metadata} like '%"leagueId":%'`),
  ],
);

/**
 * Mail waiting to go out, or kept where no mail server is configured. `sealedContent` is subject, text and HTML,
 * encrypted with the server key, so that a copy of the database shows no code.
 */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    toAddress: text('to_address').notNull(),
    sealedContent: text('sealed_content'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    claimedUntil: moment('claimed_until'),
    sentAt: moment('sent_at'),
    failedAt: moment('failed_at'),
    lastError: text('last_error'),
    dedupeKey: text('dedupe_key'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('outbox_messages_dedupe_key').on(table.dedupeKey),
    index('outbox_messages_due_idx')
      .on(table.nextAttemptAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
    index('outbox_messages_user_id_idx').on(table.userId),
    index('outbox_messages_created_at_idx').on(table.createdAt),
    check('outbox_messages_attempts_range', sql`${table.attempts} >= 0`),
  ],
);

/** Fixed windows, one row a key, so that N processes agree and a restart forgets nothing. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    windowEndsAt: moment('window_ends_at').notNull(),
  },
  (table) => [index('rate_limits_window_ends_at_idx').on(table.windowEndsAt)],
);

/**
 * Writes that came with an Idempotency-Key, so that a repeat is answered as the first time. `reply` is JSON text, empty
 * only inside the transaction that writes.
 */
export const answeredRequests = pgTable(
  'answered_requests',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    idempotencyKey: text('idempotency_key').notNull(),
    requestHash: text('request_hash').notNull(),
    reply: text('reply'),
    answeredAt: moment('answered_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.idempotencyKey] }),
    index('answered_requests_answered_at_idx').on(table.answeredAt),
  ],
);
