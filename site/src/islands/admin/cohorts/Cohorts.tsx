import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { COHORT_LIST, type Cohort, exportCohorts } from '#contract/cohorts.ts';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { check, minus } from '#site/icons/states.ts';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { Switch } from '#site/islands/ui/Switch.tsx';
import { cohortList, removeCohort } from '../data/cohort-list.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { toEditorLabels } from '../form/staff-form.ts';
import { DescriptionField } from '../form/TextareaField.tsx';
import { TextField } from '../form/TextField.tsx';
import { countColumn, dayColumn } from '../list/cells.tsx';
import { type DataColumn, toFilter } from '../list/data-table.ts';
import { countAll } from '../page/count-all.ts';
import { ProgrammeScreen } from '../programme/ProgrammeScreen.tsx';
import { descriptionColumn, nameColumn } from '../programme/programme-columns.tsx';
import { createCohortForm } from './cohort-form.ts';

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
      query={cohortList}
      remove={removeCohort}
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
      form={(cohort, onClose) => <CohortDialog cohort={cohort} onClose={onClose} />}
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

interface Props {
  cohort: Cohort | null;
  onClose: () => void;
}

const SWITCHES = [
  { name: 'isActive', label: 'Active', hint: 'New learners join the newest active cohort.' },
  {
    name: 'autoApprove',
    label: 'Approve new accounts automatically',
    hint: 'For sign-ups while this is the newest active cohort.',
  },
] as const;

function CohortDialog({ cohort, onClose }: Props) {
  const [form] = useState(() => createCohortForm(cohort, onClose));
  const { values, busy } = useStore(form.$form);
  return (
    <FormDialog
      {...toEditorLabels('Cohort', cohort === null)}
      description={cohort ? `Created ${toShortDate(cohort.createdAt)}` : undefined}
      form={form}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" required counterMax={NAME_MAX_LENGTH} />
      <DescriptionField form={form} />
      {SWITCHES.map(({ name, label, hint }) => (
        <div key={name}>
          <Switch
            label={label}
            checked={values[name]}
            disabled={busy}
            onChange={(isOn) => form.change(name, isOn)}
          />
          <p className="text-sm text-muted">{hint}</p>
        </div>
      ))}
      <TextField
        form={form}
        name="maxEnrollments"
        label="Maximum enrollments"
        type="number"
        min={1}
        step={1}
        hint="Leave empty for no limit."
      />
    </FormDialog>
  );
}
