import { useState } from 'react';
import type { DataOf } from '#contract/call.ts';
import {
  type DomainState,
  exportMailDomains,
  listMailDomains,
  MAIL_DOMAIN_LIST,
  type MailDomain,
  stateOfDomain,
} from '#contract/mail.ts';
import type { MailReason, MailTransport } from '#contract/mail-reasons.ts';
import { toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { DataList } from '../list/DataList.tsx';
import { type DataColumn, toFilter } from '../list/data-table.ts';
import { createListState } from '../list/list-state.ts';
import { PageHeader } from '../page/PageHeader.tsx';
import { createStaffQuery } from '../query/queries.ts';

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

export type MailOverview = DataOf<typeof listMailDomains>;

export const mailOverview = createStaffQuery<MailOverview>('mails', 'domains', () =>
  callApi(listMailDomains),
);

const REASONS: Record<MailReason, string> = {
  ASKED_TO_WAIT: 'asked us to wait',
  REFUSED: 'refused our message',
  NO_ANSWER: 'did not answer',
};

/** Null if a mail server is configured. */
export function describeMissingTransport(transport: MailTransport): string | null {
  if (transport === 'SMTP') return null;
  const kept =
    transport === 'DEV_OUTBOX' ? 'Developers can read it at /dev/outbox.' : 'Until then no one gets a code.';
  return `Mail is not sent: SMTP_URL is not set. ${kept}`;
}

export interface DomainLook {
  tone: 'success' | 'warning' | 'danger' | 'neutral';
  words: string;
}

const LOOKS: Record<DomainState, DomainLook> = {
  lost: { tone: 'danger', words: 'Messages lost' },
  waiting: { tone: 'warning', words: 'Waiting' },
  fine: { tone: 'success', words: 'Getting through' },
  queued: { tone: 'neutral', words: 'Queued' },
  none: { tone: 'neutral', words: 'No mail' },
};

export function toDomainLook(row: MailDomain): DomainLook {
  return LOOKS[stateOfDomain(row)];
}

/** Null without a problem; its spaces do not break. */
export function describeLastProblem({ lastReason, lastTroubleAt }: MailDomain): string | null {
  if (lastReason === null) return null;
  const when = lastTroubleAt === null ? '' : `, ${toShortDateTime(lastTroubleAt).replaceAll(' ', '\u00a0')}`;
  return `The server ${REASONS[lastReason]}${when}`;
}

export function sumMail(
  domains: readonly MailDomain[],
): Pick<MailDomain, 'sent' | 'queued' | 'delayed' | 'failed'> {
  const sums = { sent: 0, queued: 0, delayed: 0, failed: 0 };
  for (const { sent, queued, delayed, failed } of domains) {
    sums.sent += sent;
    sums.queued += queued;
    sums.delayed += delayed;
    sums.failed += failed;
  }
  return sums;
}
