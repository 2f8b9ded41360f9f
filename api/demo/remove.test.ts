import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { enrollInLeague } from '#contract/learning.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { updateWeek } from '#contract/weeks.ts';
import { hashPassword } from '../accounts/auth/passwords.ts';
import { createAdministrator } from '../accounts/users/administrator.ts';
import { findDrift } from '../learning/counter-drift.ts';
import { inTransaction, queryRows } from '../platform/db/client.ts';
import { pathfinderScopes, users } from '../platform/db/schema/accounts.ts';
import { demoData } from '../test/demo.ts';
import { digestEverything } from '../test/digest.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, readPerson } from '../test/people.ts';
import { DEMO_PEOPLE } from './accounts.ts';
import { requireNoPublishedAccounts } from './published-accounts.ts';
import { removeDemo } from './remove.ts';

let api: TestApp;
beforeEach(async () => {
  api = await makeApp({}, demoData);
});
afterEach(() => api.close());

const PEOPLE = DEMO_PEOPLE.length;
const names = (table: string) =>
  queryRows<{ name: string }>(api.db, sql.raw(`select name from ${table} order by name`)).then((rows) =>
    rows.map(({ name }) => name),
  );
const idOf = async (table: string, name: string) =>
  (await queryRows<{ id: string }>(api.db, sql`select id from ${sql.raw(table)} where name = ${name}`))[0]
    ?.id ?? '';

describe('removal of the demo', () => {
  test('a dry run names all of it and changes nothing; a run takes it away; a second one finds nothing', async () => {
    const before = await digestEverything(api.db);
    const planned = await removeDemo(api.db, { isDryRun: true });
    expect(planned.accounts).toHaveLength(PEOPLE);
    expect(planned).toMatchObject({
      badges: ['Study Circle Host'],
      breaks: ['Exam weeks'],
      specializations: ['Data and Decisions', 'Summer Foundations'],
      cohorts: ['Cohort 1.5', 'Cohort 1.0', 'Workshops'],
      kept: [],
    });
    expect(planned.leagues).toHaveLength(11);
    expect(await digestEverything(api.db)).toEqual(before);

    expect(await removeDemo(api.db)).toEqual(planned);
    for (const table of ['users', 'leagues', 'cohorts', 'specializations']) {
      expect([table, await names(table)]).toEqual([table, []]);
    }
    // The badges of rules are the product's own.
    expect(await names('badges')).toEqual(['First event', 'Seven-day streak']);
    for (const table of [
      'progress_events',
      'enrollments',
      'rank_snapshots',
      'certificates',
      'submissions',
      'submission_attempts',
      'revision_cards',
      'revision_reviews',
      'user_badges',
      'user_specializations',
      'outbox_messages',
      'study_breaks',
      'announcements',
      'events',
      'event_registrations',
      'notifications',
      'news_readers',
    ]) {
      expect([table, await queryRows(api.db, sql.raw(`select 1 from ${table}`))]).toEqual([table, []]);
    }
    const log = sql`select metadata from audit_log where action = 'DEMO_REMOVED'`;
    expect(await queryRows<{ metadata: string }>(api.db, log)).toEqual([
      {
        metadata: JSON.stringify({
          accounts: PEOPLE,
          badges: 1,
          breaks: 1,
          specializations: 2,
          leagues: 11,
          cohorts: 3,
        }),
      },
    ]);
    await requireNoPublishedAccounts(api.db, ['NODE_ENV']);

    expect(await removeDemo(api.db)).toEqual({
      accounts: [],
      badges: [],
      breaks: [],
      specializations: [],
      leagues: [],
      cohorts: [],
      kept: [],
    });
    expect(await queryRows(api.db, log)).toHaveLength(1);
  });

  test('what real people did, changed, made or were given stays, and every count stays true', async () => {
    const learner = await addPerson(api.db, { name: 'Real Learner' });
    const staff = await addPerson(api.db, { name: 'Real Head', role: 'GRAND_PATHFINDER' });
    const [demoGrand] = await queryRows<{ id: string }>(
      api.db,
      sql`select id from users where email = 'grand@demo.openleague.test'`,
    );
    await api.db
      .update(users)
      .set({ approvedById: demoGrand?.id ?? '' })
      .where(eq(users.id, learner.id));
    const leagueId = await idOf('leagues', 'Quantum');
    const cohortId = await idOf('cohorts', 'Cohort 1.5');
    expect(
      (await api.call(enrollInLeague, { token: learner.token, body: { leagueId, cohortId } })).status,
    ).toBe(201);
    const [resource] = await queryRows<{ id: string }>(
      api.db,
      sql`select r.id from resources r join sections s on s.id = r.section_id join weeks w on w.id = s.week_id
        where w.league_id = ${leagueId} limit 1`,
    );
    const ticked = await api.call(completeResource, {
      token: learner.token,
      params: { resourceId: resource?.id ?? '' },
      body: {},
    });
    expect(ticked.status).toBe(200);
    const [week] = await queryRows<{ id: string }>(
      api.db,
      sql`select id from weeks where league_id = ${await idOf('leagues', 'IoT')} limit 1`,
    );
    const renamed = await api.call(updateWeek, {
      token: staff.token,
      params: { id: week?.id ?? '' },
      body: { name: 'Boards and sensors' },
    });
    expect(renamed.status).toBe(200);
    await api.db
      .update(users)
      .set({ passwordHash: await hashPassword('Kestrel-river-42!') })
      .where(eq(users.email, 'chief@demo.openleague.test'));
    // Taken over by whoever runs the installation, it has become somebody.
    await createAdministrator(api, {
      email: 'chief@demo.openleague.test',
      name: 'Tara Kulkarni',
      password: 'tall-Giraffe-77!',
    });

    await api.db.insert(pathfinderScopes).values({
      id: 's',
      pathfinderId: staff.id,
      leagueId: await idOf('leagues', 'ML'),
      canManageUsers: true,
      canViewAnalytics: true,
      canCreateContent: true,
    });

    // Of the same name, and not the league of the demo.
    await api.db.execute(sql`update leagues set description = 'Our own' where name = 'Finance'`);
    const removal = await removeDemo(api.db);
    expect(removal.leagues).not.toContain('Finance');
    expect(removal.accounts).toHaveLength(PEOPLE - 1);
    expect(removal.kept).toEqual(
      expect.arrayContaining([
        { name: 'chief@demo.openleague.test', because: 'was made an administrator' },
        { name: 'Quantum', because: 'is in use' },
        { name: 'IoT', because: 'was changed' },
        { name: 'ML', because: 'is in use' },
        { name: 'Cohort 1.5', because: 'is in use' },
      ]),
    );
    expect(await names('leagues')).toEqual(['Finance', 'IoT', 'ML', 'Quantum']);
    expect(await names('cohorts')).toEqual(['Cohort 1.5']);
    expect(await names('users')).toEqual(['Real Head', 'Real Learner', 'Tara Kulkarni']);
    expect((await readPerson(api.db, learner.id)).approvedById).toBeNull();
    expect(await queryRows<{ user_id: string }>(api.db, sql`select user_id from progress_events`)).toEqual([
      { user_id: learner.id },
    ]);
    const drifts = await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE));
    expect(drifts.filter(({ drift }) => drift !== 0)).toEqual([]);
  });
});
