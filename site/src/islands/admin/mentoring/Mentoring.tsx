import { useCallback, useState } from 'react';
import { listUsers } from '#contract/admin-users.ts';
import type { BadgePerson } from '#contract/badges.ts';
import { CANDIDATE_SEARCH_MIN_LENGTH } from '#contract/badges.ts';
import { listMentors, type NamedMentor, nameMentor, removeMentor } from '#contract/mentoring.ts';
import { ban } from '#site/icons/states.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { QuestionDialog } from '#site/islands/shared/action/QuestionDialog.tsx';
import { createDialogForm } from '#site/islands/shared/form/dialog-form.ts';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import { callApi } from '#site/islands/shared/http/api.ts';
import { mentoring } from '#site/islands/shared/mentoring/sessions.ts';
import { TimesOffered } from '#site/islands/shared/mentoring/TimesOffered.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { useAccess } from '../access/access.ts';
import { PeoplePicker } from '../form/PeoplePicker.tsx';
import { DayCell, PersonCell } from '../list/cells.tsx';
import { DataList } from '../list/DataList.tsx';
import type { DataColumn } from '../list/data-table.ts';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { createListState } from '../list/list-state.ts';
import { NotLoaded } from '../list/NotLoaded.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { createTypedSearch } from '../list/typed-search.ts';
import { CreateButton, PageHeader } from '../page/PageHeader.tsx';
import { createStaffQuery, invalidate } from '../query/queries.ts';

export function Mentoring() {
  const isChief = useAccess()?.may(listMentors) === true;
  const { data, error, isLoading } = useQuery(mentoring);
  return (
    <div className="grid gap-8">
      <PageHeader title="Mentor sessions">
        One-to-one sessions with learners. All staff can offer times, and Luminaries whom a Chief Pathfinder
        names.
      </PageHeader>
      {data ? <TimesOffered slots={data.slots} timeZone={data.timeZone} /> : null}
      {error && !data ? (
        <NotLoaded many="times" error={error} onRetry={mentoring.invalidate} busy={isLoading} />
      ) : null}
      {error || data ? null : <ListSkeleton label="Loading times..." />}
      {isChief ? <Mentors /> : null}
    </div>
  );
}

const mentors = createStaffQuery('mentors', 'all', async () => (await callApi(listMentors)).mentors);

const RULES = {
  searched: ({ name, email }: NamedMentor) => [name, email],
  filters: {},
  sorts: {},
};

const COLUMNS: readonly DataColumn<NamedMentor>[] = [
  { key: 'name', header: 'Mentor', isRowHeader: true, cell: PersonCell },
  { key: 'namedAt', header: 'Since', cell: ({ namedAt }) => <DayCell at={namedAt} /> },
];

function Mentors() {
  const loaded = useQuery(mentors);
  const [list] = useState(createListState);
  const [naming] = useState(() => createDialogState<true>());
  const [removing] = useState(() =>
    createConfirmedAction<NamedMentor>({
      action: 'remove mentor',
      run: async ({ id }) => {
        await callApi(removeMentor, { params: { userId: id } });
        invalidate('mentors', { alsoOwn: true });
      },
      done: ({ name }) => `${name} is no longer a mentor`,
    }),
  );
  const actions = useCallback(
    (row: NamedMentor) => {
      const remove = () => removing.ask(row);
      return <RowButton label={`Remove ${row.name}`} icon={ban} word="Remove" danger onClick={remove} />;
    },
    [removing],
  );
  const name = <CreateButton onClick={() => naming.open(true)}>Name a mentor</CreateButton>;
  return (
    <section aria-label="Mentors" className="grid gap-4">
      <PageHeader title="Mentors" level={2} actions={name} />
      <ActionFailure action={removing} />
      <DataList
        many="mentors"
        loaded={loaded}
        onRetry={mentors.invalidate}
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name: of }) => of}
        rules={RULES}
        emptyTitle="No mentors yet"
        emptyText="Name a Luminary who may offer times."
        noMatchTitle="No matching mentors"
        actions={actions}
      />
      <DeferredDialog state={naming}>{() => <NameDialog onClose={naming.close} />}</DeferredDialog>
      <QuestionDialog
        action={removing}
        title={({ name: of }) => `Remove ${of} as a mentor?`}
        question="Their times to come are taken back, and learners with a session are told by email. Notes on past sessions stay."
        confirmLabel="Remove"
        busyLabel="Removing…"
      />
    </section>
  );
}

function NameDialog({ onClose }: { onClose: () => void }) {
  const [form] = useState(() =>
    createDialogForm<{ people: readonly BadgePerson[] }>({
      initial: { people: [] },
      draftId: null,
      validate: ({ people }) => ({ people: people.length > 0 ? undefined : 'Choose a Luminary' }),
      save: async ({ people }) => {
        for (const { id } of people) await callApi(nameMentor, { params: { userId: id } });
        invalidate('mentors', { alsoOwn: true });
      },
      action: 'name mentor',
      done: 'Mentor named',
      onSaved: onClose,
    }),
  );
  const [search] = useState(() =>
    createTypedSearch({
      minLength: CANDIDATE_SEARCH_MIN_LENGTH,
      load: async (words, signal) => {
        const query = { role: 'LUMINARY', status: 'ACTIVE', search: words } as const;
        return (await callApi(listUsers, { query, signal })).users;
      },
    }),
  );
  return (
    <FormDialog
      title="Name a mentor"
      description="They can offer times to learners from then on."
      form={form}
      submitLabel="Name mentor"
      onClose={onClose}
    >
      <PeoplePicker
        form={form}
        search={search}
        max={1}
        fullHint="One at a time."
        hint="Type two letters of the name or email of a Luminary."
        noneText="No active Luminary found."
      />
    </FormDialog>
  );
}
