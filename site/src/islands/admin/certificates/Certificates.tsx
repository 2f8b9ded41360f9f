import { useState } from 'react';
import { type CertificateRow, exportCertificates } from '#contract/certificates.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { pencil, refresh } from '#site/icons/actions.ts';
import { ban, check } from '#site/icons/states.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { QuestionDialog } from '#site/islands/shared/action/QuestionDialog.tsx';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import { TextareaField } from '#site/islands/shared/form/TextareaField.tsx';
import { TextField } from '#site/islands/shared/form/TextField.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { useAccess, useOwnLeagues } from '../access/access.ts';
import { toLeagueFilter } from '../content/league-filter.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { dayColumn } from '../list/cells.tsx';
import { DataList } from '../list/DataList.tsx';
import { type DataColumn, toFilter } from '../list/data-table.ts';
import { RowButton } from '../list/RowButton.tsx';
import { useServedList } from '../list/served-list.ts';
import { PageHeader } from '../page/PageHeader.tsx';
import {
  createCertificateList,
  createNameForm,
  holderOf,
  restore,
  revocationOf,
  toRowName,
} from './certificate-list.ts';

const ALL_COLUMNS: readonly DataColumn<CertificateRow>[] = [
  {
    key: 'holder',
    header: 'Holder',
    isRowHeader: true,
    cell: (row) => (
      <span className="block max-w-72 md:min-w-24">
        <span className="block font-semibold text-strong wrap-anywhere" dir="auto">
          {holderOf(row)}
        </span>
        {row.user && row.user.name !== row.holderName ? (
          <span className="block text-xs text-muted wrap-anywhere">now {row.user.name}</span>
        ) : null}
      </span>
    ),
  },
  {
    key: 'title',
    header: 'For',
    cell: ({ title, kind }) => (
      <span className="block max-w-64 wrap-anywhere md:min-w-28 max-md:flex-1 max-md:basis-32 max-md:text-end">
        {title}
        {kind === 'SPECIALIZATION' ? <span className="block text-xs text-muted">specialization</span> : null}
      </span>
    ),
  },
  {
    key: 'code',
    header: 'Code',
    cell: ({ code }) => <span className="font-mono text-sm md:whitespace-nowrap">{code}</span>,
  },
  dayColumn('completed', 'Completed', ({ completedAt }) => completedAt),
  {
    key: 'state',
    header: 'State',
    cell: (row) => (
      <span className="block max-w-64 max-md:flex-1 max-md:basis-32 max-md:text-end">
        <Badge tone={row.state === 'genuine' ? 'active' : 'suspended'}>
          <Icon path={row.state === 'genuine' ? check : ban} size={13} className="-ms-0.5" />
          {row.state === 'genuine' ? 'Genuine' : 'Revoked'}
        </Badge>
        {row.reason ? (
          <span className="mt-1 line-clamp-2 text-xs text-muted wrap-anywhere" title={row.reason} dir="auto">
            {row.reason}
          </span>
        ) : null}
      </span>
    ),
  },
];

const LEAGUE_COLUMNS = ALL_COLUMNS.filter(({ key }) => key !== 'title');

export function Certificates() {
  return <CertificateList />;
}

interface ListProps {
  /** On the page of a league. */
  leagueId?: string;
}

