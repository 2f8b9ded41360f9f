import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { IMPORT_OUTCOMES, IMPORT_REASONS, type ImportPlan, type ImportRow } from '#contract/imports.ts';
import type { ListRules } from '#contract/list-rules.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { ConfirmDialog, Dialog } from '#site/islands/ui/Dialog.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { Spinner } from '#site/islands/ui/Spinner.tsx';
import { DataList } from '../list/DataList.tsx';
import { type DataColumn, toFilter, toLabels } from '../list/data-table.ts';
import { createListState } from '../list/list-state.ts';
import { Figure } from '../page/Figure.tsx';
import { IMPORT_KIND_LABELS, OUTCOME_LOOKS, toNewText } from './import-kinds.ts';
import type { ImportRun } from './import-run.ts';

const COLUMNS: readonly DataColumn<ImportRow>[] = [
  {
    key: 'line',
    header: 'Line',
    cell: ({ line }) => <span className="tabular-nums text-muted">{line}</span>,
  },
  {
    key: 'label',
    header: 'What',
    isRowHeader: true,
    phone: 'first',
    cell: ({ label, place }) => (
      <span className="grid py-1">
        <span className="font-semibold text-strong">
          <EmailText email={label || 'Without a name'} />
        </span>
        {place ? <span className="text-xs text-muted wrap-anywhere">{place}</span> : null}
      </span>
    ),
  },
  {
    key: 'outcome',
    header: 'What would happen',
    cell: ({ outcome }) => <Badge tone={OUTCOME_LOOKS[outcome].tone}>{OUTCOME_LOOKS[outcome].label}</Badge>,
  },
  {
    key: 'details',
    header: 'Details',
    bare: true,
    cell: (row) => <Details row={row} />,
  },
];

function Details({ row: { outcome, label, changes: all, reasons } }: { row: ImportRow }) {
  const changes = outcome === 'create' ? all.filter(({ to }) => to !== label) : all;
  if (reasons.length > 0) {
    return (
      <ul className={`grid gap-0.5 py-1 ${outcome === 'refused' ? 'text-danger' : 'text-muted'}`}>
        {reasons.map((reason) => (
          <li key={reason} className="first-letter:uppercase wrap-anywhere">
            {reason}
          </li>
        ))}
      </ul>
    );
  }
  if (changes.length === 0) return <span className="text-faint">–</span>;
  return (
    <ul className="grid gap-0.5 py-1">
      {changes.map(({ field, from, to }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{field}: </span>
          {outcome === 'update' && from !== null ? (
            <>
              <del className="text-muted">
                <span className="sr-only">from </span>
                {from}
              </del>{' '}
              <span aria-hidden="true">→</span>
              <span className="sr-only">to</span>{' '}
            </>
          ) : null}
          {to === null ? <em className="text-muted">nothing</em> : <span className="text-strong">{to}</span>}
        </li>
      ))}
    </ul>
  );
}

const FILTERS = [
  toFilter(
    'outcome',
    'Show',
    toLabels(IMPORT_OUTCOMES, (outcome) => OUTCOME_LOOKS[outcome].label),
    'All rows',
  ),
];

const RULES: ListRules<ImportRow> = {
  searched: ({ label, place, reasons }) => [label, place, ...reasons],
  filters: { outcome: ({ outcome }, value) => outcome === value },
  sorts: {
    line: ({ line }) => line,
    label: ({ label }) => label,
    outcome: ({ outcome }) => IMPORT_OUTCOMES.indexOf(outcome),
  },
};

export function PlanPart({ run, plan }: { run: ImportRun; plan: ImportPlan }) {
  const { isOutdated, step } = useStore(run.$state);
  const [list] = useState(() => createListState({ filters: ['outcome'] }));
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new plan clears the list and takes the focus
  useEffect(() => {
    list.clear();
    heading.current?.focus();
  }, [plan]);
  const { counts } = plan;
  return (
    <section aria-labelledby="import-plan" className="grid gap-5">
      <h2 id="import-plan" ref={heading} tabIndex={-1} className="text-lg">
        What would happen
      </h2>
      {isOutdated ? (
        <Alert tone="warning" title="Someone made changes since you checked">
          Nothing was imported. Check the new preview below.
        </Alert>
      ) : null}
      <dl className="flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-3">
        {(
          [
            ['New', counts.create],
            [plan.kind === 'users' ? 'Enrolled' : 'Changed', counts.update],
            ['Unchanged', counts.unchanged],
            ['Refused', counts.refused],
          ] as const
        ).map(([label, value]) => (
          <Figure key={label} label={label} value={value} isBad={label === 'Refused' && value > 0} />
        ))}
      </dl>
      {plan.parents ? (
        <p className="text-strong">This adds {toNewText(plan.kind, counts.create, plan.parents)}.</p>
      ) : null}
      {plan.notes.map((note) => (
        <p key={note} className="text-sm text-muted wrap-anywhere">
          {note}
        </p>
      ))}
      <Agreement run={run} plan={plan} onShowRefused={() => list.filter('outcome', 'refused')} />
      <DataList
        many="rows"
        loaded={{ data: plan.rows, error: null, isLoading: false }}
        onRetry={() => void run.check()}
        list={list}
        columns={COLUMNS}
        rowKey={({ line }) => String(line)}
        rowLabel={({ line }) => `line ${line}`}
        rules={RULES}
        filters={FILTERS}
        emptyTitle="No rows"
        noMatchTitle="No matching rows"
      />
      {step === 'importing' ? (
        <Dialog
          open
          busy
          size="small"
          title={`Importing ${countOf(counts.create + counts.update, IMPORT_KIND_LABELS[plan.kind].one)}`}
          onClose={() => undefined}
        >
          <p role="status" className="flex items-center gap-3">
            <Spinner size={24} />
            Either every row is imported or none. 5,000 rows take a few seconds; keep this page open.
          </p>
        </Dialog>
      ) : null}
    </section>
  );
}

