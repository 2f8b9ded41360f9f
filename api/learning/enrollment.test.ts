import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { enrollInLeague, listEnrollments } from '#contract/learning.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { cohorts } from '../platform/db/schema/curriculum.ts';
import { enrollments } from '../platform/db/schema/learning.ts';
import { readEntries } from '../test/audit-entries.ts';
import { addCohort, addLeague, addLearner, enroll, setLeagueExpired } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope, type Person } from '../test/people.ts';
import { expectRefusal, expectRefusals } from '../test/refusals.ts';

const api = await openTestApp();
const league = await addLeague(api.db);

const ask = (person: Pick<Person, 'token'>, body: unknown) =>
  api.call(enrollInLeague, { token: person.token, body });
const target = (chosen = league) => ({ cohortId: chosen.cohortId, leagueId: chosen.id });
const rowsOf = (userId: string) => api.db.select().from(enrollments).where(eq(enrollments.userId, userId));

describe('POST /progress/enroll', () => {
  test('CALL-34 LEAGUES-13 a learner enrolls; the answer names both; it is in the audit log', async () => {
    const person = await addPerson(api.db);
    const { status, body } = await ask(person, target());
    expect(status).toBe(201);
    const [row] = await rowsOf(person.id);
    expect(body).toEqual({
      success: true,
      data: {
        enrollment: {
          id: row?.id ?? '',
          userId: person.id,
          cohortId: league.cohortId,
          leagueId: league.id,
          enrolledAt: row?.enrolledAt.toISOString() ?? '',
          league: { id: league.id, name: league.name },
          cohort: { id: league.cohortId, name: expect.any(String) },
        },
      },
    });
    const [entry] = await readEntries(api.db, { actorId: person.id, action: 'USER_ENROLLED' });
    expect(entry).toMatchObject({ targetUserId: person.id, description: league.name });
  });

  test("CALL-34 LEAGUES-14 'default' is the learner's cohort, else the newest active one", async () => {
    const [older, newest] = [await addCohort(api.db), await addCohort(api.db)];
    const inactive = await addCohort(api.db, { isActive: false });
    const cohortOf = async (currentCohortId: string | null) => {
      const person = await addPerson(api.db);
      await api.db.update(users).set({ currentCohortId }).where(eq(users.id, person.id));
      const { body } = await ask(person, { cohortId: 'default', leagueId: league.id });
      return body.data.enrollment.cohortId;
    };
    expect(await cohortOf(null)).toBe(newest.id);
    expect(await cohortOf(older.id)).toBe(older.id);
    expect(await cohortOf(inactive.id)).toBe(newest.id);
  });

  test("CALL-34 any active cohort will do, whatever the league's own (api.md Q5)", async () => {
    const other = await addCohort(api.db);
    const person = await addPerson(api.db);
    expect((await ask(person, { cohortId: other.id, leagueId: league.id })).status).toBe(201);
    expect((await ask(person, target())).status).toBe(201);
    expect(await rowsOf(person.id)).toHaveLength(2);
  });

  test('CALL-34 LEAGUES-10 LEAGUES-11 each fault in its own words', async () => {
    const person = await addPerson(api.db);
    const inactive = await addCohort(api.db, { isActive: false });
    const over = await addLeague(api.db);
    await setLeagueExpired(api.db, over.id);
    expect((await ask(person, {})).body.details).toEqual(['cohortId is required', 'leagueId is required']);
    await expectRefusals(api.db, (body) => ask(person, body), [
      ...[
        {},
        { ...target(), leagueId: '' },
        { cohortId: 7, leagueId: ['x'] },
        { ...target(), cohortId: 'a\0b' },
        { ...target(), cohortId: 'x'.repeat(200) },
      ].map((body) => [body, 400, 'Missing required fields'] as const),
      [{ ...target(), cohortId: 'nowhere' }, 404, 'Cohort not found'],
      [{ ...target(), leagueId: 'nowhere' }, 404, 'League not found'],
      [{ ...target(), cohortId: inactive.id }, 400, 'Cannot enroll in inactive cohort'],
      [target(over), 400, 'Enrollment for this league is expired. Please check back later.'],
    ]);
    expect((await ask(person, { ...target(), extra: true, userId: person.id })).status).toBe(201);
    const again = 'User is already enrolled in this cohort/league combination';
    await expectRefusals(api.db, (body) => ask(person, body), [[target(), 409, again]]);
  });

  test('CALL-34 who is not ACTIVE or not verified cannot enroll', async () => {
    for (const status of ['PENDING', 'INACTIVE'] as const) {
      const person = await addPerson(api.db, { status });
      expectRefusal(await ask(person, target()), 400, 'Cannot enroll inactive user');
      expect(await rowsOf(person.id)).toEqual([]);
    }
    const unverified = await addPerson(api.db, { verified: false });
    for (const body of [target(), {}, { leagueId: 5 }]) {
      expectRefusal(await ask(unverified, body), 403, 'E-mail address is not verified');
    }
    const suspended = await addPerson(api.db, { status: 'SUSPENDED' });
    expect((await ask(suspended, target())).status).toBe(403);
    expect((await api.call(enrollInLeague, { body: target() })).status).toBe(401);
  });

  test('CALL-34 staff enroll others where they hold the league and may manage users', async () => {
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const manager = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, manager.id, league.id, { canCreateContent: false });
    for (const staff of [grand, manager]) {
      const learner = await addPerson(api.db);
      expect((await ask(staff, { ...target(), userId: learner.id })).status).toBe(201);
      expect(await rowsOf(learner.id)).toHaveLength(1);
      expect(await rowsOf(staff.id)).toEqual([]);
      const [entry] = await readEntries(api.db, { targetUserId: learner.id });
      expect(entry).toMatchObject({ actorId: staff.id, action: 'USER_ENROLLED' });
    }
    const pending = await addPerson(api.db, { status: 'PENDING' });
    expectRefusal(await ask(grand, { ...target(), userId: pending.id }), 400, 'Cannot enroll inactive user');
    expectRefusal(await ask(grand, { ...target(), userId: 'nobody' }), 404, 'User not found');
  });

  test('CALL-34 nobody else enrolls others: 403 before a word about the fields', async () => {
    const learner = await addPerson(api.db);
    const viewer = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, viewer.id, league.id, { canManageUsers: false });
    const elsewhere = await addPerson(api.db, { role: 'PATHFINDER' });
    const text = 'Insufficient permissions to enroll other users';
    for (const role of ['PIONEER', 'LUMINARY', 'ADMIN'] as const) {
      const person = await addPerson(api.db, { role });
      for (const body of [{ ...target(), userId: learner.id }, { userId: learner.id }, { userId: 5 }]) {
        expectRefusal(await ask(person, body), 403, text);
      }
    }
    expectRefusal(await ask(viewer, { ...target(), userId: learner.id }), 403, 'Insufficient permissions');
    const outside = await ask(elsewhere, { ...target(), userId: learner.id });
    expect([outside.status, outside.body]).toMatchObject([
      403,
      { error: 'No access to this league', leagueId: league.id, leagueName: league.name },
    ]);
    expect(await rowsOf(learner.id)).toEqual([]);
  });

  test('CALL-34 a cohort with a limit takes no more than that, even at once', async () => {
    const small = await addCohort(api.db);
    await api.db.update(cohorts).set({ maxEnrollments: 2 }).where(eq(cohorts.id, small.id));
    const people = [];
    for (let index = 0; index < 6; index++) people.push(await addPerson(api.db));
    const body = { cohortId: small.id, leagueId: league.id };
    const replies = await Promise.all(people.map((person) => ask(person, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    const rows = await api.db.select().from(enrollments).where(eq(enrollments.cohortId, small.id));
    expect(rows).toHaveLength(2);
    const inside = people.find(({ id }) => rows.some(({ userId }) => userId === id)) as Person;
    expect((await ask(inside, body)).body.code).toBe('ALREADY_ENROLLED');
    const outside = people.find(({ id }) => rows.every(({ userId }) => userId !== id)) as Person;
    expect((await ask(outside, body)).body.code).toBe('COHORT_FULL');
  });

  test('CALL-34 a limit that is set while learners enroll holds for all who waited for it', async () => {
    const opened = await addCohort(api.db);
    const people = [await addPerson(api.db), await addPerson(api.db), await addPerson(api.db)];
    let waiting: ReturnType<typeof ask>[] = [];
    await api.owner.transaction(async (tx) => {
      await tx.update(cohorts).set({ maxEnrollments: 1 }).where(eq(cohorts.id, opened.id));
      waiting = people.map((person) => ask(person, { cohortId: opened.id, leagueId: league.id }));
      await Bun.sleep(300);
    });
    const replies = await Promise.all(waiting);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await api.db.$count(enrollments, eq(enrollments.cohortId, opened.id))).toBe(1);
  });
});

