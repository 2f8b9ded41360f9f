import { type ReactElement, useState } from 'react';
import { Avatar } from '#site/islands/ui/Avatar.tsx';
import { RoleBadge } from '#site/islands/ui/Badge.tsx';
import { ProgressBar } from '#site/islands/ui/ProgressBar.tsx';
import { type Column, type SortDirection, Table } from '#site/islands/ui/Table.tsx';
import { Specimen } from './Specimen.tsx';

interface Learner {
  id: string;
  name: string;
  role: string;
  done: number;
}
type Key = 'name' | 'role' | 'done';

const LEARNERS: Learner[] = [
  { id: 'a', name: 'Asha Kaur', role: 'LUMINARY', done: 92 },
  { id: 'b', name: 'Dev Anand Krishnamurthy-Venkataraman of Thiruvananthapuram', role: 'PIONEER', done: 61 },
  { id: 'c', name: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', role: 'CHIEF_PATHFINDER', done: 0 },
];
const COLUMNS: Column<Learner, Key>[] = [
  {
    key: 'name',
    header: 'Student',
    sortable: true,
    isRowHeader: true,
    cell: ({ name }) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={name} size={36} />
        <span className="min-w-0 font-semibold text-strong">{name}</span>
      </span>
    ),
  },
  { key: 'role', header: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  {
    key: 'done',
    header: 'Progress',
    sortable: true,
    cell: ({ done, name }) => (
      <ProgressBar className="w-44" value={done} label={`Progress of ${name}`} withValue />
    ),
  },
];

/** A table, roomy and compact; narrow the window for the list. */
export function Tables(): ReactElement {
  const [sort, setSort] = useState<{ key: Key; direction: SortDirection }>({
    key: 'done',
    direction: 'descending',
  });
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const rows = LEARNERS.toSorted((a, b) => (a[sort.key] < b[sort.key] ? -sign : sign));
  function onSort(key: Key): void {
    const turns = sort.key === key && sort.direction === 'ascending';
    setSort({ key, direction: turns ? 'descending' : 'ascending' });
  }
  return (
    <Specimen
      name="Tables"
      note="The header row stays; below 768 pixels rows become blocks. One row is your own."
    >
      <Table
        caption="Learners"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={onSort}
        isMarked={({ id }) => id === 'b'}
      />
      <Table
        caption="Learners, compact"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        density="compact"
      />
    </Specimen>
  );
}
