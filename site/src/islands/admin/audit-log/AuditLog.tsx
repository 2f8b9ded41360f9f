import { useStore } from '@nanostores/react';
import { useCallback, useState } from 'react';
import { type AuditEntity, type AuditLogRow, exportAuditLogs, listAuditLogs } from '#contract/audit-log.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Table } from '#site/islands/ui/Table.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { onFirstUse } from '#site/on-first-use.ts';
import { toLeagueFilter } from '../content/league-filter.ts';
import { leagueList } from '../data/league-list.ts';
import { type ListQuery, toListQuery } from '../list/csv-export.ts';
import { DataList } from '../list/DataList.tsx';
import { type DataColumn, toFilter, toLabels } from '../list/data-table.ts';
import { createListState, type ListState } from '../list/list-state.ts';
import { createServedList, useServedList } from '../list/served-list.ts';
import { PageHeader } from '../page/PageHeader.tsx';
import { listChanges, listDetails, toActionLabel, toActorText, toSentence } from './audit-sentence.ts';

const COLUMNS: readonly DataColumn<AuditLogRow>[] = [
  {
    key: 'when',
    header: 'When',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="md:whitespace-nowrap tabular-nums text-muted">
        {toShortDateTime(createdAt)}
      </time>
    ),
  },
  {
    key: 'who',
    header: 'Who',
    bare: true,
    phone: 'first',
    cell: (row) => (
      <span className="font-semibold text-strong wrap-anywhere" title={row.actor?.email ?? undefined}>
        {toActorText(row)}
      </span>
    ),
  },
  {
    key: 'what',
    header: 'What happened',
    isRowHeader: true,
    phone: 'first',
    cell: (row) => <span className="wrap-anywhere">{toSentence(row)}</span>,
  },
];

const PERIOD = { from: 'From', to: 'To' };

export function AuditLog() {
  const [audit] = useState(createAuditList);
  const { data, table } = useServedList(audit);
  const leagues = useQuery(leagueList).data;
  const [shown] = useState(() => createDialogState<AuditLogRow>());
  const { filters } = useStore(audit.list.$list);
  const { userId } = filters;
  const rowActions = useCallback(
    (row: AuditLogRow) => (
      <Button variant="secondary" size="small" onClick={() => shown.open(row)}>
        Details<span className="sr-only">: {`${toActorText(row)} ${toSentence(row)}`}</span>
      </Button>
    ),
    [shown],
  );
  return (
    <div className="grid gap-4">
      <PageHeader title="Audit log">
        Every change by staff and learners, newest first. Entries cannot be changed or deleted.
      </PageHeader>
      {userId ? (
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="min-w-0 wrap-anywhere">
            Only entries by or about <strong>{findName(data?.logs ?? [], userId)}</strong>.
          </span>
          <Button variant="secondary" size="small" onClick={() => audit.list.filter('userId', '')}>
            Show all entries
          </Button>
        </p>
      ) : null}
      <DataList
        many="entries"
        {...table}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={toSentence}
        placeholder="Name, email or roll number"
        filters={[
          toFilter('by', 'Search for', { target: 'To whom' }, 'Who did it'),
          toFilter('entity', 'About', ENTITY_LABELS, 'Everything'),
          toFilter('action', 'Action', toLabels(data?.actions ?? [], toActionLabel), 'All actions'),
          toLeagueFilter(leagues),
        ]}
        tools={
          <div className="flex gap-2 max-sm:w-full">
            {Object.entries(PERIOD).map(([name, label]) => (
              <Field
                key={name}
                label={label}
                className="min-w-0 flex-1 items-center sm:flex-none sm:grid-flow-col"
              >
                <TextInput
                  type="date"
                  className="md:pointer-fine:text-sm"
                  value={filters[name] ?? ''}
                  onChange={(event) => audit.list.filter(name, event.currentTarget.value)}
                />
              </Field>
            ))}
          </div>
        }
        exportCall={exportAuditLogs}
        emptyTitle="No entries yet"
        emptyText="Sign-ins and changes appear here."
        noMatchTitle="No matching entries"
        onOpen={shown.open}
        actions={rowActions}
      />
      <DeferredDialog state={shown}>
        {(row) => <AuditDetails row={row} onClose={shown.close} />}
      </DeferredDialog>
    </div>
  );
}

function findName(rows: readonly AuditLogRow[], userId: string): string {
  const people = rows.flatMap(({ actor, target }) => [actor, target]);
  return people.find((person) => person?.id === userId)?.name ?? 'this person';
}

const whenFormat = onFirstUse(
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' }),
);

function AuditDetails({ row, onClose }: { row: AuditLogRow; onClose: () => void }) {
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

const AUDIT_FILTERS = ['by', 'entity', 'action', 'leagueId', 'userId', 'from', 'to'] as const;

export const ENTITY_LABELS: Record<AuditEntity, string> = {
  account: 'Accounts',
  access: 'Roles, approvals and rights',
  'sign-in': 'Sign-ins and passwords',
  cohort: 'Cohorts',
  league: 'Leagues',
  specialization: 'Specializations',
  week: 'Modules',
  section: 'Topics',
  resource: 'Resources',
  assignment: 'Assignments',
  badge: 'Badges and certificates',
  progress: 'Learning progress',
  break: 'Breaks',
  announcement: 'Announcements',
  event: 'Events',
  other: 'Other',
};

export function createAuditList() {
  return createServedList({
    kind: 'audit',
    list: createListState({ filters: AUDIT_FILTERS }),
    toQuery: toParams,
    load: async (query) => {
      const { page: _, ...narrowing } = query;
      const view = await callApi(listAuditLogs, { query });
      return { ...view, isAll: Object.keys(narrowing).length === 0 };
    },
    // A search counts only its own matches.
    toPage: ({ logs, isAll, pagination }) => ({
      rows: logs,
      all: isAll ? pagination.total : null,
      pagination,
    }),
  });
}

/** Whole days in the reader's time zone, including the last one. */
export function toParams(state: ListState, search: string): ListQuery {
  const { by, from, to, ...filters } = state.filters;
  const begin = toMoment(from, 0);
  const end = toMoment(to, 1);
  return {
    ...toListQuery({ ...state, filters }, ''),
    ...(search ? { [by === 'target' ? 'target' : 'actor']: search } : {}),
    ...(begin ? { from: begin } : {}),
    ...(end ? { to: end } : {}),
  };
}

function toMoment(day: string | undefined, laterDays: number): string | null {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (!year || !month || !date) return null;
  return new Date(year, month - 1, date + laterDays).toISOString();
}
