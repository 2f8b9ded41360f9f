import { exportLeagues, LEAGUE_LIST, type League } from '#contract/leagues.ts';
import { file } from '#site/icons/learning.ts';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { LeagueName } from '../access/LeagueName.tsx';
import { openPage } from '../areas/router.ts';
import { leagueList } from '../data/league-list.ts';
import { countColumn } from '../list/cells.tsx';
import { type DataColumn, toFilter } from '../list/data-table.ts';
import { RowButton } from '../list/RowButton.tsx';
import { ProgrammeScreen } from '../programme/ProgrammeScreen.tsx';
import {
  cohortColumn,
  cohortFilter,
  descriptionColumn,
  nameColumn,
} from '../programme/programme-columns.tsx';
import { ExportFirst } from './ExportFirst.tsx';
import { LeagueDialog } from './LeagueDialog.tsx';

const COLUMNS: readonly DataColumn<League>[] = [
  nameColumn({
    sign: ({ name }) => <LeagueEmblem league={name} size={28} />,
    toName: (league) => <LeagueName {...league} />,
  }),
  descriptionColumn(),
  cohortColumn(),
  countColumn('modules', 'Modules', ({ weeksCount }) => weeksCount),
  countColumn('enrollments', 'Enrollments', ({ _count }) => _count.enrollments),
  {
    key: 'ends',
    header: 'Ends',
    cell: ({ expiresAt, isExpired }) =>
      isExpired ? <Badge tone="inactive">Expired</Badge> : toShortDate(expiresAt) || 'No end',
  },
];

const STATE_FILTER = toFilter('state', 'State', { open: 'Open', expired: 'Expired' });

export function Leagues() {
  return (
    <ProgrammeScreen
      kind="league"
      list={leagueList}
      columns={COLUMNS}
      rules={LEAGUE_LIST}
      filters={(rows) => [cohortFilter(rows), STATE_FILTER]}
      exportCall={exportLeagues}
      counters={(rows) => [
        { label: 'Leagues', value: rows?.length },
        { label: 'Modules', value: rows?.reduce((sum, row) => sum + row.weeksCount, 0) },
        { label: 'Enrollments', value: rows?.reduce((sum, row) => sum + row._count.enrollments, 0) },
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
