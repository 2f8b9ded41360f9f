import { COHORT_LIST, type Cohort, exportCohorts } from '#contract/cohorts.ts';
import { check, minus } from '#site/icons/states.ts';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { cohortList } from '../data/cohort-list.ts';
import { RowDialog } from '../form/EditorDialog.tsx';
import { DESCRIPTION_FIELD, defineEditor, NAME_FIELD } from '../form/editor-fields.ts';
import { countColumn, dayColumn } from '../list/cells.tsx';
import { type DataColumn, toFilter } from '../list/data-table.ts';
import { countAll } from '../page/count-all.ts';
import { ProgrammeScreen } from '../programme/ProgrammeScreen.tsx';
import { descriptionColumn, nameColumn } from '../programme/programme-columns.tsx';

const COLUMNS: readonly DataColumn<Cohort>[] = [
  nameColumn(),
  descriptionColumn(),
  {
    key: 'state',
    header: 'State',
    cell: ({ isActive }) => <ActiveBadge isActive={isActive} />,
  },
  countColumn('enrollments', 'Enrollments', ({ _count }) => _count.enrollments),
  countColumn('specializations', 'Specializations', ({ _count }) => _count.specializations),
  dayColumn('created', 'Created', ({ createdAt }) => createdAt),
];

function ActiveBadge({ isActive }: { isActive: boolean }) {
  return (
    <Badge tone={isActive ? 'active' : 'inactive'}>
      <Icon path={isActive ? check : minus} size={13} className="-ms-0.5" />
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  );
}

const STATE_FILTER = toFilter('state', 'State', { active: 'Active', inactive: 'Inactive' });

export function Cohorts() {
  return (
    <ProgrammeScreen
      kind="cohort"
      list={cohortList}
      columns={COLUMNS}
      rules={COHORT_LIST}
      filters={() => [STATE_FILTER]}
      exportCall={exportCohorts}
      counters={(rows) => [
        { label: 'Cohorts', value: rows?.length },
        { label: 'Active', value: rows?.filter(({ isActive }) => isActive).length },
        { label: 'Enrollments', value: rows?.reduce((sum, { _count }) => sum + _count.enrollments, 0) },
      ]}
      refusal={toRefusal}
      emptyText="A cohort holds leagues and the people who enroll in them."
      form={(cohort, onClose) => (
        <RowDialog
          editor={COHORT_EDITOR}
          row={cohort}
          start={{ isActive: true }}
          description={cohort && `Created ${toShortDate(cohort.createdAt)}`}
          onClose={onClose}
        />
      )}
    >
      An intake with its leagues and specializations. The newest active cohort takes new enrollments.
    </ProgrammeScreen>
  );
}

function toRefusal({ isActive, _count: { leagues, specializations, enrollments } }: Cohort): string | null {
  const held = countAll([
    [leagues, 'league'],
    [specializations, 'specialization'],
    [enrollments, 'enrollment'],
  ]);
  if (!held) return null;
  const refusal = `It still has ${held}, so it cannot be deleted.`;
  if (enrollments === 0) return `${refusal} Move or delete what it holds first.`;
  return isActive ? `${refusal} Make it inactive instead.` : refusal;
}

export const COHORT_EDITOR = defineEditor({
  kind: 'cohort',
  title: 'Cohort',
  fields: {
    name: NAME_FIELD,
    description: DESCRIPTION_FIELD,
    isActive: { kind: 'switch', label: 'Active', hint: 'New learners join the newest active cohort.' },
    autoApprove: {
      kind: 'switch',
      label: 'Approve new accounts automatically',
      hint: 'For sign-ups while this is the newest active cohort.',
    },
    maxEnrollments: {
      kind: 'number',
      label: 'Maximum enrollments',
      max: 999_999_999,
      fault: 'Give a whole number from 1, or leave it empty',
      hint: 'Leave empty for no limit.',
    },
  },
  fieldFailures: { COHORT_NAME_TAKEN: { name: 'Choose a name that no other cohort has' } },
  list: cohortList,
});
