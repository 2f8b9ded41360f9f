import type { ApprovalReport, SubmissionReport } from '#contract/reports.ts';
import { toTimeAgo } from '#site/islands/shared/format/dates.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import type { Column } from '#site/islands/ui/Table.tsx';
import type { Query } from '../../shared/query/query.ts';
import { LeagueName } from '../access/LeagueName.tsx';
import { LongTable } from '../list/LongTable.tsx';
import { Figure } from '../page/Figure.tsx';
import {
  AGE_LABELS,
  AGE_NAMES,
  toDayText,
  toDuration,
  toEveryWeek,
  toShortDay,
} from './analytics-reports.ts';
import { BarFigure, SIDE_BY_SIDE } from './BarFigure.tsx';
import { ReportPart } from './ReportPart.tsx';

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
  { key: 'waiting', header: 'Waiting', align: 'end', cell: ({ waiting }) => toNumber(waiting) },
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
                  { key: 'signUps', header: 'Sign-ups', align: 'end', cell: (row) => toNumber(row.signUps) },
                  {
                    key: 'approved',
                    header: 'Approved',
                    align: 'end',
                    cell: (row) => toNumber(row.approved),
                  },
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
        { key: 'count', header: 'Waiting', align: 'end', cell: ({ count }) => toNumber(count) },
      ]}
    />
  );
}