describe('GET /progress/enrollments', () => {
  test('ENT-34 rows with progress, newest first, 10 a page, filters', async () => {
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const own = await addLeague(api.db);
    const people = [];
    for (let index = 0; index < 12; index++) {
      const person = await addLearner(api.db, own);
      people.push(person);
    }
    const read = async (query: Record<string, string>) => {
      const { status, body } = await api.call(listEnrollments, { token: grand.token, query });
      expect(status).toBe(200);
      return body.data;
    };
    const first = await read({ leagueId: own.id });
    expect(first.enrollments).toHaveLength(10);
    expect(first.pagination).toMatchObject({
      page: 1,
      limit: 10,
      total: 12,
      totalPages: 2,
      hasNextPage: true,
    });
    expect(first.enrollments[0]).toEqual({
      id: expect.any(String),
      enrolledAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      user: { id: expect.any(String), name: expect.any(String), email: expect.any(String) },
      cohort: { id: own.cohortId, name: expect.any(String) },
      league: { id: own.id, name: own.name },
      progress: {
        completedResources: 0,
        totalResources: 8,
        completedSections: 0,
        totalSections: 4,
        completedWeeks: 0,
        weeksCount: 2,
        progressPercentage: 0,
      },
    });
    const moments = first.enrollments.map((row: { enrolledAt: string }) => row.enrolledAt);
    expect(moments).toEqual([...moments].sort().reverse());
    expect((await read({ leagueId: own.id, page: '2' })).enrollments).toHaveLength(2);
    expect((await read({ userId: people[0]?.id ?? '' })).pagination.total).toBe(1);
    expect((await read({ cohortId: own.cohortId })).pagination.total).toBe(12);
    expect((await read({ leagueId: 'nowhere' })).pagination.total).toBe(0);
  });

  test('ROLE-11 ROLE-12 staff see rows and totals of their leagues only; learners are refused', async () => {
    const mine = await addLeague(api.db);
    const other = await addLeague(api.db);
    const learner = await addLearner(api.db, mine);
    await enroll(api.db, learner.id, other);
    const staff = await addPerson(api.db, { role: 'PATHFINDER' });
    const total = async () =>
      (await api.call(listEnrollments, { token: staff.token })).body.data.pagination.total;
    expect(await total()).toBe(0);
    await addScope(api.db, staff.id, other.id, { canManageUsers: false, canViewAnalytics: false });
    expect(await total()).toBe(0);
    await addScope(api.db, staff.id, mine.id);
    expect(await total()).toBe(1);
    const asked = await api.call(listEnrollments, { token: staff.token, query: { leagueId: other.id } });
    expect(asked.body.data.enrollments).toEqual([]);
  });
});
