import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { inTransaction } from '../../platform/db/client.ts';
import { isOneOf } from '../../platform/db/paging.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { eventRegistrations } from '../../platform/db/schema/community.ts';
import { toSiteOrigin } from '../../platform/http/share-links.ts';
import { type EventOccasion, isLast } from '../../platform/mail/messages/event.ts';
import { type Mailing, queueMails } from '../../platform/mail/outbox.ts';
import { addNews } from '../news/news.ts';
import { toCalendar, toWhen } from './calendar.ts';
import { toRegistrationToken } from './link.ts';
import { type Event, person } from './offers.ts';

const r = eventRegistrations;

const NEWS = new Set<EventOccasion>(['MOVED_UP', 'CHANGED', 'CANCELLED']);

/** Mails those with a proven address, and adds news about what happened without them. */
export async function notifyRegistered(
  { db, config, secret }: Mailing,
  event: Event,
  occasion: EventOccasion,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const isProven = sql<boolean>`${r.userId} is null or ${users.emailVerifiedAt} is not null`;
  const people = await db
    .select({ id: r.id, userId: r.userId, state: r.state, doorCode: r.doorCode, isProven, ...person })
    .from(r)
    .leftJoin(users, eq(users.id, r.userId))
    .where(isOneOf(r.id, ids));
  const when = toWhen(event, config.TIME_ZONE);
  const url = `${toSiteOrigin(config)}/events/${encodeURIComponent(event.id)}`;
  const isEnd = isLast(occasion);
  const mails = people
    .filter(({ isProven }) => isProven)
    .map(({ id, userId, email, name, state, doorCode }) => {
      const hasPlace = state === 'CONFIRMED' || occasion === 'GIVEN_BACK';
      const facts = {
        ...{ name, occasion, event: { id: event.id, title: event.title, place: event.place }, when },
        doorCode: hasPlace && !isEnd ? doorCode : null,
        token: toRegistrationToken(secret, id),
        calendar: hasPlace ? toCalendar({ ...event, id, url }, isEnd) : null,
      };
      return { id: userId, email, facts };
    });
  await queueMails({ db, secret }, 'EVENT', mails);
  if (!NEWS.has(occasion)) return;
  const accounts = people.flatMap(({ userId }) => userId ?? []);
  await addNews(db, 'EVENT', accounts, { occasion, event: { id: event.id, title: event.title } });
}

// Sealing stops the event loop: other calls run between two batches.
const BATCH = 100;

/** Mails a change to people who have not heard of it. True if more may be left. */
export function mailChange(deps: Mailing, event: Event): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const found = await tx
      .select({ id: r.id })
      .from(r)
      .where(and(eq(r.eventId, event.id), ne(r.state, 'CANCELLED'), lt(r.mailedSequence, event.sequence)))
      .limit(BATCH)
      .for('update', { skipLocked: true });
    const ids = found.map(({ id }) => id);
    await notifyRegistered({ ...deps, db: tx }, event, event.cancelledAt ? 'CANCELLED' : 'CHANGED', ids);
    await tx.update(r).set({ mailedSequence: event.sequence }).where(isOneOf(r.id, ids));
    return ids.length === BATCH;
  });
}
