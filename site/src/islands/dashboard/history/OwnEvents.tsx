import type { DataOf } from '#contract/call.ts';
import { listOwnEvents } from '#contract/events.ts';
import { check, hourglass } from '#site/icons/states.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createQuery, useQuery } from '#site/islands/shared/query/query.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { toMomentSpan } from '../../shared/format/moments.ts';
import { TitledCard } from '../shell/TitledCard.tsx';

type OwnEvent = DataOf<typeof listOwnEvents>['events'][number];

const ownEvents = createQuery('own-events', () => callApi(listOwnEvents));

/** Absent without an event, and when it could not be loaded. */
export function OwnEvents() {
  const { data } = useQuery(ownEvents);
  if (!data || data.events.length === 0) return null;
  return (
    <div className="mt-6">
      <TitledCard title="Your events">
        <ul className="divide-y divide-line">
          {data.events.map(({ event, registration }) => (
            <li
              key={event.eventId}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 last:pb-0"
            >
              <div className="min-w-0">
                <a className="link link-alone font-semibold wrap-anywhere" href={`/events/${event.eventId}`}>
                  {event.title}
                </a>
                <p className="text-sm text-muted">
                  {toMomentSpan(event.startsAt, event.endsAt)}, {event.place}
                </p>
              </div>
              <Standing event={event} registration={registration} />
            </li>
          ))}
        </ul>
      </TitledCard>
    </div>
  );
}

function Standing({ event, registration: { checkedInAt, position } }: OwnEvent) {
  if (event.state === 'CANCELLED') return <Badge tone="danger">Cancelled</Badge>;
  if (checkedInAt) {
    return (
      <Badge tone="success">
        <Icon path={check} size={13} />
        Attended
      </Badge>
    );
  }
  if (position === null) return <Badge tone="brand">You have a place</Badge>;
  return (
    <Badge>
      <Icon path={hourglass} size={13} />
      Number {position} on the waiting list
    </Badge>
  );
}
