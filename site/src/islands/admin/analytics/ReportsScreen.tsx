import { useStore } from '@nanostores/react';
import { useState } from 'react';
import {
  type ActivityReport,
  type ApprovalReport,
  REPORT_DAYS,
  type SubmissionReport,
} from '#contract/reports.ts';
import type { User } from '#contract/users.ts';
import { toTimeAgo } from '#site/islands/shared/format/dates.ts';
import { countOf, toNumber } from '#site/islands/shared/format/text.ts';
import { type Query, useQuery } from '#site/islands/shared/query/query.ts';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import type { Column } from '#site/islands/ui/Table.tsx';
import { onFirstUse } from '#site/on-first-use.ts';
import { toAccess } from '../access/access.ts';
import { LeagueName } from '../access/LeagueName.tsx';
import { toOptions } from '../content/league-filter.ts';
import { leagueList } from '../data/league-list.ts';
import { countColumn } from '../list/cells.tsx';
import { toExportQuery } from '../list/csv-export.ts';
import { LongTable } from '../list/LongTable.tsx';
import { Figure } from '../page/Figure.tsx';
import { PageHeader } from '../page/PageHeader.tsx';
import {
  AGE_LABELS,
  AGE_NAMES,
  createReports,
  toDayText,
  toDuration,
  toEveryWeek,
  toShortDay,
} from './analytics-reports.ts';
import { BarFigure, SIDE_BY_SIDE } from './BarFigure.tsx';
import { CompletionPart } from './CompletionPart.tsx';
import { ReportPart } from './ReportPart.tsx';

export function ReportsScreen({ user }: { user: User }) {
  const access = toAccess(user);
  if (!access.mayAnywhere('canViewAnalytics')) {
    return (
      <div className="grid gap-4">
        <PageHeader title="Analytics" />
        <EmptyState title="Nothing to see here yet">
          You see reports of leagues where you have View Analytics. Ask a Grand Pathfinder for it.
        </EmptyState>
      </div>
    );
  }
  return <Reports mayIn={(leagueId) => access.mayIn(leagueId, 'canViewAnalytics')} />;
}

function Reports({ mayIn }: { mayIn: (leagueId: string) => boolean }) {
  const [reports] = useState(() => createReports());
  const { filters } = useStore(reports.list.$list);
  const leagues = (useQuery(leagueList).data ?? []).filter(({ id }) => mayIn(id));
  return (
    <div className="grid min-w-0 gap-6">
      <PageHeader title="Analytics">
        Figures for your leagues. Days follow the programme's time zone.
      </PageHeader>
      <div className="flex flex-wrap gap-4">
        <Field label="Period" className="w-full sm:w-52">
          <Select
            value={filters.days || String(REPORT_DAYS[0])}
            options={REPORT_DAYS.toSorted((one, other) => one - other).map((days) => ({
              value: String(days),
              label: `Last ${days} days`,
            }))}
            onChange={(event) => {
              const { value } = event.currentTarget;
              reports.list.filter('days', value === String(REPORT_DAYS[0]) ? '' : value);
            }}
          />
        </Field>
        <Field label="League" className="w-full sm:w-72">
          <Select
            value={filters.leagueId ?? ''}
            placeholder="All leagues"
            options={toOptions(leagues)}
            onChange={(event) => reports.list.filter('leagueId', event.currentTarget.value)}
          />
        </Field>
      </div>
      <ActivityPart query={reports.activity} />
      <CompletionPart
        query={reports.completion}
        toQuery={() => toExportQuery(reports.list.$list.get())}
        onChoose={(leagueId) => {
          reports.list.filter('leagueId', leagueId);
          scrollTo(0, 0);
        }}
      />
      <SubmissionPart query={reports.submissions} />
      <ApprovalPart query={reports.approvals} />
    </div>
  );
}

