import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type ActivityReport, REPORT_DAYS } from '#contract/reports.ts';
import type { User } from '#contract/users.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { type Query, useQuery } from '#site/islands/shared/query/query.ts';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { onFirstUse } from '#site/on-first-use.ts';
import { toAccess } from '../access/access.ts';
import { toOptions } from '../content/league-filter.ts';
import { leagueList } from '../data/league-list.ts';
import { toExportQuery } from '../list/csv-export.ts';
import { Figure } from '../page/Figure.tsx';
import { PageHeader } from '../page/PageHeader.tsx';
import { createReports, toDayText, toShortDay } from './analytics-reports.ts';
import { BarFigure, SIDE_BY_SIDE } from './BarFigure.tsx';
import { CompletionPart } from './CompletionPart.tsx';
import { ReportPart } from './ReportPart.tsx';
import { ApprovalPart, SubmissionPart } from './WaitingParts.tsx';

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
