import { useState } from 'react';
import { exportMailDomains, MAIL_DOMAIN_LIST, type MailDomain } from '#contract/mail.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { DataList } from '../list/DataList.tsx';
import { type DataColumn, toFilter } from '../list/data-table.ts';
import { createListState } from '../list/list-state.ts';
import { PageHeader } from '../page/PageHeader.tsx';
import {
  describeLastProblem,
  describeMissingTransport,
  mailOverview,
  sumMail,
  toDomainLook,
} from './mail-domains.ts';

const figure = (
  key: 'sent' | 'queued' | 'delayed' | 'failed',
  header: string,
  isWideOnly = false,
): DataColumn<MailDomain> => ({
  key,
  header,
  align: 'end',
  isWideOnly,
  cell: (row) => <span className="tabular-nums">{row[key]}</span>,
});

const COLUMNS: readonly DataColumn<MailDomain>[] = [
  {
    key: 'domain',
    header: 'Mail domain',
    isRowHeader: true,
    cell: ({ domain }) => (
      <span className="block font-semibold text-strong xl:min-w-44">
        <EmailText email={domain} />
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: (row) => {
      const { tone, words } = toDomainLook(row);
      return <Badge tone={tone}>{words}</Badge>;
    },
  },
  figure('sent', 'Sent'),
  figure('queued', 'Queued', true),
  {
    ...figure('delayed', 'Waiting'),
    cell: ({ delayed, queued }) => (
      <span className="tabular-nums">
        {delayed}
        {/* Shown where the column is hidden. */}
        {queued > 0 ? (
          <span className="hidden text-xs text-muted md:max-xl:block">{queued} queued</span>
        ) : null}
      </span>
    ),
  },
  figure('failed', 'Lost'),
  {
    key: 'trouble',
    header: 'Latest problem',
    cell: (row) => <span className="text-muted">{describeLastProblem(row) ?? 'None'}</span>,
  },
];

export function MailDomains() {
  const loaded = useQuery(mailOverview);
  const [list] = useState(() => createListState({ filters: ['state'] }));
  const { data } = loaded;
  const sums = data ? sumMail(data.domains) : null;
  const unsent = data ? describeMissingTransport(data.transport) : null;
  return (
    <div className="grid gap-4">
      <PageHeader
        title="Mail"
        counters={[
          { label: 'Sent', value: sums?.sent },
          { label: 'Queued', value: sums?.queued },
          { label: 'Waiting', value: sums?.delayed },
          { label: 'Lost', value: sums?.failed },
        ]}
        actions={
          <Button variant="secondary" busy={loaded.isLoading} onClick={mailOverview.invalidate}>
            Refresh
          </Button>
        }
      >
        {unsent ? (
          <span role="status" className="font-semibold text-danger">
            {unsent}
          </span>
        ) : (
          `Email delivery${data ? `, last ${data.days} days` : ''}, problems first. Addresses are not shown.`
        )}
      </PageHeader>
      <DataList
        many="mail domains"
        loaded={{ ...loaded, data: data?.domains ?? null }}
        onRetry={mailOverview.invalidate}
        list={list}
        columns={COLUMNS}
        rowKey={({ domain }) => domain}
        rowLabel={({ domain }) => domain}
        rules={MAIL_DOMAIN_LIST}
        filters={[toFilter('state', 'State', { troubled: 'With problems', fine: 'Without problems' })]}
        exportCall={exportMailDomains}
        emptyTitle="No mail yet"
        emptyText="Domains appear here once a message is sent to them."
        noMatchTitle="No matching mail domains"
      />
    </div>
  );
}
