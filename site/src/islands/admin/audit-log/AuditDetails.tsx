import type { AuditLogRow } from '#contract/audit-log.ts';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Table } from '#site/islands/ui/Table.tsx';
import { onFirstUse } from '#site/on-first-use.ts';
import { listChanges, listDetails, toActionLabel, toActorText, toSentence } from './audit-sentence.ts';

const whenFormat = onFirstUse(
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' }),
);

export function AuditDetails({ row, onClose }: { row: AuditLogRow; onClose: () => void }) {
  const changes = listChanges(row);
  const details = listDetails(row);
  const facts: [string, string | null][] = [
    ['When', whenFormat().format(new Date(row.createdAt))],
    ['Who', toPerson(row.actor) ?? toActorText(row)],
    ['To whom', row.target?.id === row.actor?.id ? null : toPerson(row.target)],
    ['Action', toActionLabel(row.action)],
    ['Code', row.action],
    // Some descriptions only repeat a name that is listed already.
    ['In words', details.some(([, text]) => text === row.description) ? null : row.description],
    ...details,
    ['From address', row.ipAddress],
    ['Request', row.requestId],
    ['Entry', row.id],
  ];
  return (
    <Dialog open onClose={onClose} size="side" title={`${toActorText(row)} ${toSentence(row)}`}>
      <div className="grid gap-6">
        {changes.length > 0 ? (
          <Table
            caption="What changed"
            density="compact"
            rows={changes}
            rowKey={({ field }) => field}
            columns={[
              { key: 'field', header: 'What', isRowHeader: true, cell: ({ field }) => field },
              { key: 'from', header: 'From', cell: ({ from }) => <Value text={from} /> },
              { key: 'to', header: 'To', cell: ({ to }) => <Value text={to} /> },
            ]}
          />
        ) : null}
        <dl className="grid gap-x-4 gap-y-3 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
          {facts.map(([name, text]) =>
            text ? (
              <div key={name} className="sm:contents">
                <dt className="text-muted">{name}</dt>
                <dd className="text-strong wrap-anywhere">{text}</dd>
              </div>
            ) : null,
          )}
        </dl>
      </div>
    </Dialog>
  );
}

function Value({ text }: { text: string | null }) {
  return text ? <span className="wrap-anywhere">{text}</span> : <span className="text-muted">nothing</span>;
}

function toPerson(person: AuditLogRow['actor']): string | null {
  if (!person) return null;
  return [person.name ?? 'A deleted account', person.email].filter(Boolean).join(', ');
}