const meanFormat = onFirstUse(
  () => new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

function ActivityPart({ query }: { query: Query<ActivityReport> }) {
  return (
    <ReportPart title="Active learners" what="activity" query={query}>
      {({ days, learners, byDay, byWeek }) => {
        const best = byDay.reduce((most, one) => (one.learners > most.learners ? one : most), {
          day: '',
          learners: 0,
        });
        const mean = byDay.reduce((sum, one) => sum + one.learners, 0) / Math.max(1, byDay.length);
        const daySummary =
          best.learners === 0
            ? `No one was active in the last ${days} days.`
            : `${countOf(best.learners, 'learner')} on the best day, ${toShortDay(best.day)}; ${meanFormat().format(mean)} on average.`;
        const week = byWeek.at(-1);
        const weekSummary = `${countOf(week?.learners ?? 0, 'learner')} this week; a week begins on Monday.`;
        return (
          <div className="grid gap-6">
            <dl className="flex flex-wrap gap-x-8 gap-y-2">
              <Figure label={`learners active in ${days} days`} value={learners} />
              <Figure label="today" value={byDay.at(-1)?.learners ?? 0} />
            </dl>
            <div className={SIDE_BY_SIDE}>
              <LearnersFigure
                unit="day"
                summary={daySummary}
                rows={byDay.map((one) => ({ ...one, from: one.day }))}
              />
              <LearnersFigure
                unit="week"
                summary={weekSummary}
                rows={byWeek.map((one) => ({ ...one, from: one.week }))}
              />
            </div>
          </div>
        );
      }}
    </ReportPart>
  );
}

interface LearnersProps {
  unit: 'day' | 'week';
  summary: string;
  rows: readonly { from: string; learners: number }[];
}

function LearnersFigure({ unit, summary, rows }: LearnersProps) {
  const header = unit === 'day' ? 'Day' : 'Week from';
  return (
    <BarFigure
      title={`By ${unit}`}
      summary={summary}
      image={`Active learners by ${unit}. ${summary}`}
      rows={rows}
      rowKey={({ from }) => from}
      toBar={({ from, learners }) => ({
        label: toDayText(from),
        title: `${header} ${toShortDay(from)}: ${countOf(learners, 'learner')}`,
        value: learners,
      })}
      columns={[
        { key: 'from', header, isRowHeader: true, cell: ({ from }) => toShortDay(from) },
        { key: 'learners', header: 'Learners', align: 'end', cell: ({ learners }) => learners },
      ]}
      lastFirst
    />
  );
}

export function SubmissionPart({ query }: { query: Query<SubmissionReport> }) {
  return (
    <ReportPart title="Submissions" what="submissions" query={query}>
      {({ waiting, byLeague, days, reviewed, medianHours }) => (
        <div className="grid gap-6">
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            <Figure label="waiting for a decision" value={waiting.total} />
            <Figure label={`reviewed in ${days} days`} value={reviewed} />
            <Figure label="median until a review" value={toDuration(medianHours)} />
          </dl>
          <Ages what="submissions" waiting={waiting} />
          {byLeague.length > 0 ? (
            <LongTable
              caption="Waiting submissions by league"
              rows={byLeague}
              rowKey={({ league }) => league.id}
              columns={WAITING_COLUMNS}
            />
          ) : null}
        </div>
      )}
    </ReportPart>
  );
}

type LeagueWaiting = SubmissionReport['byLeague'][number];

const WAITING_COLUMNS: readonly Column<LeagueWaiting>[] = [
  {
    key: 'league',
    header: 'League',
    isRowHeader: true,
    cell: ({ league }) => (
      <span className="wrap-anywhere">
        <LeagueName {...league} />
      </span>
    ),
  },
  countColumn('waiting', 'Waiting', ({ waiting }) => waiting),
  {
    key: 'oldest',
    header: 'Oldest',
    align: 'end',
    cell: ({ oldestAt }) => <time dateTime={oldestAt}>{toTimeAgo(oldestAt)}</time>,
  },
];

export function ApprovalPart({ query }: { query: Query<ApprovalReport> }) {
  return (
    <ReportPart title="Sign-ups and approvals" what="approvals" query={query}>
      {({ days, waiting, signUps, approved, medianHours, byWeek }) => {
        const weeks = toEveryWeek(byWeek);
        const summary =
          signUps === 0
            ? `No one signed up in the last ${days} days.`
            : `${toNumber(approved)} of ${toNumber(signUps)} who signed up in the last ${days} days were approved. The filled part of a bar shows them.`;
        return (
          <div className="grid gap-6">
            <dl className="flex flex-wrap gap-x-8 gap-y-2">
              <Figure label="waiting for approval" value={waiting.total} />
              <Figure label={`sign-ups in ${days} days`} value={signUps} />
              <Figure label="median until approval" value={toDuration(medianHours)} />
            </dl>
            <div className={SIDE_BY_SIDE}>
              <BarFigure
                title="Sign-ups by week"
                summary={summary}
                image={`Sign-ups by week. ${summary}`}
                rows={weeks}
                rowKey={({ week }) => week}
                toBar={({ week, signUps: value, approved: part }) => ({
                  label: toDayText(week),
                  title: `Week from ${toShortDay(week)}: ${value} sign-ups, ${part} approved`,
                  value,
                  part,
                })}
                lastFirst
                columns={[
                  {
                    key: 'week',
                    header: 'Week from',
                    isRowHeader: true,
                    cell: ({ week }) => <span className="whitespace-nowrap">{toShortDay(week)}</span>,
                  },
                  countColumn('signUps', 'Sign-ups', (row: { signUps: number }) => row.signUps),
                  countColumn('approved', 'Approved', (row: { approved: number }) => row.approved),
                  {
                    key: 'median',
                    // Next to another chart there is room for only two lines.
                    header: <span className="whitespace-normal">Median until approval</span>,
                    align: 'end',
                    cell: (row) => toDuration(row.medianHours),
                  },
                ]}
              />
              <Ages what="accounts" waiting={waiting} />
            </div>
          </div>
        );
      }}
    </ReportPart>
  );
}

function Ages({ what, waiting }: { what: string; waiting: SubmissionReport['waiting'] }) {
  const title = 'Waiting, by age';
  const summary =
    waiting.oldestAt === null ? `No ${what} wait.` : `The oldest came ${toTimeAgo(waiting.oldestAt)}.`;
  if (waiting.total === 0) {
    return (
      <div>
        <h3 className="text-base font-semibold text-strong">{title}</h3>
        <p className="mt-1 text-sm text-muted">{summary}</p>
      </div>
    );
  }
  const rows = AGE_NAMES.map((age, index) => ({ age, count: waiting.byAge[index] ?? 0 }));
  return (
    <BarFigure
      title={title}
      summary={summary}
      image={`${title}: ${rows.map(({ age, count }) => `${age}: ${count}`).join(', ')}.`}
      rows={rows}
      rowKey={({ age }) => age}
      toBar={({ age, count }) => ({ label: AGE_LABELS[age], title: `${age}: ${count}`, value: count })}
      columns={[
        { key: 'age', header: 'Age', isRowHeader: true, cell: ({ age }) => age },
        countColumn('count', 'Waiting', (row: { count: number }) => row.count),
      ]}
    />
  );
}
