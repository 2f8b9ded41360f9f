import { useCallback, useMemo, useState } from 'react';
import { pathOf } from '#contract/call.ts';
import {
  exportLeagueLearners,
  LEARNER_FILTERS,
  type LeagueLearner,
  type LearnerFilter,
} from '#contract/league-learners.ts';
import { STOPPED_DAYS } from '#contract/reports.ts';
import { ban } from '#site/icons/states.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { QuestionDialog } from '#site/islands/shared/action/QuestionDialog.tsx';
import { toShortDateTime, toTimeAgo } from '#site/islands/shared/format/dates.ts';
import { DUE_BADGES, toDueState } from '#site/islands/shared/format/due-date.ts';
import { SubmissionBadge } from '#site/islands/shared/submission/SubmissionBadge.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { ProgressBar } from '#site/islands/ui/ProgressBar.tsx';
import { useAccess } from '../../access/access.ts';
import { PersonCell } from '../../list/cells.tsx';
import { DataList } from '../../list/DataList.tsx';
import { type DataColumn, toFilter } from '../../list/data-table.ts';
import { RowButton } from '../../list/RowButton.tsx';
import { useServedList } from '../../list/served-list.ts';
import { Figure } from '../../page/Figure.tsx';
import { CreateButton, ImportLink } from '../../page/PageHeader.tsx';
import type { Outline, TabProps } from '../outline.ts';
import { EnrollDialog } from './EnrollDialog.tsx';
import { LearnerPanel } from './LearnerPanel.tsx';
import { createLearnerList, createRemoval } from './learner-list.ts';

const FILTER_LABELS: Record<LearnerFilter, string> = {
  'not-started': 'Not started',
  inactive: `Inactive for ${STOPPED_DAYS} days`,
  finished: 'Finished',
  waiting: 'Waiting for review',
};
const SHOW = toFilter('show', 'Show', FILTER_LABELS);

export function Learners({ league }: TabProps) {
  const access = useAccess();
  const [learners] = useState(() => createLearnerList(league));
  const { data, table } = useServedList(learners);
  const [opened] = useState(() => createDialogState<LeagueLearner>());
  const [enrolling] = useState(() => createDialogState<true>());
  const [removal] = useState(() => createRemoval(league));
  const columns = useMemo(() => toColumns(league, opened.open), [league, opened]);
  const rowActions = useCallback(
    (row: LeagueLearner) => (
      <RowButton
        label={`Remove ${row.name}`}
        icon={ban}
        word="Remove"
        danger
        onClick={() => removal.ask(row)}
      />
    ),
    [removal],
  );
  const mayManage = access?.mayIn(league.id, 'canManageUsers') === true;
  const enroll = mayManage ? (
    <div className="flex flex-wrap gap-3">
      {access.isGrand ? <ImportLink kind="users" /> : null}
      <CreateButton onClick={() => enrolling.open(true)}>Enroll</CreateButton>
    </div>
  ) : null;
  const counts = data?.counts;
  return (
    <section aria-labelledby="learners-title" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="learners-title" className="sr-only">
          Learners
        </h2>
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <Figure label="enrolled" value={counts?.total ?? '–'} />
          {LEARNER_FILTERS.map((key) => (
            <Figure key={key} label={FILTER_LABELS[key].toLowerCase()} value={counts?.[key] ?? '–'} />
          ))}
        </dl>
        {counts?.total ? enroll : null}
      </div>
      <ActionFailure action={removal} />
      <DataList
        many="learners"
        {...table}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        placeholder={mayManage ? 'Name, email or roll number' : 'Name'}
        filters={[SHOW]}
        exportCall={{ ...exportLeagueLearners, path: pathOf(exportLeagueLearners, { id: league.id }) }}
        emptyTitle="Nobody learns here yet"
        emptyText="Learners appear here as soon as they are enrolled or enroll themselves."
        emptyAction={enroll}
        noMatchTitle="No matching learners"
        actions={mayManage ? rowActions : undefined}
        onOpen={opened.open}
      />
      <DeferredDialog state={opened}>
        {(learner) => <LearnerPanel league={league} learner={learner} onClose={opened.close} />}
      </DeferredDialog>
      <DeferredDialog state={enrolling}>
        {() => <EnrollDialog league={league} onClose={enrolling.close} />}
      </DeferredDialog>
      <QuestionDialog
        action={removal}
        title={({ name }) => `Remove ${name} from ${league.name}?`}
        question="They no longer see the league. Their progress is kept and returns if they are enrolled again; badge and certificate stay."
        confirmLabel="Remove"
        busyLabel="Removing…"
      />
    </section>
  );
}

function toColumns(
  { resourcesCount, assignment }: Pick<Outline, 'resourcesCount' | 'assignment'>,
  open: (learner: LeagueLearner) => void,
): readonly DataColumn<LeagueLearner>[] {
  const work: DataColumn<LeagueLearner> = {
    key: 'submission',
    header: 'Assignment',
    cell: ({ submission }) => toSubmissionCell(submission, assignment?.dueDate ?? null),
  };
  return [
    {
      key: 'name',
      header: 'Learner',
      isRowHeader: true,
      sortable: true,
      cell: (learner) => (
        <PersonCell {...learner}>
          <button
            type="button"
            className="link text-start font-semibold wrap-anywhere max-md:min-h-11"
            onClick={() => open(learner)}
          >
            {learner.name}
          </button>
        </PersonCell>
      ),
    },
    {
      key: 'progress',
      header: 'Progress',
      sortable: true,
      cell: ({ name, completedResources, progressPercentage }) => (
        <ProgressBar
          value={progressPercentage}
          label={`Progress of ${name}`}
          valueText={`${completedResources} of ${resourcesCount} resources`}
          withValue
          size="small"
          className="w-full max-w-52 min-w-32 max-md:max-w-40"
        />
      ),
    },
    {
      key: 'active',
      header: 'Last active',
      sortable: true,
      cell: ({ lastActiveAt }) =>
        lastActiveAt ? (
          <time dateTime={lastActiveAt} title={toShortDateTime(lastActiveAt)} className="whitespace-nowrap">
            {toTimeAgo(lastActiveAt)}
          </time>
        ) : (
          <span className="whitespace-nowrap text-faint">Not started</span>
        ),
    },
    ...(assignment ? [work] : []),
    {
      key: 'awards',
      header: 'Awards',
      cell: ({ badgeEarnedAt, certificateIssuedAt }) => (
        <span className="flex flex-wrap gap-1.5 max-md:justify-end">
          {badgeEarnedAt ? <Badge tone="success">Badge</Badge> : null}
          {certificateIssuedAt ? <Badge tone="success">Certificate</Badge> : null}
          {badgeEarnedAt || certificateIssuedAt ? null : <span className="text-faint">None yet</span>}
        </span>
      ),
    },
  ];
}

function toSubmissionCell(submission: LeagueLearner['submission'], dueDate: string | null) {
  if (submission) return <SubmissionBadge status={submission.status} />;
  return toDueState(dueDate) === 'overdue' ? (
    <Badge tone="danger">{DUE_BADGES.overdue?.label}</Badge>
  ) : (
    <span className="whitespace-nowrap text-faint">Not submitted</span>
  );
}
