import { listOwnEvents } from '#contract/events.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createQuery, useQuery } from '#site/islands/shared/query/query.ts';
import { toMomentSpan } from '../../shared/format/moments.ts';
import { TitledCard } from '../shell/TitledCard.tsx';

const ownEvents = createQuery('own-events', () => callApi(listOwnEvents));

/** Absent without an event, and when it could not be loaded. */
export function OwnEvents() {
  const { data } = useQuery(ownEvents);
  if (!data || data.events.length === 0) return null;
  return (
    <div className="mt-6">
      <TitledCard title="Events you came to">
        <ul className="divide-y divide-line">
          {data.events.map(({ eventId, title, startsAt, endsAt, place }) => (
            <li key={eventId} className="py-3 last:pb-0">
              <a className="link link-alone font-semibold wrap-anywhere" href={`/events/${eventId}`}>
                {title}
              </a>
              <p className="text-sm text-muted">
                {toMomentSpan(startsAt, endsAt)}, {place}
              </p>
            </li>
          ))}
        </ul>
      </TitledCard>
    </div>
  );
}
