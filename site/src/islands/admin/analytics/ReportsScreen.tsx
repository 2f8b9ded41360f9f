import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { REPORT_DAYS } from '#contract/reports.ts';
import type { User } from '#contract/users.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { toAccess } from '../access/access.ts';
import { toOptions } from '../content/league-filter.ts';
import { leagueList } from '../data/league-list.ts';
import { toExportQuery } from '../export/csv-export.ts';
import { PageHeader } from '../page/PageHeader.tsx';
import { ActivityPart } from './ActivityPart.tsx';
import { createReports } from './analytics-reports.ts';
import { CompletionPart } from './CompletionPart.tsx';
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
