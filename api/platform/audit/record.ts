import { type SQL, sql } from 'drizzle-orm';
import { ROLES, STATUSES } from '#contract/roles.ts';
import { toEntriesInsert, toMetadata } from '../db/audit-entry.ts';
import type { Database } from '../db/client.ts';
import type { ActorAndRequest, RequestInfo } from '../http/request-info.ts';
import { namesNow } from './names.ts';

interface AuditEntry {
  actorId: string | null;
  action: string;
  targetUserId?: string | null;
  description?: string;
  /** Never a password, code or token. The league filter reads `leagueId`. */
  metadata?: Record<string, unknown>;
  requestInfo?: Pick<RequestInfo, 'address' | 'requestId'>;
}

/**
 * Call it in the transaction of the change (docs/security.md P44). Stores the current names of the ids in `metadata`.
 */
export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db.execute(toAuditInsert(entry));
}

export function recordBy(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  action: string,
  details: Pick<AuditEntry, 'targetUserId' | 'description' | 'metadata'>,
): Promise<void> {
  return recordAudit(db, { actorId: actor.id, action, requestInfo, ...details });
}

/** For what an account does to itself. */
export function recordOwnAudit(
  db: Database,
  userId: string,
  action: string,
  requestInfo?: AuditEntry['requestInfo'],
  metadata?: AuditEntry['metadata'],
): Promise<void> {
  return recordAudit(db, { actorId: userId, targetUserId: userId, action, metadata, requestInfo });
}

export function toAuditInsert(entry: AuditEntry): SQL {
  const evidence = toEvidence(entry.action, entry.metadata);
  return toEntriesInsert([
    {
      actor_id: entry.actorId,
      target_user_id: entry.targetUserId ?? null,
      action: entry.action,
      description: entry.description ?? null,
      metadata: entry.metadata ? withNames(entry.metadata) : null,
      evidence: evidence ? withNames(evidence) : null,
      ip_address: entry.requestInfo?.address ?? null,
      request_id: entry.requestInfo?.requestId ?? null,
    },
  ]);
}

function withNames(metadata: Record<string, unknown>): SQL | string {
  const json = toMetadata(metadata);
  const names = namesNow(metadata);
  return names ? sql`left(${json}, -1) || coalesce(',"names":' || ${names}::text, '') || '}'` : json;
}

type Changes = Record<string, { from: unknown; to: unknown }>;

export function listChanges<Row extends object>(before: Row, patch: Partial<Row>): Changes {
  const changes: Changes = {};
  for (const [field, to] of Object.entries(patch)) {
    const from = before[field as keyof Row];
    if (to !== undefined && toComparable(from) !== toComparable(to)) changes[field] = { from, to };
  }
  return changes;
}

function toComparable(value: unknown): string {
  return JSON.stringify(value ?? null);
}

const ACTIONS =
  /^(USER_(CREATED|APPROVED|ROLE_CHANGED|STATUS_CHANGED|CLOSED|DELETED|MADE_ADMINISTRATOR|MOVED_IN)|PATHFINDER_SCOPE_\w+|\w+_EXPORTED)$/;
const FIELDS = ['role', 'status', 'from', 'to', 'permissions', 'scopesRemoved', 'leagueId', 'rows'];
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const WORDS: readonly unknown[] = [...ROLES, ...STATUSES, 'DELETED'];

/** Facts that outlive the account: roles, states, counts and ids, never typed text. Null for none. */
export function toEvidence(
  action: string,
  metadata: Record<string, unknown> | undefined,
): Record<string, unknown> | null {
  if (!metadata || !ACTIONS.test(action)) return null;
  const kept = FIELDS.flatMap((field) =>
    field in metadata && isImpersonal(metadata[field]) ? [[field, metadata[field]] as const] : [],
  );
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

function isImpersonal(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isImpersonal);
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isImpersonal);
  return typeof value !== 'string' || WORDS.includes(value) || ID.test(value);
}