interface AgreementProps {
  run: ImportRun;
  plan: ImportPlan;
  onShowRefused: () => void;
}

/** True if the row is refused only because the person is not approved. */
function isWaiting({ reasons }: ImportRow): boolean {
  return reasons.includes(IMPORT_REASONS.newInactive);
}

function Agreement({ run, plan, onShowRefused }: AgreementProps) {
  const { approveNew, leaveOutRefused, tellPeople, step } = useStore(run.$state);
  const [isAsked, setAsked] = useState(false);
  const { kind, counts } = plan;
  const todo = counts.create + counts.update;
  const { one, many } = IMPORT_KIND_LABELS[kind];
  const blockedId = useId();
  const isBlocked = counts.refused > 0 && !leaveOutRefused;
  const approval =
    kind === 'users' && (counts.create > 0 || plan.rows.some(isWaiting)) ? (
      <Checkbox
        label="Approve new people and enroll them"
        hint="For rows without a status. The file is checked again."
        checked={approveNew}
        disabled={step === 'importing'}
        onChange={({ currentTarget }) => {
          run.setOptions({ approveNew: currentTarget.checked });
          void run.check();
        }}
      />
    ) : null;
  if (todo === 0) {
    return (
      <div className="grid justify-items-start gap-3">
        {approval}
        <Alert
          className="w-full"
          tone={counts.refused > 0 ? 'warning' : 'info'}
          title="There is nothing to import"
        >
          {counts.refused > 0
            ? 'No row can be imported. See the reason beside each row, correct the file and check it again.'
            : kind === 'users'
              ? 'Everyone in the file already has an account and these enrollments.'
              : `All ${many} in the file already exist with the same values.`}
        </Alert>
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      {counts.refused > 0 ? (
        <div className="flex flex-wrap items-start gap-x-4">
          <Checkbox
            label={`Leave out the ${countOf(counts.refused, 'refused row')}`}
            hint="Or correct the file and check it again."
            checked={leaveOutRefused}
            disabled={step === 'importing'}
            onChange={({ currentTarget }) => run.setOptions({ leaveOutRefused: currentTarget.checked })}
          />
          <Button variant="ghost" size="small" className="mt-1 max-sm:ms-6" onClick={onShowRefused}>
            Show refused rows
          </Button>
        </div>
      ) : null}
      {approval}
      {kind === 'users' && counts.create > 0 ? (
        <Checkbox
          label="Email each new person"
          hint="The email says the account is ready and how to choose a password."
          checked={tellPeople}
          disabled={step === 'importing'}
          onChange={({ currentTarget }) => run.setOptions({ tellPeople: currentTarget.checked })}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          onClick={() => setAsked(true)}
          disabled={isBlocked}
          aria-describedby={isBlocked ? blockedId : undefined}
          busy={step === 'importing'}
          busyLabel="Importing…"
        >
          Import {countOf(todo, 'row')}
        </Button>
        {isBlocked ? (
          <p id={blockedId} className="text-sm text-muted">
            Leave out the refused {counts.refused === 1 ? 'row' : 'rows'} first, or correct the file.
          </p>
        ) : null}
      </div>
      <ConfirmDialog
        open={isAsked}
        title={`Import ${countOf(todo, 'row')}`}
        confirmLabel={`Import ${countOf(todo, 'row')}`}
        variant="primary"
        onConfirm={() => {
          setAsked(false);
          void run.apply();
        }}
        onCancel={() => setAsked(false)}
      >
        {toQuestion(plan, one, tellPeople)}
      </ConfirmDialog>
    </div>
  );
}

function toQuestion({ kind, counts, parents }: ImportPlan, one: string, tellPeople: boolean): string {
  const parts = [
    counts.create > 0 ? `add ${toNewText(kind, counts.create, parents)}` : null,
    counts.update > 0 ? `${kind === 'users' ? 'enroll' : 'change'} ${countOf(counts.update, one)}` : null,
  ].filter((part) => part !== null);
  const left = counts.refused > 0 ? ` ${countOf(counts.refused, 'refused row')} will be left out.` : '';
  const told = kind === 'users' && counts.create > 0 && tellPeople ? ' Each new person gets an email.' : '';
  return `This will ${parts.join(' and ')}, all or nothing.${left}${told}`;
}
