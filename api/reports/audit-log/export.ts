import type { AuditLogQuery, AuditLogRow } from '#contract/audit-log.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import type { Database } from '../../platform/db/client.ts';
import type { FileReply } from '../../platform/http/reply.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import { type Columns, moment, toCsvFile } from '../exports/file.ts';
import { readAllEntries } from './service.ts';

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

export async function exportEntries(
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
