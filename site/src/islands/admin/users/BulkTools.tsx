import { type ReactNode, useState } from 'react';
import { createDialogForm } from '#site/islands/shared/form/dialog-form.ts';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import { SelectField } from '#site/islands/shared/form/SelectField.tsx';
import { countOf, toNumber } from '#site/islands/shared/format/text.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { ConfirmDialog } from '#site/islands/ui/Dialog.tsx';
import { BulkProgress } from '../bulk/BulkProgress.tsx';
import type { BulkJob, BulkRun } from '../bulk/bulk-run.ts';
import { leagueList } from '../data/league-list.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { LoadFailure } from '../list/NotLoaded.tsx';
import {
  activateJob,
  approveJob,
  idsWithStatus,
  type LeagueChoice,
  toEnrollJob,
  toSuspendJob,
} from './user-actions.ts';
import type { Chosen } from './user-list.ts';
import { SUSPENSION } from './user-questions.ts';

interface Props {
  /** Includes accounts of other pages. */
  chosen: readonly Chosen[];
  bulk: BulkRun;
  onClear: () => void;
  children?: ReactNode;
}

const toLabel = (verb: string, count: number) => (count === 0 ? verb : `${verb} ${countOf(count, 'user')}`);

export function BulkTools({ chosen, bulk, onClear, children }: Props) {
  const [asked, setAsked] = useState<'approve' | 'activate' | 'enroll' | 'suspend' | null>(null);
  const waiting = idsWithStatus(chosen, 'PENDING');
  const active = idsWithStatus(chosen, 'ACTIVE');
  const shut = idsWithStatus(chosen, 'SUSPENDED', 'INACTIVE');
  const close = () => setAsked(null);
  const left = (fitting: readonly string[], why: string) =>
    chosen.length > fitting.length
      ? ` The other ${toNumber(chosen.length - fitting.length)} of the chosen ${why} and stay unchanged.`
      : '';
  const question = (isAsked: boolean, verb: string, ids: readonly string[], job: BulkJob) => ({
    open: isAsked,
    title: `${verb} ${countOf(ids.length, 'user')}`,
    confirmLabel: `${verb} ${countOf(ids.length, 'user')}`,
    onConfirm: () => {
      close();
      void bulk.start(ids, job);
    },
    onCancel: close,
  });
  return (
    <>
      {chosen.length > 0 ? (
        <section
          id="chosen-rows"
          tabIndex={-1}
          aria-label="Chosen rows"
          className="enter sticky bottom-3 z-20 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line-strong bg-raised px-4 py-3 shadow-float"
        >
          <div className="grid justify-items-start">
            <p role="status" className="font-semibold text-strong tabular-nums">
              {toNumber(chosen.length)} selected
            </p>
            {children}
          </div>
          <Button variant="ghost" size="small" className="max-sm:-me-3 sm:me-auto" onClick={onClear}>
            Clear selection
          </Button>
          <div className="grid grow grid-cols-2 gap-2 max-sm:*:px-1 max-sm:[&>:last-child:nth-child(odd)]:col-span-2 sm:flex sm:grow-0 sm:flex-wrap sm:gap-3">
            <Button size="small" disabled={waiting.length === 0} onClick={() => setAsked('approve')}>
              {toLabel('Approve', waiting.length)}
            </Button>
            <Button
              size="small"
              variant="secondary"
              disabled={active.length === 0}
              onClick={() => setAsked('enroll')}
            >
              {toLabel('Enroll', active.length)}
            </Button>
            {shut.length > 0 ? (
              <Button size="small" variant="secondary" onClick={() => setAsked('activate')}>
                {toLabel('Activate', shut.length)}
              </Button>
            ) : null}
            <Button
              size="small"
              variant="danger"
              disabled={active.length === 0}
              onClick={() => setAsked('suspend')}
            >
              {toLabel('Suspend', active.length)}
            </Button>
          </div>
        </section>
      ) : null}
      <ConfirmDialog {...question(asked === 'approve', 'Approve', waiting, approveJob)} variant="primary">
        Each person gets an email and can start learning.{left(waiting, 'do not wait for approval')}
      </ConfirmDialog>
      <ConfirmDialog {...question(asked === 'activate', 'Activate', shut, activateJob)} variant="primary">
        They can sign in again and get an email.{left(shut, 'are not suspended')}
      </ConfirmDialog>
      {asked === 'suspend' ? (
        <ReasonDialog
          {...SUSPENSION}
          draftId={null}
          title={toLabel('Suspend', active.length)}
          description={`They are signed out everywhere at once and get an email.${left(active, 'are not active')}`}
          submitLabel={toLabel('Suspend', active.length)}
          done={null}
          save={async (reason) => {
            void bulk.start(active, toSuspendJob(reason));
          }}
          onClose={close}
        />
      ) : null}
      {asked === 'enroll' ? (
        <EnrollDialog
          count={active.length}
          rest={left(active, 'are not active')}
          onClose={close}
          onEnroll={(league) => void bulk.start(active, toEnrollJob(league))}
        />
      ) : null}
      <BulkProgress bulk={bulk} />
    </>
  );
}

interface EnrollProps {
  count: number;
  /** Starts with a space. */
  rest: string;
  onEnroll: (league: LeagueChoice) => void;
  onClose: () => void;
}

function EnrollDialog({ count, rest, onEnroll, onClose }: EnrollProps) {
  const { data, error, isLoading } = useQuery(leagueList);
  const [form] = useState(() =>
    createDialogForm({
      draftId: null,
      initial: { leagueId: '' },
      validate: ({ leagueId }) => (leagueId ? {} : { leagueId: 'Please choose a league' }),
      save: async ({ leagueId }) => {
        const league = leagueList.$state.get().data?.find(({ id }) => id === leagueId);
        if (league) onEnroll(league);
      },
      action: 'enroll users',
      done: null,
      onSaved: onClose,
    }),
  );
  return (
    <FormDialog
      title={`Enroll ${countOf(count, 'user')}`}
      description={`The league appears on their dashboards at once. Nothing changes for those already enrolled.${rest}`}
      form={form}
      submitLabel={`Enroll ${countOf(count, 'user')}`}
      canSubmit={data !== null}
      size="small"
      autoFilledFields={['leagueId']}
      onClose={onClose}
    >
      {error && !data ? (
        <LoadFailure many="leagues" error={error} onRetry={leagueList.invalidate} busy={isLoading} />
      ) : null}
      <SelectField
        form={form}
        name="leagueId"
        label="League"
        required
        placeholder={data ? 'Choose a league' : 'Loading leagues...'}
        options={(data ?? []).map(({ id, name, cohort }) => ({
          value: id,
          label: `${name} (${cohort.name})`,
        }))}
      />
    </FormDialog>
  );
}
