import type { AuditLogQuery, AuditLogRow } from '../contract/audit-log.ts';
import { streamCsv } from '../csv.ts';
import type { Database } from '../db/client.ts';
import { FileReply } from '../endpoint.ts';
import { readAllEntries } from './service.ts';

const HEAD = [
  'When (UTC)',
  'Action',
  'Who',
  'Who: e-mail',
  'To whom',
  'To whom: e-mail',
  'Description',
  'Details',
  'Address',
  'Request',
  'Entry',
];

/**
 * The entries that the filters leave as a CSV file, read batch by batch while it is sent. The first batch is read before
 * the reply begins, so that a filter the database refuses is answered in the envelope.
 */
export async function exportEntries(db: Database, query: AuditLogQuery): Promise<FileReply> {
  const day = new Date().toISOString().slice(0, 10);
  const batches = readAllEntries(db, query);
  const first = await batches.next();
  return new FileReply('text/csv', `audit-log-${day}.csv`, streamCsv(HEAD, toLines(first, batches)));
}

async function* toLines(
  first: IteratorResult<AuditLogRow[], void>,
  rest: AsyncGenerator<AuditLogRow[], void>,
) {
  if (first.done) return;
  yield first.value.map(toLine);
  for await (const rows of rest) yield rows.map(toLine);
}

function toLine(row: AuditLogRow): (string | null)[] {
  const named = Object.entries(row.names).map(([id, name]) => `${id} = ${name}`);
  const details = [row.metadata ? JSON.stringify(row.metadata) : '', ...named].filter(Boolean).join('; ');
  return [
    row.createdAt,
    row.action,
    row.actor?.name ?? row.actor?.id ?? null,
    row.actor?.email ?? null,
    row.target?.name ?? row.target?.id ?? null,
    row.target?.email ?? null,
    row.description,
    details,
    row.ipAddress,
    row.requestId,
    row.id,
  ];
}
