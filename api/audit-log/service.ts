import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { parseMoment } from '#contract/assignments.ts';
import {
  AUDIT_COUNT_MAX,
  AUDIT_PAGE_SIZE,
  type AuditLogQuery,
  type AuditLogRow,
  entityOf,
  type listAuditLogs,
} from '#contract/audit-log.ts';
import type { DataOf } from '#contract/call.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import { findNames, idsIn } from '../audit/names.ts';
import { type Database, queryRows, toIso } from '../db/client.ts';
import { toWindow } from '../db/paging.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/operations.ts';
import { escapeLike } from '../db/text-search.ts';

const actors = alias(users, 'actors');
const targets = alias(users, 'targets');
/** What is left of an entry's details once the person it is about is gone. */
const details = sql`coalesce(${auditLog.metadata}, ${auditLog.evidence})`;

/** A page of the audit trail, newest first, fifty a page unless asked (docs/api.md 2). */
export async function readAuditLog(
  db: Database,
  query: AuditLogQuery,
): Promise<DataOf<typeof listAuditLogs>> {
  const page = readPage(query, AUDIT_PAGE_SIZE);
  const { limit, offset } = toWindow(page);
  const actions = await listActions(db);
  const asked = toCondition(query, actions);
  const [rows, [count]] = await Promise.all([
    selectEntries(db, asked).limit(limit).offset(offset),
    queryRows<{ total: number | string }>(
      db,
      sql`select count(*) as total from (
        select 1 from ${auditLog} where ${asked ?? sql`true`} limit ${AUDIT_COUNT_MAX}) counted`,
    ),
  ]);
  return {
    logs: await toRows(db, rows),
    pagination: toPagination(page, Number(count?.total ?? 0)),
    actions,
  };
}

const BATCH = 2000;
/** The reply begins with these, within the deadline of a call whatever else the server does; the others have none. */
const FIRST_BATCH = 100;

/** Every entry that the filters leave, newest first, batch by batch; what is written meanwhile is not in it. */
export async function* readAllEntries(db: Database, query: AuditLogQuery): AsyncGenerator<AuditLogRow[]> {
  const asked = toCondition(query, await listActions(db));
  let last: { createdAt: Date; id: number } | null = null;
  for (;;) {
    const older: SQL | undefined = last
      ? sql`(${auditLog.createdAt}, ${auditLog.id}) < (
          select edge.created_at, edge.id from audit_log edge where edge.id = ${last.id})`
      : undefined;
    const size = last ? BATCH : FIRST_BATCH;
    const rows: Entry[] = await selectEntries(db, and(asked, older)).limit(size);
    const end = rows.at(-1)?.entry;
    if (!end) return;
    last = { createdAt: end.createdAt, id: end.id };
    yield await toRows(db, rows);
    if (rows.length < size) return;
  }
}

/** Every action in the log, by one look at the index for each. */
async function listActions(db: Database): Promise<string[]> {
  const rows = await queryRows<{ action: string }>(
    db,
    sql`with recursive found as (
        (select action from audit_log order by action limit 1)
        union all
        select (select next.action from audit_log next where next.action > found.action
          order by next.action limit 1)
        from found where found.action is not null
      ) select action from found where action is not null`,
  );
  return rows.map(({ action }) => action);
}

function toCondition(query: AuditLogQuery, actions: readonly string[]): SQL | undefined {
  const from = query.from && parseMoment(query.from);
  const to = query.to && parseMoment(query.to);
  return and(
    query.action ? eq(auditLog.action, query.action) : undefined,
    query.entity ? isOneOf(actions.filter((action) => entityOf(action) === query.entity)) : undefined,
    query.userId
      ? or(eq(auditLog.actorId, query.userId), eq(auditLog.targetUserId, query.userId))
      : undefined,
    query.actor ? inArray(auditLog.actorId, sql`(${findActors(query.actor)})`) : undefined,
    // As the index on leagues has it.
    query.leagueId
      ? sql`${details} like '%"leagueId":%' and (${details}::jsonb ->> 'leagueId') = ${query.leagueId}`
      : undefined,
    from ? gte(auditLog.createdAt, from) : undefined,
    to ? lt(auditLog.createdAt, to) : undefined,
  );
}

const isOneOf = (actions: string[]) => (actions.length > 0 ? inArray(auditLog.action, actions) : sql`false`);

const ACTORS_MAX = 200;

/** Accounts by the beginnings of their names' words or of the e-mail address. */
function findActors(text: string): SQL {
  const searchTerms = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, 6) ?? [];
  const named = searchTerms.map((word) => `'${word}':*`).join(' & ');
  const address = `${escapeLike(text.trim().toLowerCase())}%`;
  return sql`(select u.id from users u where to_tsvector('simple', u.name) @@ to_tsquery('simple', ${named})
      limit ${ACTORS_MAX})
    union (select u.id from users u where lower(u.email) like ${address} limit ${ACTORS_MAX})`;
}

function selectEntries(db: Database, asked: SQL | undefined) {
  return db
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
    .$dynamic();
}

type Entry = Awaited<ReturnType<typeof selectEntries>>[number];

async function toRows(db: Database, rows: readonly Entry[]): Promise<AuditLogRow[]> {
  const read = rows.map((row) => ({ ...row, ...readDetails(row.entry.metadata ?? row.entry.evidence) }));
  const names = await findNames(
    db,
    read.flatMap(({ metadata }) => idsIn(metadata)),
  );
  return read.map(({ entry, metadata, namesThen, actorName, actorEmail, targetName, targetEmail }) => ({
    id: String(entry.id),
    action: entry.action,
    description: entry.description,
    metadata,
    actor: toPerson(entry.actorId, actorName, actorEmail),
    target: toPerson(entry.targetUserId, targetName, targetEmail),
    ipAddress: entry.ipAddress,
    requestId: entry.requestId,
    createdAt: toIso(entry.createdAt),
    names: Object.fromEntries(
      idsIn(metadata).flatMap((id) => {
        const name = namesThen[id] ?? names.get(id);
        return name === undefined ? [] : [[id, name] as const];
      }),
    ),
  }));
}

function toPerson(id: string | null, name: string | null, email: string | null): AuditLogRow['actor'] {
  return id === null ? null : { id, name, email };
}

/** What was written down, and what the things it names were called when it was. */
function readDetails(json: string | null): {
  metadata: AuditLogRow['metadata'];
  namesThen: Record<string, string>;
} {
  if (json === null) return { metadata: null, namesThen: {} };
  const { names, ...metadata } = JSON.parse(json) as Record<string, unknown>;
  return { metadata, namesThen: (names ?? {}) as Record<string, string> };
}
