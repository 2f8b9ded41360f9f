import { and, desc, eq, gte, lt, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { parseMoment } from '../contract/assignments.ts';
import {
  AUDIT_PAGE_SIZE,
  type AuditLogQuery,
  type AuditLogRow,
  type listAuditLogs,
} from '../contract/audit-log.ts';
import type { DataOf } from '../contract/call.ts';
import { readPage, toPagination } from '../contract/shared.ts';
import { type Database, toIso } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/operations.ts';

const actors = alias(users, 'actors');
const targets = alias(users, 'targets');

/** A page of the audit trail, newest first, fifty a page unless asked (contract section 2). */
export async function readAuditLog(
  db: Database,
  query: AuditLogQuery,
): Promise<DataOf<typeof listAuditLogs>> {
  const page = readPage(query, AUDIT_PAGE_SIZE);
  const size = page.limit ?? AUDIT_PAGE_SIZE;
  const from = query.from && parseMoment(query.from);
  const to = query.to && parseMoment(query.to);
  const asked = and(
    query.action ? eq(auditLog.action, query.action) : undefined,
    query.userId
      ? or(eq(auditLog.actorId, query.userId), eq(auditLog.targetUserId, query.userId))
      : undefined,
    from ? gte(auditLog.createdAt, from) : undefined,
    to ? lt(auditLog.createdAt, to) : undefined,
  );
  const [rows, total] = await Promise.all([
    db
      .select({
        entry: auditLog,
        actorName: actors.name,
        actorEmail: actors.email,
        targetName: targets.name,
        targetEmail: targets.email,
      })
      .from(auditLog)
      .leftJoin(actors, eq(actors.id, auditLog.actorId))
      .leftJoin(targets, eq(targets.id, auditLog.targetUserId))
      .where(asked)
      .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
      .limit(size)
      .offset((page.page - 1) * size),
    db.$count(auditLog, asked),
  ]);
  return {
    logs: rows.map(({ entry, actorName, actorEmail, targetName, targetEmail }) => ({
      id: String(entry.id),
      action: entry.action,
      description: entry.description,
      metadata: readMetadata(entry.metadata),
      actor: toPerson(entry.actorId, actorName, actorEmail),
      target: toPerson(entry.targetUserId, targetName, targetEmail),
      ipAddress: entry.ipAddress,
      requestId: entry.requestId,
      createdAt: toIso(entry.createdAt),
    })),
    pagination: toPagination(page, Number(total)),
  };
}

function toPerson(id: string | null, name: string | null, email: string | null): AuditLogRow['actor'] {
  return id === null ? null : { id, name, email };
}

function readMetadata(metadata: string | null): AuditLogRow['metadata'] {
  return metadata === null ? null : (JSON.parse(metadata) as Record<string, unknown>);
}
