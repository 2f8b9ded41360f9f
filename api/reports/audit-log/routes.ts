import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { parseMoment } from '#contract/assignments.ts';
import {
  AUDIT_PAGE_SIZE,
  type AuditLogQuery,
  type AuditLogRow,
  entityOf,
  exportAuditLogs,
  listAuditLogs,
} from '#contract/audit-log.ts';
import type { DataOf } from '#contract/call.ts';
import { readPage } from '#contract/shared.ts';
import { findNames, idsIn } from '../../platform/audit/names.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { searchPeople, toPeopleTerms } from '../../platform/db/account-search.ts';
import { type Database, inTransaction, queryRows, toIso } from '../../platform/db/client.ts';
import { BATCH_ROWS, findPage } from '../../platform/db/paging.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import type { FileReply } from '../../platform/http/reply.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { type Columns, moment, nameByDay, toCsvFile } from '../exports/file.ts';

/** Only GRAND_PATHFINDER reads the audit log; no call here changes it. */
export function auditLogRoutes(router: ApiRouter): void {
  const { db, config } = router.deps;
  router.serve(listAuditLogs, ({ query }) => inTransaction(db, (tx) => readAuditLog(tx, query)));
  const timeZone = config.TIME_ZONE;
  router.serve(exportAuditLogs, async (asked) =>
    nameByDay(await exportEntries(db, asked, timeZone), timeZone),
  );
}

const actors = alias(users, 'actors');
const targets = alias(users, 'targets');
const newestFirst = [desc(auditLog.createdAt), desc(auditLog.id)];

async function readAuditLog(db: Database, query: AuditLogQuery): Promise<DataOf<typeof listAuditLogs>> {
  const page = readPage(query, AUDIT_PAGE_SIZE);
  const actions = await listActions(db);
  const { ids, pagination } = await findPage(db, auditLog, {
    where: toCondition(query, actions),
    order: newestFirst,
    page,
  });
  const rows = await selectEntries(db, inArray(auditLog.id, ids));
  return { logs: await toRows(db, rows), pagination, actions };
}

// A small first batch lets the reply start within the call's deadline.
const FIRST_BATCH = 100;

/** Newest first in batches; entries written after the start are left out. */
export async function* readAllEntries(db: Database, query: AuditLogQuery): AsyncGenerator<AuditLogRow[]> {
  const asked = toCondition(query, await listActions(db));
  let last: { createdAt: Date; id: number } | null = null;
  for (;;) {
    const older: SQL | undefined = last
      ? sql`(${auditLog.createdAt}, ${auditLog.id}) < (
          select edge.created_at, edge.id from audit_log edge where edge.id = ${last.id})`
      : undefined;
    const size = last ? BATCH_ROWS : FIRST_BATCH;
    const rows: Entry[] = await selectEntries(db, and(asked, older)).limit(size);
    const end = rows.at(-1)?.entry;
    if (!end) return;
    last = { createdAt: end.createdAt, id: end.id };
    yield await toRows(db, rows);
    if (rows.length < size) return;
  }
}

// Skip scan: one index look-up per distinct action.
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
    .orderBy(...newestFirst)
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

// `namesThen` holds the recorded names of the things that the metadata refers to.
function readDetails(json: string | null): {
  metadata: AuditLogRow['metadata'];
  namesThen: Record<string, string>;
} {
  if (json === null) return { metadata: null, namesThen: {} };
  const { names, ...metadata } = JSON.parse(json) as Record<string, unknown>;
  return { metadata, namesThen: (names ?? {}) as Record<string, string> };
}

// `evidence` survives the erasure of the metadata.
const details = sql`coalesce(${auditLog.metadata}, ${auditLog.evidence})`;

function toCondition(query: AuditLogQuery, actions: readonly string[]): SQL | undefined {
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

const COLUMNS = {
  When: moment(({ createdAt }) => createdAt),
  Action: ({ action }) => action,
  Who: ({ actor }) => actor?.name ?? actor?.id,
  'Who: e-mail': ({ actor }) => actor?.email,
  'To whom': ({ target }) => target?.name ?? target?.id,
  'To whom: e-mail': ({ target }) => target?.email,
  Description: ({ description }) => description,
  Details: toDetails,
  Address: ({ ipAddress }) => ipAddress,
  Request: ({ requestId }) => requestId,
  Entry: ({ id }) => id,
} satisfies Columns<AuditLogRow>;

async function exportEntries(
  db: Database,
  { actor, requestInfo, query }: ActorAndRequest & { query: AuditLogQuery },
  timeZone: string,
): Promise<FileReply> {
  const { page: _page, limit: _limit, actor: searched, target, from, to, ...filters } = query;
  // In audit metadata 'from' and 'to' describe a change, so the days have other names. The search text may name a
  // person and is not stored.
  const metadata = {
    ...filters,
    fromDay: from,
    toDay: to,
    ...(searched || target ? { searched: true } : {}),
  };
  return toCsvFile({ list: 'audit-log', timeZone }, COLUMNS, readAllEntries(db, query), () =>
    recordAudit(db, { actorId: actor.id, action: 'AUDIT_LOG_EXPORTED', metadata, requestInfo }),
  );
}

function toDetails({ metadata, names }: AuditLogRow): string {
  const named = Object.entries(names).map(([id, name]) => `${id} = ${name}`);
  return [metadata ? JSON.stringify(metadata) : '', ...named].filter(Boolean).join('; ');
}
