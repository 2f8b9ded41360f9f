import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { updateProfile } from '#contract/auth.ts';
import { createCohort } from '#contract/cohorts.ts';
import { DATA_DOWNLOADS_PER_HOUR, downloadOwnData } from '#contract/own-account.ts';
import { queryRows } from '../../platform/db/client.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';

const api = await openTestApp({ RATE_LIMIT_SCALE: '1' });

const download = (token: string) =>
  api.request(`/api${downloadOwnData.path}`, { headers: { authorization: `Bearer ${token}` } });

test('P22 an account takes its data along five times an hour, then 429 with Retry-After; others are not kept from it', async () => {
  const [{ token }, other] = [await addPerson(api.db), await addPerson(api.db)];
  const burst = await Promise.all(Array.from({ length: 12 }, () => download(token)));
  expect(burst.filter(({ status }) => status === 200)).toHaveLength(DATA_DOWNLOADS_PER_HOUR);
  const refused = burst.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(12 - DATA_DOWNLOADS_PER_HOUR);
  const [first] = refused;
  const seconds = Number(first?.headers.get('retry-after'));
  expect([seconds > 3500, seconds <= 3600]).toEqual([true, true]);
  expect(await first?.json()).toMatchObject({
    success: false,
    error: 'Too Many Requests',
    code: 'TOO_MANY_REQUESTS',
  });
  expect((await download(other.token)).status).toBe(200);
});

test('P20 an account changes its own profile 60 times an hour, and what staff write is not in it', async () => {
  const { id, token } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  const change = (number: number) => api.call(updateProfile, { token, body: { name: `Asha ${number}` } });
  for (let number = 1; number <= 60; number++) expect((await change(number)).status).toBe(200);
  const refused = await change(61);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 3500]).toEqual([429, true]);
  const [entries] = await queryRows<{ count: number }>(
    api.db,
    sql`select count(*)::int as count from audit_log where actor_id = ${id}`,
  );
  expect(entries?.count).toBe(60);
  expect((await api.call(createCohort, { token, body: { name: 'Staff still write' } })).status).toBe(201);
});
