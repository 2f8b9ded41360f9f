import {
  BREAK_LIST,
  createBreak,
  deleteBreak,
  listBreaks,
  type StudyBreak,
  updateBreak,
} from '#contract/breaks.ts';
import { BREAK_NAME_MAX_LENGTH } from '#contract/constants.ts';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createWholeList } from '../data/whole-list.ts';
import { RowDialog } from '../form/EditorDialog.tsx';
import { defineEditor, NAME_FIELD } from '../form/editor-fields.ts';
import { countColumn } from '../list/cells.tsx';
import type { DataColumn } from '../list/data-table.ts';
import { ProgrammeScreen } from '../programme/ProgrammeScreen.tsx';
import { nameColumn } from '../programme/programme-columns.tsx';

const COLUMNS: readonly DataColumn<StudyBreak>[] = [
  nameColumn(),
  dateColumn('from', 'First day'),
  dateColumn('to', 'Last day'),
  countColumn('days', 'Days', countDays),
];

function dateColumn(key: 'from' | 'to', header: string): DataColumn<StudyBreak> {
  return {
    key,
    header,
    cell: (row) => (
      <time dateTime={row[key]} className="md:whitespace-nowrap tabular-nums">
        {/* A time without a zone: the day stays the same wherever it is read. */}
        {toShortDate(`${row[key]}T00:00`)}
      </time>
    ),
  };
}

function countDays({ from, to }: StudyBreak): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}

export function Breaks() {
  return (
    <ProgrammeScreen
      kind="break"
      list={breakList}
      columns={COLUMNS}
      rules={BREAK_LIST}
      counters={(rows) => [{ label: 'Breaks', value: rows?.length }]}
      emptyText="Add holidays and exam weeks, so that a streak survives them."
      form={(row, onClose) => <RowDialog editor={BREAK_EDITOR} row={row} onClose={onClose} />}
    >
      Streaks rest on these days: without activity a streak stays, with activity it grows as usual.
    </ProgrammeScreen>
  );
}

const breakList = createWholeList({
  kind: 'breaks',
  load: async () => (await callApi(listBreaks)).breaks,
  create: createBreak,
  update: updateBreak,
  remove: deleteBreak,
  sort: (rows) => rows.toSorted((a, b) => b.from.localeCompare(a.from)),
});

export const BREAK_EDITOR = defineEditor({
  kind: 'break',
  title: 'Break',
  fields: {
    name: { ...NAME_FIELD, max: BREAK_NAME_MAX_LENGTH },
    from: { kind: 'day', label: 'First day', required: true },
    to: { kind: 'day', label: 'Last day', required: true, hint: 'The break includes both days.' },
  },
  fieldFailures: { BREAK_ENDS_EARLY: { to: 'Choose the first day or a later one' } },
  list: breakList,
});
