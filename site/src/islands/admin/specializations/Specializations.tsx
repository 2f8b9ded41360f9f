import { lazy, Suspense, useEffect } from 'react';
import {
  exportSpecializations,
  SPECIALIZATION_LIST,
  type Specialization,
} from '#contract/specializations.ts';
import { specializationList } from '../data/specialization-list.ts';
import { countColumn } from '../list/cells.tsx';
import type { DataColumn } from '../list/data-table.ts';
import { ProgrammeScreen } from '../programme/ProgrammeScreen.tsx';
import {
  cohortColumn,
  cohortFilter,
  descriptionColumn,
  nameColumn,
} from '../programme/programme-columns.tsx';
import { toChosen } from './chosen-leagues.ts';

// The form needs the drag-and-drop library, so it loads after the list.
const loadDialog = () => import('./SpecializationDialog.tsx');
const SpecializationDialog = lazy(async () => ({ default: (await loadDialog()).SpecializationDialog }));

const COLUMNS: readonly DataColumn<Specialization>[] = [
  nameColumn(),
  descriptionColumn(),
  cohortColumn(),
  {
    key: 'leagues',
    header: 'Leagues',
    bare: true,
    cell: ({ leagues }) => (
      <ol className="flex max-w-prose flex-wrap gap-x-3 gap-y-1 text-sm md:min-w-40">
        {toChosen(leagues).map(({ id, label }, index) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-bold text-muted tabular-nums">{index + 1}</span> {label}
          </li>
        ))}
      </ol>
    ),
  },
  countColumn('completed', 'Completed by', ({ _count }) => _count.userSpecializations),
];

export function Specializations() {
  useEffect(() => void loadDialog().catch(() => undefined), []);
  return (
    <ProgrammeScreen
      kind="specialization"
      list={specializationList}
      columns={COLUMNS}
      rules={SPECIALIZATION_LIST}
      filters={(rows) => [cohortFilter(rows)]}
      exportCall={exportSpecializations}
      counters={(rows) => [
        { label: 'Specializations', value: rows?.length },
        {
          label: 'Completions',
          value: rows?.reduce((sum, { _count }) => sum + _count.userSpecializations, 0),
        },
      ]}
      emptyText="Choose leagues that belong together and put them in order."
      form={(specialization, onClose) => (
        <Suspense>
          <SpecializationDialog specialization={specialization} onClose={onClose} />
        </Suspense>
      )}
    >
      Leagues in a set order. Completing them all completes the specialization.
    </ProgrammeScreen>
  );
}
