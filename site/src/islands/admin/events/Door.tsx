import { useStore } from '@nanostores/react';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { pathOf } from '#contract/call.ts';
import { DOOR_CODE_TYPED_LENGTH, exportRegistrations, type RegistrationRow } from '#contract/events.ts';
import { refresh } from '#site/icons/actions.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { ActionFailure } from '../action/ActionFailure.tsx';
import { QuestionDialog } from '../action/QuestionDialog.tsx';
import { rulesOf } from '../areas/areas.ts';
import { DataList } from '../list/DataList.tsx';
import { type DataColumn, toFilter } from '../list/data-table.ts';
import { RowButton } from '../list/RowButton.tsx';
import { useServedList } from '../list/served-list.ts';
import { Figure } from '../page/Figure.tsx';
import { BackLink, PageHeader } from '../page/PageHeader.tsx';
import { useTitle } from '../page/use-title.ts';
import { createDoor, type DoorStore, toMoment } from './door.ts';
import { toTimes } from './event-list.ts';

const FILTER = toFilter('state', 'State', {
  CONFIRMED: 'With a place',
  WAITING: 'Waiting',
  CANCELLED: 'Cancelled',
});

const COLUMNS: readonly DataColumn<RegistrationRow>[] = [
  {
    key: 'name',
    header: 'Person',
    isRowHeader: true,
    cell: ({ name, email, state, userId }) => (
      <span className="block max-w-80 text-sm font-normal text-muted md:min-w-36">
        <span
          className={`block font-semibold wrap-anywhere ${state === 'CONFIRMED' ? 'text-strong' : ''}`}
          dir="auto"
        >
          {name}
        </span>
        <EmailText email={email} />
        {userId ? null : ' (guest)'}
      </span>
    ),
  },
  {
    key: 'code',
    header: 'Door code',
    cell: ({ doorCode }) => <span className="font-mono">{doorCode ?? '–'}</span>,
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, position, checkedInAt }) => {
      if (checkedInAt) return <Badge tone="success">Checked in at {toMoment(checkedInAt)}</Badge>;
      if (state === 'WAITING') return <Badge tone="pending">Waiting, number {position}</Badge>;
      return state === 'CONFIRMED' ? 'Has a place' : <Badge tone="inactive">Cancelled</Badge>;
    },
  },
];

export function Door({ eventId }: { eventId: string }) {
  const [door] = useState(() => createDoor(eventId));
  const { busy } = useStore(door.$door);
  const { data, table } = useServedList(door.list);
  const event = data?.event;
  const { path, entry } = rulesOf('events');
  useTitle(event?.title ?? entry, 'Door');
  const rowActions = useCallback(
    (row: RegistrationRow) => {
      if (row.checkedInAt) {
        const label = `Undo check-in of ${row.name}`;
        return <RowButton label={label} icon={refresh} word="Undo" onClick={() => door.undo.ask(row)} />;
      }
      return row.state === 'CONFIRMED' ? (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Check in ${row.name}`}
          busy={busy === row.id}
          onClick={() => void door.checkInByName(row)}
        >
          Check&nbsp;in
        </Button>
      ) : null;
    },
    [door, busy],
  );
  const isCancelled = event?.state === 'CANCELLED';
  return (
    <div className="grid gap-4">
      <div>
        <BackLink href={path}>{entry}</BackLink>
        <PageHeader title={event?.title ?? 'Door'}>
          {event ? `${toTimes(event).join(' ')} · ${event.place}` : ' '}
        </PageHeader>
      </div>
      {isCancelled ? <Alert tone="warning">This event was cancelled, so check-in is closed.</Alert> : null}
      {event && !isCancelled ? <CodeForm door={door} /> : null}
      {event ? (
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <Figure label={`of ${toNumber(event.confirmed)} checked in`} value={event.checkedIn} />
          <Figure label="waiting" value={event.waiting} />
        </dl>
      ) : null}
      <ActionFailure action={door.undo} />
      <DataList
        many="people"
        {...table}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        placeholder="Name or email"
        filters={[FILTER]}
        exportCall={{ ...exportRegistrations, path: pathOf(exportRegistrations, { eventId }) }}
        emptyTitle="No one is registered yet"
        emptyText="People appear here as soon as they register."
        noMatchTitle="No matching people"
        actions={isCancelled ? undefined : rowActions}
      />
      <QuestionDialog
        action={door.undo}
        title={({ name }) => `Undo the check-in of ${name}?`}
        question="The place stays theirs, and they can be checked in again."
        confirmLabel="Undo check-in"
        busyLabel="Undoing…"
        variant="primary"
      />
    </div>
  );
}

function CodeForm({ door }: { door: DoorStore }) {
  const { busy, result } = useStore(door.$door);
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() && (await door.checkInByCode(code.trim()))) setCode('');
    field.current?.select();
  };
  return (
    <div className="grid max-w-xl gap-3">
      <form className="flex items-end gap-3" noValidate onSubmit={(event) => void submit(event)}>
        <Field label="Door code" className="min-w-0 flex-1">
          <TextInput
            ref={field}
            value={code}
            readOnly={busy === 'code'}
            onChange={(event) => setCode(event.currentTarget.value)}
            className="h-14! font-mono text-2xl! tracking-widest uppercase"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={DOOR_CODE_TYPED_LENGTH}
          />
        </Field>
        <Button type="submit" size="large" className="min-h-14!" busy={busy === 'code'}>
          Check in
        </Button>
      </form>
      <div role="status">
        {result ? (
          <Alert key={result.at} tone={result.tone} title={result.title} announce={false}>
            {result.text}
          </Alert>
        ) : null}
      </div>
    </div>
  );
}
