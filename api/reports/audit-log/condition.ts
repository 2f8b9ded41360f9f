import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { parseMoment } from '#contract/assignments.ts';
import { type AuditLogQuery, entityOf } from '#contract/audit-log.ts';
import { searchPeople, toPeopleTerms } from '../../platform/db/account-search.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';

// `evidence` survives the erasure of the metadata.
const details = sql`coalesce(${auditLog.metadata}, ${auditLog.evidence})`;

export function toCondition(query: AuditLogQuery, actions: readonly string[]): SQL | undefined {
  const { action, entity, leagueId, userId, actor, target } = query;
  const from = query.from && parseMoment(query.from);
  const to = query.to && parseMoment(query.to);
  return and(
    from ? gte(auditLog.createdAt, from) : undefined,
    to ? lt(auditLog.createdAt, to) : undefined,
    leagueId ? isOfLeague(leagueId) : undefined,
    userId ? or(eq(auditLog.actorId, userId), eq(auditLog.targetUserId, userId)) : undefined,
    actor ? isPerson(auditLog.actorId, actor) : undefined,
    target ? isPerson(auditLog.targetUserId, target) : undefined,
    action ? eq(auditLog.action, action) : undefined,
    entity
      ? inArray(
          auditLog.action,
          actions.filter((known) => entityOf(known) === entity),
        )
      : undefined,
  );
}

// Same expression as its index, so that PostgreSQL can use it.
const isOfLeague = (leagueId: string) =>
  sql`(${details} like '%"leagueId":%' and (${details}::jsonb ->> 'leagueId') = ${leagueId})`;

const isPerson = (column: PgColumn, text: string) => searchPeople(column, toPeopleTerms(text)) ?? sql`false`;
