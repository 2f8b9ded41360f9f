import { useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { EVENT_PLACES_MAX, type SaveEventBody } from '#contract/events.ts';
import { useAccess, useOwnLeagues } from '../access/access.ts';
import { toLoadFailure } from '../action/failures.ts';
import { EditorDialog } from '../form/EditorDialog.tsx';
import { createRowForm, type EditorFields } from '../form/editor-fields.ts';
import { type EventRow, type EventStore, toPeople } from './event-list.ts';

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

/** An audience of one league is the id of the league. Untouched times go out as they came, with their seconds. */
export function createEventForm({ store, row: { event, ...page }, onClose: onSaved }: Props) {
  const save = (sent: object) => {
    const { title, place, startsAt, endsAt, opensAt, closesAt, places, audience } = {
      ...event,
      audience: event?.league?.id ?? event?.audience,
      ...sent,
    } as SaveEventBody;
    const isWide = audience === 'EVERYONE' || audience === 'MEMBERS';
    const times = { startsAt, endsAt, opensAt, closesAt };
    const leagueId = isWide ? null : audience;
    return store.save(page.id, {
      ...times,
      title,
      place,
      places,
      audience: isWide ? audience : 'LEAGUE',
      leagueId,
    });
  };
  const { startsAt } = page;
  return createRowForm(
    {
      kind: `registration of ${page.id}`,
      title: 'Registration',
      fields: FIELDS,
      fieldFailures: {
        EVENT_CLOSES_LATE: { closesAt: 'Choose a time before the event ends' },
        EVENT_LEAGUE_NOT_FOUND: { audience: 'Choose another league' },
        LEAGUE_OUT_OF_SCOPE: { audience: 'Choose a league that you work in' },
      },
      list: { create: save, update: (_, changes) => save(changes) },
    },
    {
      row: event && { ...event, id: page.id, audience: event.league?.id ?? event.audience },
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
  const people = event ? event.confirmed + event.waiting : 0;
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
        people > 0
          ? `${toPeople(people, ['is', 'are'])} registered. A new time or place reaches them by email; fewer places take none away.`
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
