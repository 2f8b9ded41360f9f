import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { updateProfile } from '#contract/auth.ts';
import { createCohort } from '#contract/cohorts.ts';
import { queryRows } from '../../platform/db/client.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';

const api = await openTestApp({ RATE_LIMIT_SCALE: '1' });

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
