import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Permission } from '#contract/roles.ts';
import { pencil, plus } from '#site/icons/actions.ts';
import { ban } from '#site/icons/states.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { QuestionDialog } from '#site/islands/shared/action/QuestionDialog.tsx';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { toMomentSpan } from '#site/islands/shared/format/moments.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { useAccess } from '../access/access.ts';
import { rulesOf } from '../areas/areas.ts';
import { $router } from '../areas/router.ts';
import { DataList } from '../list/DataList.tsx';
import type { DataColumn } from '../list/data-table.ts';
import { createListState } from '../list/list-state.ts';
import { RowButton } from '../list/RowButton.tsx';
import { PageHeader } from '../page/PageHeader.tsx';
import { useTitle } from '../page/use-title.ts';
import { Door } from './Door.tsx';
import { EventDialog } from './EventDialog.tsx';
import { type ContentEvent, createEventStore, type EventRow } from './event-list.ts';

const STATES = {
  NONE: ['Not opened', 'neutral'],
  SOON: ['Opens soon', 'pending'],
  OPEN: ['Open', 'active'],
  CLOSED: ['Closed', 'info'],
  OVER: ['Over', 'inactive'],
  CANCELLED: ['Cancelled', 'suspended'],
} as const;
const RULES = {
  searched: ({ title, place }: EventRow) => [title, place],
  filters: {},
  sorts: {},
};

const COLUMNS: readonly DataColumn<EventRow>[] = [
  {
    key: 'title',
    header: 'Event',
    isRowHeader: true,
    cell: ({ title, place, event }) => (
      <span className="block max-w-80 wrap-anywhere md:min-w-36" dir="auto">
        <span className="block font-semibold text-strong">{title}</span>
        <span className="block text-sm font-normal text-muted">{place}</span>
        {event ? (
          <span className="text-xs font-normal text-muted">
            For {event.league?.name ?? (event.audience === 'MEMBERS' ? 'members' : 'everyone')}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    key: 'when',
    header: 'When',
    cell: ({ startsAt, event }) => (event ? toMomentSpan(startsAt, event.endsAt) : toShortDate(startsAt)),
  },
  {
    key: 'state',
    header: 'Registration',
    cell: ({ event }) => {
      const [words, tone] = STATES[event?.state ?? 'NONE'];
      return <Badge tone={tone}>{words}</Badge>;
    },
  },
  {
    key: 'places',
    header: 'Places',
    cell: ({ event }) =>
      event
        ? `${event.confirmed} of ${event.places} taken, ${event.waiting}\u00a0waiting, ${event.checkedIn}\u00a0checked\u00a0in`
        : '–',
  },
];

interface Props {
  contentEvents: readonly ContentEvent[];
}

export function Events(props: Props) {
  const page = useStore($router);
  if (page?.route !== 'events') return null;
  return page.params.id ? <Door eventId={page.params.id} /> : <EventList {...props} />;
}

function EventList({ contentEvents }: Props) {
  const access = useAccess();
  const { path, entry } = rulesOf('events');
  useTitle(entry);
  const [store] = useState(() => createEventStore(contentEvents));
  const [list] = useState(createListState);
  const [edited] = useState(() => createDialogState<EventRow>());
  const loaded = useQuery(store.query);
  const mayOpen = access?.may({ access: 'chief' }) || access?.mayAnywhere('canCreateContent');
  const rowActions = (row: EventRow) => {
    const { id, title, event } = row;
    const edit = { onClick: () => edited.open(row) };
    if (!event) {
      const label = `Open registration for ${title}`;
      return mayOpen ? (
        <RowButton {...edit} label={label} icon={plus} word={'Open\u00a0registration'} />
      ) : null;
    }
    const may = (permission: Permission) => access?.mayAtEvent(event.league?.id ?? null, permission);
    const mayChange = may('canCreateContent') && event.state !== 'CANCELLED';
    const ask = () => store.cancellation.ask(row);
    return (
      <>
        {may('canManageUsers') ? (
          <ButtonLink variant="secondary" size="small" href={`${path}/${id}`} aria-label={`Door of ${title}`}>
            Door
          </ButtonLink>
        ) : null}
        {mayChange ? <RowButton {...edit} label={`Change ${title}`} icon={pencil} /> : null}
        {mayChange && event.state !== 'OVER' ? (
          <RowButton label={`Cancel ${title}`} icon={ban} word="Cancel" danger onClick={ask} />
        ) : null}
      </>
    );
  };
  return (
    <div className="grid gap-4">
      <PageHeader title={entry}>Open registration, and check people in at the door.</PageHeader>
      <ActionFailure action={store.cancellation} />
      <DataList
        many="events"
        loaded={loaded}
        onRetry={store.query.invalidate}
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ title }) => title}
        rules={RULES}
        emptyTitle="No events with registration yet"
        emptyText="An event appears here once its page in content/events says “registration: true” and the site is built."
        noMatchTitle="No matching events"
        actions={rowActions}
      />
      <DeferredDialog state={edited}>
        {(row) => <EventDialog store={store} row={row} onClose={edited.close} />}
      </DeferredDialog>
      <QuestionDialog
        action={store.cancellation}
        title={({ title }) => `Cancel “${title}”?`}
        question="Everyone who is registered gets an email that it will not take place. This cannot be undone."
        confirmLabel="Cancel event"
        cancelLabel="Keep event"
        busyLabel="Cancelling…"
      />
    </div>
  );
}