/** The API lists only certificates of leagues whose users the account manages. */
export function CertificateList({ leagueId }: ListProps) {
  const access = useAccess();
  const leagues = useOwnLeagues('canManageUsers').data;
  const [certificates] = useState(() => createCertificateList(leagueId));
  const { query } = certificates;
  const { data, table } = useServedList(certificates);
  const [revoked] = useState(() => createDialogState<CertificateRow>());
  const [named] = useState(() => createDialogState<CertificateRow>());
  const [restoration] = useState(() =>
    createConfirmedAction<CertificateRow>({
      action: 'restore certificate',
      run: (row) => restore(row, query),
      done: 'Certificate restored',
    }),
  );
  const mayChange = (row: CertificateRow) =>
    row.erasedAt === null &&
    (row.leagueId === null ? access?.isGrand : access?.mayIn(row.leagueId, 'canManageUsers')) === true;
  return (
    <div className="grid gap-4">
      <PageHeader
        level={leagueId ? 2 : 1}
        title="Certificates"
        counters={[
          { label: 'Issued', value: data?.counts.total },
          { label: 'Genuine', value: data?.counts.genuine },
          { label: 'Revoked', value: data?.counts.withdrawn },
        ]}
      >
        Issued for a completed league or specialization. Anyone with the code can check one.
      </PageHeader>
      <ActionFailure action={restoration} />
      <DataList
        many="certificates"
        {...table}
        columns={leagueId ? LEAGUE_COLUMNS : ALL_COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={toRowName}
        placeholder={leagueId ? 'Name or code' : 'Name, league or code'}
        filters={[
          toFilter('state', 'State', { genuine: 'Genuine', withdrawn: 'Revoked' }),
          ...(leagueId ? [] : [toLeagueFilter(leagues)]),
        ]}
        exportCall={exportCertificates}
        emptyTitle="No certificates yet"
        emptyText="The first one is issued when a learner completes a league."
        noMatchTitle="No matching certificates"
        actions={(row) => (
          <>
            <ButtonLink
              href={`/certificates/${row.code}`}
              target="_blank"
              variant="ghost"
              size="small"
              className="max-md:min-h-11 max-md:first:-ms-3 md:max-xl:px-1.5"
            >
              View<span className="sr-only"> the certificate of {toRowName(row)} (opens in a new tab)</span>
            </ButtonLink>
            {mayChange(row) ? (
              row.revokedAt ? (
                <RowButton
                  label={`Restore ${toRowName(row)}`}
                  icon={refresh}
                  word="Restore"
                  onClick={() => restoration.ask(row)}
                />
              ) : (
                <>
                  <RowButton
                    label={`Correct name of ${toRowName(row)}`}
                    icon={pencil}
                    word="Correct"
                    onClick={() => named.open(row)}
                  />
                  <RowButton
                    label={`Revoke ${toRowName(row)}`}
                    icon={ban}
                    word="Revoke"
                    danger
                    onClick={() => revoked.open(row)}
                  />
                </>
              )
            ) : null}
          </>
        )}
      />
      <DeferredDialog state={revoked}>
        {(row) => (
          <ReasonDialog
            {...revocationOf(row, query)}
            title={`Revoke the certificate of ${holderOf(row)}`}
            description={
              <>
                For {row.title}, code <span className="whitespace-nowrap">{row.code}</span>. It stops counting
                at once; it can be restored.
              </>
            }
            submitLabel="Revoke"
            busyLabel="Revoking…"
            hint="Shown to anyone who checks the certificate. Do not name people."
            onClose={revoked.close}
          />
        )}
      </DeferredDialog>
      <DeferredDialog state={named}>
        {(row) => <NameDialog row={row} query={query} onClose={named.close} />}
      </DeferredDialog>
      <QuestionDialog
        action={restoration}
        title={(row) => `Restore the certificate of ${holderOf(row)}`}
        question="It is valid again at once, and the reason is hidden. The audit log keeps it."
        confirmLabel="Restore"
        busyLabel="Restoring…"
        variant="primary"
      />
    </div>
  );
}

interface Props {
  row: CertificateRow;
  query: ReturnType<typeof createCertificateList>['query'];
  onClose: () => void;
}

function NameDialog({ row, query, onClose }: Props) {
  const [form] = useState(() => createNameForm(row, query, onClose));
  return (
    <FormDialog
      title={`Correct the name of ${holderOf(row)}`}
      description={
        <>
          On the certificate for {row.title}, code <span className="whitespace-nowrap">{row.code}</span>. The
          code stays the same.
        </>
      }
      form={form}
      submitLabel="Correct Name"
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name on the certificate" required />
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="Shown with today's date to anyone who checks the certificate."
        required
        counterMax={REASON_MAX_LENGTH}
      />
    </FormDialog>
  );
}
