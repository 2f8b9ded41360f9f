import { type CompletionReport, exportCompletion, STOPPED_DAYS } from '#contract/reports.ts';
import { toPercentage } from '#contract/shared.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { type Column, Table } from '#site/islands/ui/Table.tsx';
import type { Query } from '../../shared/query/query.ts';
import { countColumn } from '../list/cells.tsx';
import type { ListQuery } from '../list/csv-export.ts';
import { ExportButton } from '../list/ExportButton.tsx';
import { LongTable } from '../list/LongTable.tsx';
import { ReportPart } from './ReportPart.tsx';

interface Props {
  query: Query<CompletionReport>;
  toQuery: () => ListQuery;
  onChoose: (leagueId: string) => void;
}

export function CompletionPart({ query, toQuery, onChoose }: Props) {
  return (
    <ReportPart
      title="Completion"
      what="completion"
      query={query}
      exportButton={<ExportButton call={exportCompletion} what="completion" toQuery={toQuery} />}
    >
      {({ leagues, league }) =>
        league ? (
          <Steps league={league} />
        ) : leagues.length === 0 ? (
          <EmptyState as="h3" title="No league yet">
            Leagues appear here with their learners' progress.
          </EmptyState>
        ) : (
          <LongTable
            caption="Completion by league"
            rows={leagues}
            rowKey={({ id }) => id}
            columns={toLeagueColumns(onChoose)}
          />
        )
      }
    </ReportPart>
  );
}

function toLeagueColumns(
  onChoose: (leagueId: string) => void,
): Column<CompletionReport['leagues'][number]>[] {
  return [
    {
      key: 'name',
      header: 'League',
      isRowHeader: true,
      cell: ({ id, name }) => (
        <button
          type="button"
          onClick={() => onChoose(id)}
          className="min-h-9 min-w-6 pointer-coarse:min-h-11 pointer-coarse:min-w-11 text-start font-semibold text-strong underline decoration-line-strong underline-offset-4 wrap-anywhere hover:decoration-current"
        >
          {name}
          <span className="sr-only">: by module and topic</span>
        </button>
      ),
    },
    countColumn('enrolled', 'Enrolled', ({ enrolled }) => enrolled),
    countColumn('started', 'Started', ({ started }) => started),
    countColumn('finished', 'Finished', ({ finished }) => finished),
    {
      key: 'average',
      header: 'Average progress',
      bare: true,
      cell: ({ name, averagePercentage }) => (
        <span className="flex min-w-[min(10rem,45vw)] flex-1 items-center gap-3">
          <Part value={averagePercentage} whole={100} label={`${name}: ${averagePercentage}% on average`} />
          <span className="w-11 text-end font-semibold text-strong tabular-nums">{averagePercentage}%</span>
        </span>
      ),
    },
  ];
}

/** A topic with fewer people than this is not named. */
const NAMED_FROM = 3;

function Steps({ league }: { league: NonNullable<CompletionReport['league']> }) {
  const worst = league.weeks
    .flatMap((week) => week.sections)
    .reduce<{ name: string; stopped: number } | null>(
      (most, one) => (one.stopped > (most?.stopped ?? 0) ? one : most),
      null,
    );
  return (
    <div className="grid gap-6">
      <p className="max-w-measure text-muted">
        {toNumber(league.enrolled)} enrolled in {league.name}.{' '}
        {worst
          ? worst.stopped >= NAMED_FROM &&
            `Most stop at “${worst.name}”: ${toNumber(worst.stopped)} have done nothing since, for ${STOPPED_DAYS} days or more.`
          : `No one is stuck: everyone who began was active in the last ${STOPPED_DAYS} days or has finished.`}
      </p>
      {league.weeks.length === 0 ? (
        <EmptyState as="h3" title="No module yet">
          This league has no modules to complete.
        </EmptyState>
      ) : null}
      {league.weeks.map((week) => (
        <div key={week.id} className="grid gap-2">
          <h3 className="text-base font-semibold text-strong wrap-anywhere">
            {week.name}
            <span className="text-sm font-normal text-muted max-sm:block sm:ms-3">
              {toNumber(week.finished)} of {toNumber(week.started)} who started finished it
            </span>
          </h3>
          {week.sections.length === 0 ? (
            <p className="text-sm text-muted">It has no topics yet.</p>
          ) : (
            <Table
              caption={`Topics of ${week.name}`}
              density="compact"
              rows={week.sections}
              rowKey={({ id }) => id}
              columns={[
                {
                  key: 'name',
                  header: 'Topic',
                  isRowHeader: true,
                  cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
                },
                {
                  key: 'bar',
                  header: 'Of the enrolled',
                  bare: true,
                  cell: ({ name, started, finished }) => (
                    <span className="block min-w-[min(10rem,45vw)] flex-1">
                      <Part
                        value={finished}
                        second={started}
                        whole={league.enrolled}
                        label={`${name}: ${toPercentage(finished, league.enrolled)}% of the enrolled finished it`}
                      />
                    </span>
                  ),
                },
                countColumn('started', 'Started', (row: { started: number }) => row.started),
                countColumn('finished', 'Finished', (row: { finished: number }) => row.finished),
                {
                  key: 'stopped',
                  header: 'Stopped here',
                  align: 'end',
                  cell: ({ stopped }) => (
                    <span className={stopped > 0 ? 'font-semibold text-danger' : 'text-muted'}>
                      {toNumber(stopped)}
                    </span>
                  ),
                },
              ]}
            />
          )}
        </div>
      ))}
    </div>
  );
}

interface PartProps {
  value: number;
  second?: number;
  whole: number;
  label: string;
}

/** A progress bar; the lighter part shows `second` beyond `value`. */
function Part({ value, second = value, whole, label }: PartProps) {
  const toWidth = (part: number) => `${Math.min(1, part / Math.max(1, whole)) * 100}%`;
  return (
    <span className="relative block h-3 min-w-[min(6rem,25vw)] flex-1">
      <svg
        role="img"
        aria-label={label}
        className="absolute inset-0 size-full overflow-hidden rounded-[3px] border border-keyline"
      >
        <rect width="100%" height="100%" className="fill-sunken" />
        <rect width={toWidth(second)} height="100%" rx={3} className="fill-brand/45" />
        <rect width={toWidth(value)} height="100%" rx={3} className="fill-brand" />
      </svg>
    </span>
  );
}
