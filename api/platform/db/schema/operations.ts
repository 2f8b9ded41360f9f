import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  check,
  customType,
  type ExtraConfigColumn,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { belongsTo, createdAt, moment } from './columns.ts';

function newestFirst(table: { createdAt: ExtraConfigColumn; id: ExtraConfigColumn }) {
  return [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const;
}

/**
 * Append-only: a trigger allows only clearing `description`, `metadata` and `ip_address` of erased accounts. Their salted
 * digests stay, so that audit_seals still verifies.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    actorId: text('actor_id'),
    targetUserId: text('target_user_id'),
    action: text('action').notNull(),
    description: text('description'),
    metadata: text('metadata'),
    evidence: text('evidence'),
    ipAddress: text('ip_address'),
    requestId: text('request_id'),
    createdAt: createdAt(),
    wordsSalt: uuid('words_salt').defaultRandom(),
    wordsDigest: text('words_digest'),
    addressSalt: uuid('address_salt').defaultRandom(),
    addressDigest: text('address_digest'),
  },
  (table) => [
    index('audit_log_created_at_idx').on(...newestFirst(table)),
    index('audit_log_actor_idx').on(table.actorId, ...newestFirst(table)),
    index('audit_log_target_idx').on(table.targetUserId, ...newestFirst(table)),
    index('audit_log_action_idx').on(table.action, ...newestFirst(table)),
    index('audit_log_league_idx')
      .on(sql`(coalesce(${table.metadata}, ${table.evidence})::jsonb ->> 'leagueId')`, ...newestFirst(table))
      .where(sql`coalesce(${table.metadata}, ${table.evidence}) like '%"leagueId":%'`),
  ],
);

const int8multirange = customType<{ data: string }>({ dataType: () => 'int8multirange' });

/**
 * Append-only hash chain over batches of audit_log. The next seal covers only entries from `openFrom` on, so an older
 * entry without a seal was inserted by hand.
 */
export const auditSeals = pgTable(
  'audit_seals',
  {
    number: bigint('number', { mode: 'number' }).primaryKey(),
    ids: int8multirange('ids').notNull(),
    entries: integer('entries').notNull(),
    previous: text('previous').notNull(),
    digest: text('digest').notNull(),
    openFrom: moment('open_from').notNull(),
    sealedAt: moment('sealed_at').notNull(),
  },
  (table) => [index('audit_seals_sealed_at_idx').on(table.sealedAt)],
);

/** `sealedContent` is subject, text and HTML encrypted with the server key, so that a database copy shows no codes. */
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

/** In the database, so that all processes share the counts and a restart keeps them. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    windowEndsAt: moment('window_ends_at').notNull(),
  },
  (table) => [index('rate_limits_window_ends_at_idx').on(table.windowEndsAt)],
);

/** Replies to writes with an Idempotency-Key. `reply` is JSON text, null only inside the writing transaction. */
export const answeredRequests = pgTable(
  'answered_requests',
  {
    userId: belongsTo('user_id', () => users.id),
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
