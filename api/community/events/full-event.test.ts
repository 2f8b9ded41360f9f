import { expect, test } from 'bun:test';
import { asc } from 'drizzle-orm';
import { registerForEvent } from '#contract/events.ts';
import { insertRows } from '../../platform/db/insert-rows.ts';
import { accessTokens, sessions, users } from '../../platform/db/schema/accounts.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import { createToken, hashToken } from '../../platform/process/secrets.ts';
import { openTestApp } from '../../test/open-app.ts';

const api = await openTestApp();
const { db } = api;
// Statements on the embedded database run one after another.
const [PEOPLE, PLACES] = api.kind === 'postgres' ? [500, 100] : [40, 8];

/** Signed-in accounts, in few statements. */
async function addCrowd(): Promise<string[]> {
  const people = Array.from({ length: PEOPLE }, (_, n) => ({ id: `crowd-${n}`, token: createToken() }));
  const expiresAt = new Date(Date.now() + 3_600_000);
  await insertRows(
    db,
    users,
    people.map(({ id }) => ({
      ...{ id, name: id, email: `${id}@example.test`, passwordHash: 'x', status: 'ACTIVE' },
      emailVerifiedAt: new Date(),
    })),
  );
  await insertRows(
    db,
    sessions,
    people.map(({ id }) => ({ id, userId: id, refreshTokenHash: hashToken(id), expiresAt })),
  );
  await insertRows(
    db,
    accessTokens,
    people.map(({ id, token }) => ({ tokenHash: hashToken(token), sessionId: id, expiresAt })),
  );
  return people.map(({ token }) => token);
}

test(`${PEOPLE} registrations at once for ${PLACES} places give each place once, and wait in the order of arrival`, async () => {
  const in1 = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const times = { opensAt: in1(-1), closesAt: in1(1), startsAt: in1(2), endsAt: in1(3) };
  const id = 'hackathon-2';
  await db
    .insert(events)
    .values({ id, title: 'Hackathon', place: 'Hall', audience: 'EVERYONE', places: PLACES, ...times });
  const tokens = await addCrowd();
  const replies = await Promise.all(
    tokens.map((token) => api.call(registerForEvent, { token, params: { eventId: id } })),
  );
  expect(replies.filter(({ status }) => status !== 201).map(({ body }) => body)).toEqual([]);
  const rows = await db.select().from(eventRegistrations).orderBy(asc(eventRegistrations.arrival));
  expect(rows.map(({ arrival, state }) => [arrival, state])).toEqual(
    Array.from({ length: PEOPLE }, (_, n) => [n + 1, n < PLACES ? 'CONFIRMED' : 'WAITING']),
  );
});
