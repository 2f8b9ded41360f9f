import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { signup } from '#contract/auth.ts';
import { migrateToV2 } from '#contract/profile-migration.ts';
import { cohorts } from '../../platform/db/schema/curriculum.ts';
import { addCohort } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, readPerson } from '../../test/people.ts';

const api = await openTestApp();

test('api.md 1.1 and 1.4: the newest cohort that is active takes new accounts, a newer one that is closed does not', async () => {
  const profile = {
    institute: 'Sample Institute',
    department: 'Other',
    graduationYear: 2027,
    phoneNumber: '9876543210',
    studentId: '21-100',
  };
  const join = async (number: number) => {
    const reply = await api.call(signup, {
      body: { name: 'Ila Rao', email: `ila${number}@example.test`, password: 'Banyan-shade-77' },
    });
    return reply.body.data.user.currentCohortId;
  };
  const complete = async () => {
    const person = await addPerson(api.db, { migrated: false });
    const reply = await api.call(migrateToV2, { token: person.token, body: profile });
    expect(reply.status).toBe(200);
    return (await readPerson(api.db, person.id)).currentCohortId;
  };
  expect([await join(1), await complete()]).toEqual([null, null]);

  const ageOf = { old: 3, running: 2, closed: 1 };
  const ids: Record<string, string> = {};
  for (const [name, days] of Object.entries(ageOf)) {
    const { id } = await addCohort(api.db, { name, isActive: name !== 'closed' });
    await api.db
      .update(cohorts)
      .set({ createdAt: sql`now() - ${days} * interval '1 day'` })
      .where(eq(cohorts.id, id));
    ids[name] = id;
  }
  expect([await join(2), await complete()]).toEqual([ids.running, ids.running]);
});
