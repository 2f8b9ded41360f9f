import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { approvePerson, enrollPerson, type LeaguePerson, listPeople } from '#contract/people.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { createDialogForm } from '#site/islands/shared/form/dialog-form.ts';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import { SelectField } from '#site/islands/shared/form/SelectField.tsx';
import { callApi } from '#site/islands/shared/http/api.ts';
import { StatusBadge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { type LeagueChoice, useOwnLeagues } from '../access/access.ts';
import { dayColumn, PersonCell } from '../list/cells.tsx';
import { DataList } from '../list/DataList.tsx';
import { type DataColumn, toFilter } from '../list/data-table.ts';
import { createListState } from '../list/list-state.ts';
import { createServedList, useServedList } from '../list/served-list.ts';
import { PageHeader } from '../page/PageHeader.tsx';
import { invalidate } from '../query/queries.ts';

const NONE = <span className="text-faint whitespace-nowrap">None yet</span>;

const COLUMNS: readonly DataColumn<LeaguePerson>[] = [
  { key: 'name', header: 'Person', isRowHeader: true, cell: (person) => <PersonCell {...person} /> },
  { key: 'status', header: 'Status', bare: true, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'studentId',
    header: 'Roll number',
    cell: ({ studentId }) =>
      studentId ? <span className="tabular-nums wrap-anywhere">{studentId}</span> : NONE,
  },
  {
    key: 'studies',
    header: 'Studies',
    isWideOnly: true,
    cell: (person) => {
      const studies = toStudies(person);
      return studies ? <span className="wrap-anywhere">{studies}</span> : NONE;
    },
  },
  {
    key: 'leagues',
    header: 'Leagues',
    cell: ({ leagues }) =>
      leagues.length > 0 ? (
        <span className="wrap-anywhere max-md:flex-1 max-md:basis-32 max-md:text-end">
          {leagues.map(({ name }) => name).join(', ')}
        </span>
      ) : (
        NONE
      ),
  },
  dayColumn('createdAt', 'Joined', ({ createdAt }) => createdAt),
];

/** The API lists only learners of leagues whose users the account manages, and people who wait for approval. */
export function People() {
  const leagues = useOwnLeagues('canManageUsers').data ?? [];
  const [people] = useState(createPeopleList);
  const { data, table } = useServedList(people);
  const [opened] = useState(() => createDialogState<LeaguePerson>());
  const { filters, search } = useStore(people.list.$list);
  return (
    <div className="grid gap-4">
      <PageHeader
        title="People"
        counters={[
          { label: 'Waiting', value: data?.counts.waiting },
          { label: 'Total', value: data?.counts.total },
        ]}
      >
        Learners of the leagues you manage, and everyone who waits for approval.
      </PageHeader>
      <DataList
        many="people"
        {...table}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        placeholder="Name, email, roll number or phone"
        filters={[toFilter('show', 'Show', { waiting: 'Waiting', enrolled: 'Enrolled' })]}
        emptyTitle="Nobody here yet"
        emptyText="People appear when they sign up or are enrolled in one of your leagues."
        noMatchTitle={filters.show === 'waiting' && !search ? 'Nobody is waiting' : 'Nobody found'}
        actions={(person) => (
          <RowAction
            person={person}
            mayEnroll={toChoices(person, leagues).length > 0}
            onOpen={() => opened.open(person)}
          />
        )}
      />
      <DeferredDialog state={opened}>
        {(person) => <PersonDialog person={person} leagues={leagues} onClose={opened.close} />}
      </DeferredDialog>
    </div>
  );
}

interface ActionProps {
  person: LeaguePerson;
  mayEnroll: boolean;
  onOpen: () => void;
}

function RowAction({ person: { name, status }, mayEnroll, onOpen }: ActionProps) {
  if (status === 'PENDING') {
    return (
      <Button size="small" aria-label={`Approve ${name}`} onClick={onOpen}>
        Approve
      </Button>
    );
  }
  return status === 'ACTIVE' && mayEnroll ? (
    <Button size="small" variant="secondary" aria-label={`Enroll ${name}`} onClick={onOpen}>
      Enroll
    </Button>
  ) : null;
}

interface Props {
  person: LeaguePerson;
  leagues: readonly LeagueChoice[];
  onClose: () => void;
}

function PersonDialog({ person, leagues, onClose }: Props) {
  const choices = toChoices(person, leagues);
  const [form] = useState(() => createPersonForm(person, choices, onClose));
  const isWaiting = person.status === 'PENDING';
  const about = [person.email, person.studentId, toStudies(person)].filter(Boolean).join(', ');
  return (
    <FormDialog
      title={`${isWaiting ? 'Approve' : 'Enroll'} ${person.name}`}
      description={isWaiting ? `${about}. They get an email that they can start.` : `${about}.`}
      form={form}
      submitLabel={isWaiting ? 'Approve' : 'Enroll'}
      busyLabel={isWaiting ? 'Approving…' : 'Enrolling…'}
      onClose={onClose}
    >
      <SelectField
        form={form}
        name="leagueId"
        label="League"
        required={!isWaiting}
        placeholder={isWaiting ? 'No league yet' : 'Choose a league'}
        hint={isWaiting ? 'Without a league they leave this list until someone enrolls them.' : undefined}
        options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  );
}

export function createPeopleList() {
  return createServedList({
    kind: 'people',
    list: createListState({ filters: ['show'] }),
    load: (query) => callApi(listPeople, { query }),
    toPage: ({ people, counts, pagination }) => ({ rows: people, all: counts.total, pagination }),
  });
}

export function toStudies({ department, institute, graduationYear }: LeaguePerson): string {
  return [department, institute, graduationYear].filter(Boolean).join(', ');
}

export function toChoices(person: LeaguePerson, own: readonly LeagueChoice[]): LeagueChoice[] {
  return own.filter(({ id }) => person.leagues.every((league) => league.id !== id));
}

/** Preselects the league if there is only one. */
export function createPersonForm(
  { id, name, status }: LeaguePerson,
  choices: readonly LeagueChoice[],
  onSaved: () => void,
) {
  const isWaiting = status === 'PENDING';
  return createDialogForm({
    initial: { leagueId: (choices.length === 1 && choices[0]?.id) || '' },
    draftId: id,
    validate: ({ leagueId }) => (isWaiting || leagueId ? {} : { leagueId: 'Choose a league' }),
    save: async ({ leagueId }) => {
      const params = { userId: id };
      if (isWaiting) await callApi(approvePerson, { params, body: { leagueId: leagueId || null } });
      else await callApi(enrollPerson, { params, body: { leagueId } });
      invalidate('people', { alsoOwn: true });
    },
    action: isWaiting ? 'approve user' : 'enroll user',
    done: isWaiting ? `${name} was approved` : `${name} was enrolled`,
    onSaved,
  });
}
