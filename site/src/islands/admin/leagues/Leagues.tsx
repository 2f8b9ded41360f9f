import { useState } from 'react';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import { exportLeagues, LEAGUE_LIST, type League } from '#contract/leagues.ts';
import { file } from '#site/icons/learning.ts';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { toLoadFailure } from '../action/failures.ts';
import { openPage } from '../areas/router.ts';
import { cohortList } from '../data/cohort-list.ts';
import { leagueList, removeLeague } from '../data/league-list.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { toEditorLabels } from '../form/staff-form.ts';
import { TextareaField } from '../form/TextareaField.tsx';
import { TextField } from '../form/TextField.tsx';
import { ExportFilesButton, useLeagueExport } from '../league-files/league-export.tsx';
import type { DataColumn } from '../list/data-table.ts';
import { RowButton } from '../list/RowButton.tsx';
import { ProgrammeScreen } from '../programme/ProgrammeScreen.tsx';
import {
  cohortColumn,
  cohortFilter,
  descriptionColumn,
  nameColumn,
} from '../programme/programme-columns.tsx';
import { createLeagueForm } from './league-form.ts';

const COLUMNS: readonly DataColumn<League>[] = [
  nameColumn(({ name }) => <LeagueEmblem league={name} size={28} />),
  descriptionColumn(),
  cohortColumn(),
  {
    key: 'modules',
    header: 'Modules',
    align: 'end',
    value: LEAGUE_LIST.sorts.modules,
    cell: ({ weeksCount }) => weeksCount,
  },
  {
    key: 'enrollments',
    header: 'Enrollments',
    align: 'end',
    value: LEAGUE_LIST.sorts.enrollments,
    cell: ({ _count }) => _count.enrollments,
  },
  {
    key: 'ends',
    header: 'Ends',
    value: LEAGUE_LIST.sorts.ends,
    cell: ({ expiresAt, isExpired }) =>
      isExpired ? <Badge tone="inactive">Expired</Badge> : toShortDate(expiresAt) || 'No end',
  },
];

const STATE_FILTER = {
  name: 'state',
  rule: 'state',
  label: 'State',
  all: 'All',
  options: [
    { value: 'open', label: 'Open' },
    { value: 'expired', label: 'Expired' },
  ],
};

export function Leagues() {
  return (
    <ProgrammeScreen
      kind="league"
      query={leagueList}
      remove={removeLeague}
      columns={COLUMNS}
      rules={LEAGUE_LIST}
      filters={(rows) => [cohortFilter(rows), STATE_FILTER]}
      exportCall={exportLeagues}
      counters={(rows) => [
        { label: 'Leagues', value: rows?.length ?? null },
        { label: 'Modules', value: rows?.reduce((sum, row) => sum + row.weeksCount, 0) ?? null },
        {
          label: 'Enrollments',
          value: rows?.reduce((sum, row) => sum + row._count.enrollments, 0) ?? null,
        },
      ]}
      emptyText="A league belongs to a cohort and holds modules. Create a cohort first, then its leagues."
      rowActions={({ id, name }) => (
        <RowButton
          label={`Files of ${name}`}
          icon={file}
          word="Files"
          onClick={() => openPage(`/admin/league-files?league=${id}`)}
        />
      )}
      deletes={{ kind: 'leagues', offer: (league) => <ExportFirst league={league} /> }}
      form={(league, onClose) => <LeagueDialog league={league} onClose={onClose} />}
    >
      The learning tracks of every cohort. Modules, topics and resources live inside them.
    </ProgrammeScreen>
  );
}

function ExportFirst({ league }: { league: League }) {
  const files = useLeagueExport(league.id);
  return (
    <div className="grid justify-items-start gap-2">
      <p>Export it first? The files hold its modules, topics and resources, not what learners did.</p>
      <ExportFilesButton files={files} />
      {files.failure ? <p className="font-semibold text-danger">{files.failure}</p> : null}
    </div>
  );
}

interface Props {
  league: League | null;
  onClose: () => void;
}

function LeagueDialog({ league, onClose }: Props) {
  const [form] = useState(() => createLeagueForm(league, onClose));
  const cohorts = useQuery(cohortList);
  return (
    <FormDialog {...toEditorLabels('League', league === null)} form={form} onClose={onClose}>
      {cohorts.error && !cohorts.data ? (
        <Alert tone="danger">{toLoadFailure('cohorts', cohorts.error)}</Alert>
      ) : null}
      <TextField form={form} name="name" label="Name" required counterMax={NAME_MAX_LENGTH} />
      <SelectField
        form={form}
        name="cohortId"
        label="Cohort"
        required
        placeholder="Choose a cohort"
        hint={cohorts.data?.length === 0 ? 'There is no cohort yet. Create one first.' : undefined}
        options={toCohortOptions(cohorts.data ?? [], league)}
      />
      <TextareaField
        form={form}
        name="description"
        label="Description"
        counterMax={DESCRIPTION_MAX_LENGTH}
        isMarkdown
      />
      <TextField
        form={form}
        name="expiresAt"
        label="Ends"
        type="datetime-local"
        hint="After this moment no one can enroll or open it. Leave empty for no end."
      />
    </FormDialog>
  );
}

/** Offers the league's own cohort while the others load. */
function toCohortOptions(
  cohorts: readonly { id: string; name: string; isActive: boolean }[],
  league: League | null,
): { value: string; label: string }[] {
  if (cohorts.length === 0 && league) return [{ value: league.cohort.id, label: league.cohort.name }];
  return cohorts.map(({ id, name, isActive }) => ({
    value: id,
    label: isActive ? name : `${name} (inactive)`,
  }));
}
