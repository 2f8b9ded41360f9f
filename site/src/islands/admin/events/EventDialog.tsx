import { useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { EVENT_PLACES_MAX, type SaveEventBody, type StaffEvent } from '#contract/events.ts';
import { toLoadFailure } from '#site/islands/shared/action/failures.ts';
import { useAccess, useOwnLeagues } from '../access/access.ts';
import { EditorDialog } from '../form/EditorDialog.tsx';
import { createRowForm, type EditorFields } from '../form/editor-fields.ts';
import type { EventRow, EventStore } from './event-list.ts';

const FIELDS = {
  title: { kind: 'text', label: 'Title', required: true, max: NAME_MAX_LENGTH },
  place: { kind: 'text', label: 'Place', required: true, max: NAME_MAX_LENGTH },
  startsAt: { kind: 'moment', label: 'Starts', required: true, hint: 'All times are in your time zone.' },
  endsAt: { kind: 'moment', label: 'Ends', required: true },
  opensAt: { kind: 'moment', label: 'Registration opens', required: true },
  closesAt: { kind: 'moment', label: 'Registration closes', required: true },
  places: {
    kind: 'number',
    label: 'Places',
    called: 'The number of places',
    required: true,
    max: EVENT_PLACES_MAX,
    hint: 'When they are taken, people join a waiting list that moves up by itself.',
  },
  audience: { kind: 'choice', label: 'Audience', required: true, placeholder: 'Choose who may register' },
} as const satisfies EditorFields;

interface Props {
  store: EventStore;
  row: EventRow;
  onClose: () => void;
}

function toBody({ league, ...event }: StaffEvent): SaveEventBody {
  const { title, place, startsAt, endsAt, opensAt, closesAt, places, audience } = event;
  return { title, place, startsAt, endsAt, opensAt, closesAt, places, audience: league?.id ?? audience };
}

/** Untouched times go out as they came, with their seconds. */
export function createEventForm({ store, row: { event, ...page }, onClose: onSaved }: Props) {
  const saved = event && toBody(event);
  const save = (sent: object) => store.save(page.id, { ...saved, ...sent } as SaveEventBody);
  const { startsAt } = page;
  return createRowForm(
    {
      kind: `registration of ${page.id}`,
      title: 'Registration',
      fields: FIELDS,
      list: { create: save, update: (_, changes) => save(changes) },
    },
    {
      row: saved && { ...saved, id: page.id },
      start: {
        ...{ ...page, opensAt: new Date().toISOString(), closesAt: startsAt },
        endsAt: startsAt.replace(/T.*/, 'T18:00'),
      },
      onSaved,
    },
  );
}

export function EventDialog(props: Props) {
  const isChief = useAccess()?.may({ access: 'chief' }) === true;
  const leagues = useOwnLeagues('canCreateContent');
  const [form] = useState(() => createEventForm(props));
  const { event } = props.row;
  const wide = [
    { value: 'EVERYONE', label: 'Everyone, with or without an account' },
    { value: 'MEMBERS', label: 'Members' },
  ];
  return (
    <EditorDialog
      labels={{
        title: event ? 'Change event' : 'Open registration',
        submitLabel: event ? 'Save Changes' : 'Open registration',
        busyLabel: 'Saving…',
      }}
      description={
        event
          ? 'A new time or place reaches everyone registered by email; fewer places take none away.'
          : "The event's page shows registration from the time it opens."
      }
      form={form}
      fields={FIELDS}
      choices={{
        audience: {
          failure: leagues.error && !leagues.data && toLoadFailure('leagues', leagues.error),
          options: [
            ...(isChief ? wide : []),
            ...(leagues.data ?? []).map(({ id, name }) => ({ value: id, label: `League: ${name}` })),
          ],
        },
      }}
      onClose={props.onClose}
    />
  );
}
