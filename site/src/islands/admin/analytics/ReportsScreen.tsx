import { useStore } from '@nanostores/react';
import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
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
import { BarChart } from './BarChart.tsx';
import { ChartFigure, SIDE_BY_SIDE } from './ChartFigure.tsx';
import { AxisLabels, ChartFrame, LEFT, type Plot } from './ChartFrame.tsx';
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
              <ChartFigure
                title="By day"
                summary={daySummary}
                rows={byDay.toReversed()}
                rowKey={({ day }) => day}
                columns={[
                  { key: 'day', header: 'Day', isRowHeader: true, cell: ({ day }) => toShortDay(day) },
                  { key: 'learners', header: 'Learners', align: 'end', cell: (row) => row.learners },
                ]}
              >
                <LineChart
                  summary={`Active learners by day. ${daySummary}`}
                  points={byDay.map((one) => ({
                    key: one.day,
                    label: toDayText(one.day),
                    value: one.learners,
                  }))}
                />
              </ChartFigure>
              <ChartFigure
                title="By week"
                summary={weekSummary}
                rows={byWeek.toReversed()}
                rowKey={(row) => row.week}
                columns={[
                  {
                    key: 'week',
                    header: 'Week from',
                    isRowHeader: true,
                    cell: (row) => toShortDay(row.week),
                  },
                  { key: 'learners', header: 'Learners', align: 'end', cell: (row) => row.learners },
                ]}
              >
                <BarChart
                  summary={`Active learners by week. ${weekSummary}`}
                  bars={byWeek.map((one) => ({
                    key: one.week,
                    label: toDayText(one.week),
                    title: `Week from ${toShortDay(one.week)}: ${countOf(one.learners, 'learner')}`,
                    value: one.learners,
                  }))}
                />
              </ChartFigure>
            </div>
          </div>
        );
      }}
    </ReportPart>
  );
}

interface Point {
  key: string;
  label: string;
  value: number;
}

interface Props {
  points: readonly Point[];
  summary: string;
}

function LineChart({ points, summary }: Props) {
  return (
    <ChartFrame values={points.map(({ value }) => value)} summary={summary}>
      {(plot) => <Days points={points} plot={plot} />}
    </ChartFrame>
  );
}

function Days({ points, plot: { width, y } }: { points: readonly Point[]; plot: Plot }) {
  const x = scaleLinear([0, Math.max(1, points.length - 1)], [LEFT, Math.max(LEFT + 1, width - 2)]);
  const shape = area<Point>()
    .x((_, index) => x(index))
    .y0(y(0))
    .y1(({ value }) => y(value))
    .curve(curveMonotoneX);
  const edge = line<Point>()
    .x((_, index) => x(index))
    .y(({ value }) => y(value))
    .curve(curveMonotoneX);
  return (
    <>
      <path d={shape([...points]) ?? ''} className="fill-brand/40" />
      <path d={edge([...points]) ?? ''} fill="none" strokeWidth={2} className="stroke-strong" />
      <AxisLabels
        labels={points.map(({ key, label }, index) => ({ key, text: label, x: x(index) }))}
        width={width}
      />
    </>
  );
}
