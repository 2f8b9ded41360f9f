import { useStore } from '@nanostores/react';
import { type FormEvent, useRef, useState } from 'react';
import { pathOf } from '#contract/call.ts';
import { DOOR_CODE_TYPED_LENGTH, exportRegistrations, type RegistrationRow } from '#contract/events.ts';
import { check } from '#site/icons/states.ts';
import { toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { toMomentSpan } from '#site/islands/shared/format/moments.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { rulesOf } from '../areas/areas.ts';
import { DataList } from '../list/DataList.tsx';
import { type DataColumn, toFilter } from '../list/data-table.ts';
import { RowButton } from '../list/RowButton.tsx';
import { useServedList } from '../list/served-list.ts';
import { BackLink, PageHeader } from '../page/PageHeader.tsx';
import { useTitle } from '../page/use-title.ts';
import { createDoor, type DoorStore } from './door.ts';

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
    cell: ({ name, email, userId }) => (
      <span className="block max-w-80 text-sm font-normal text-muted md:min-w-36">
        <span className="block font-semibold wrap-anywhere text-strong" dir="auto">
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
      if (checkedInAt) return <Badge tone="success">Checked in on {toShortDateTime(checkedInAt)}</Badge>;
      if (state === 'WAITING') return <Badge tone="pending">Waiting, number {position}</Badge>;
      return state === 'CONFIRMED' ? 'Has a place' : <Badge tone="inactive">Cancelled</Badge>;
    },
  },
];

export function Door({ eventId }: { eventId: string }) {
  const [door] = useState(() => createDoor(eventId));
  const busy = useStore(door.$busy);
  const { data, table } = useServedList(door.list);
  const event = data?.event;
  const { path, entry } = rulesOf('events');
  useTitle(event?.title ?? entry, 'Door');
  const rowActions = ({ name, doorCode, checkedInAt }: RegistrationRow) =>
    doorCode && !checkedInAt ? (
      <RowButton
        label={`Check in ${name}`}
        icon={check}
        word={'Check\u00a0in'}
        busy={busy === doorCode}
        onClick={() => void door.checkIn(doorCode)}
      />
    ) : null;
  const isCancelled = event?.state === 'CANCELLED';
  return (
    <div className="grid gap-4">
      <div>
        <BackLink href={path}>{entry}</BackLink>
        <PageHeader title={event?.title ?? 'Door'}>
          {event
            ? `${toMomentSpan(event.startsAt, event.endsAt)}, ${event.place}. ${event.checkedIn} of ${event.confirmed} checked in, ${event.waiting} waiting.`
            : ' '}
        </PageHeader>
      </div>
      {isCancelled ? <Alert tone="warning">This event was cancelled, so check-in is closed.</Alert> : null}
      {event && !isCancelled ? <CodeForm door={door} /> : null}
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
    </div>
  );
}

function CodeForm({ door }: { door: DoorStore }) {
  const busy = useStore(door.$busy);
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() && (await door.checkIn(code.trim()))) setCode('');
    field.current?.select();
  };
  return (
    <form className="flex max-w-xl items-end gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Door code" className="min-w-0 flex-1">
        <TextInput
          ref={field}
          value={code}
          readOnly={busy !== null}
          onChange={(event) => setCode(event.currentTarget.value)}
          className="h-14! font-mono text-2xl! tracking-widest uppercase"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={DOOR_CODE_TYPED_LENGTH}
        />
      </Field>
      <Button type="submit" size="large" className="min-h-14!" busy={busy !== null}>
        Check in
      </Button>
    </form>
  );
}
