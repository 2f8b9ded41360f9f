import { describe, expect, test } from 'bun:test';
import { and, eq } from 'drizzle-orm';
import { createAssignment, deleteAssignment, updateAssignment } from '#contract/assignments.ts';
import { revokeBadge } from '#contract/badges.ts';
import { deleteLeague } from '#contract/leagues.ts';
import { completeResource, resetResource } from '#contract/resource-progress.ts';
import { createResource, deleteResource, updateResource } from '#contract/resources.ts';
import { createSection, deleteSection } from '#contract/sections.ts';
import { deleteSpecialization, updateSpecialization } from '#contract/specializations.ts';
import { findMissingAwards } from '../awards/due.ts';
import { setRanked } from '../leaderboard/set-ranked.ts';
import { type Database, inTransaction } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { certificates, userBadges, userSpecializations } from '../platform/db/schema/awards.ts';
import { notifications } from '../platform/db/schema/community.ts';
import { specializationLeagues } from '../platform/db/schema/curriculum.ts';
import { enrollments } from '../platform/db/schema/learning.ts';
import { auditLog } from '../platform/db/schema/operations.ts';
import { createId } from '../platform/process/secrets.ts';
import { addBadge } from '../test/awards.ts';
import { addSpecialization } from '../test/certificates.ts';
import { addLeague, enroll, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, type Person } from '../test/people.ts';
import { findDrift } from './counter-drift.ts';
import { grantDailyAwards, MOVED_IN_KEY } from './daily-awards.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });

/** A league with a badge and a specialization of its own: two topics of two resources. */
async function addAwardingLeague(): Promise<TestLeague & { badgeId: string }> {
  const league = await addLeague(api.db, { weeks: 1, sections: 2, resources: 2 });
  const badgeId = await addBadge(api.db, league.id, `Badge of ${league.name}`);
  await addSpecialization(api, [league]);
  return { ...league, badgeId };
}

const resourcesOf = (league: TestLeague) =>
  league.weeks.flatMap((week) => week.sections.flatMap((section) => section.resources.map(({ id }) => id)));
const tick = async ({ token }: Person, resourceId: string) =>
  expect((await api.call(completeResource, { token, params: { resourceId }, body: {} })).status).toBe(200);

/** A learner who has done all of a league but its last resources. */
async function addLearner(league: TestLeague, lacking: number): Promise<Person> {
  const person = await addPerson(api.db);
  await enroll(api.db, person.id, league);
  const all = resourcesOf(league);
  for (const id of all.slice(0, all.length - lacking)) await tick(person, id);
  return person;
}

const remove = async (resourceId: string) =>
  expect((await api.call(deleteResource, { token: grand.token, params: { id: resourceId } })).status).toBe(
    200,
  );

/** How many of each a learner has: badges, specializations, certificates, entries of the log, mails. */
async function awardsOf({ id }: Person): Promise<number[]> {
  const log = await api.db.select().from(auditLog).where(eq(auditLog.targetUserId, id));
  const earned = ['BADGE_EARNED', 'SPECIALIZATION_COMPLETED', 'CERTIFICATE_ISSUED'];
  return [
    await api.db.$count(userBadges, eq(userBadges.userId, id)),
    await api.db.$count(userSpecializations, eq(userSpecializations.userId, id)),
    await api.db.$count(certificates, eq(certificates.userId, id)),
    log.filter(({ action }) => earned.includes(action)).length,
    await api.db.$count(notifications, eq(notifications.userId, id)),
  ];
}
/** Badge, specialization, two certificates; badge and certificate of the league share a line of news. */
const ALL = [1, 1, 2, 4, 2];
const NOTHING = [0, 0, 0, 0, 0];
const SMALL = { weeks: 1, sections: 1, resources: 2 };

async function expectTrue(): Promise<void> {
  const drifts = [
    ...(await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE))),
    ...(await inTransaction(api.db, findMissingAwards)),
  ];
  expect(drifts.filter(({ drift }) => drift > 0)).toEqual([]);
}

describe('a league that a change completes', () => {
  test('gives its awards to everybody who had done the rest, once, however many processes do it', async () => {
    const league = await addAwardingLeague();
    const [first, second, later] = [
      await addLearner(league, 1),
      await addLearner(league, 1),
      await addLearner(league, 2),
    ];
    const before = await addLearner(league, 0);
    const suspended = await addLearner(league, 1);
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, suspended.id));
    await setRanked(api.db, suspended.id);
    expect(await awardsOf(before)).toEqual(ALL);
    const [, third = '', last = ''] = resourcesOf(league).slice(-3);
    await remove(last);
    expect(await awardsOf(first)).toEqual(NOTHING);
    const given = await Promise.all([1, 2, 3].map(() => grantDailyAwards(api)));
    // Badge, specialization and two certificates of each of three.
    expect(given.reduce((sum, count) => sum + count)).toBe(12);
    for (const person of [first, second, before]) expect(await awardsOf(person)).toEqual(ALL);
    expect(await awardsOf(later)).toEqual(NOTHING);
    // What an account is owed it gets; that it is told can wait until it is let in again.
    expect(await awardsOf(suspended)).toEqual([...ALL.slice(0, 4), 0]);
    await expectTrue();

    // A tick afterwards, or the same once more, gives nothing twice.
    await api.call(resetResource, { token: first.token, params: { resourceId: third } });
    await tick(first, third);
    expect(await grantDailyAwards(api)).toBe(0);
    expect(await awardsOf(first)).toEqual(ALL);
  });

  test('gives nothing to a learner who left the league, until they are enrolled again', async () => {
    const league = await addAwardingLeague();
    const left = await addLearner(league, 1);
    await api.db.delete(enrollments).where(eq(enrollments.userId, left.id));
    await remove(resourcesOf(league).at(-1) ?? '');
    expect(await grantDailyAwards(api)).toBe(0);
    expect(await awardsOf(left)).toEqual(NOTHING);
    await enroll(api.db, left.id, league);
    expect(await grantDailyAwards(api)).toBe(4);
    expect(await awardsOf(left)).toEqual(ALL);
    await expectTrue();
  });

  test('so does a resource that moves to another league, and a topic that goes', async () => {
    const [league, other] = [await addAwardingLeague(), await addAwardingLeague()];
    const mover = await addLearner(league, 1);
    const empty = await api.call(createSection, {
      token: grand.token,
      body: { weekId: other.weeks[0]?.id ?? '', name: 'Empty', order: 9 },
    });
    expect(empty.status).toBe(201);
    const finisher = await addLearner(other, 0);
    expect(await awardsOf(finisher)).toEqual(NOTHING);
    const sectionId = empty.body.data.id;
    const moved = await api.call(updateResource, {
      token: grand.token,
      params: { id: resourcesOf(league).at(-1) ?? '' },
      body: { sectionId },
    });
    expect(moved.status).toBe(200);
    expect(await grantDailyAwards(api)).toBe(4);
    expect([await awardsOf(mover), await awardsOf(finisher)]).toEqual([ALL, NOTHING]);
    await remove(resourcesOf(league).at(-1) ?? '');
    expect(await grantDailyAwards(api)).toBe(0);
    const gone = await api.call(deleteSection, { token: grand.token, params: { id: sectionId } });
    expect(gone.status).toBe(200);
    expect(await grantDailyAwards(api)).toBe(4);
    expect(await awardsOf(finisher)).toEqual(ALL);
    await expectTrue();
  });

  test('gives no badge that staff revoked, and nothing to who un-ticked something meanwhile', async () => {
    const league = await addAwardingLeague();
    const [revoked, undone] = [await addLearner(league, 0), await addLearner(league, 1)];
    const byHand = { token: grand.token, params: { id: league.badgeId } };
    const reply = await api.call(revokeBadge, { ...byHand, body: { userId: revoked.id, reason: 'Copied' } });
    expect(reply.status).toBe(200);
    const added = await api.call(createResource, {
      token: grand.token,
      params: { id: league.weeks[0]?.sections[0]?.id ?? '' },
      body: { title: 'More', url: 'https://example.org/more', type: 'ARTICLE', order: 9 },
    });
    expect(added.status).toBe(201);
    await remove(added.body.data.id);
    await remove(resourcesOf(league).at(-1) ?? '');
    await api.call(resetResource, {
      token: undone.token,
      params: { resourceId: resourcesOf(league)[0] ?? '' },
    });
    await grantDailyAwards(api);
    expect(await api.db.$count(userBadges, eq(userBadges.userId, revoked.id))).toBe(0);
    const isEarned = and(eq(auditLog.targetUserId, revoked.id), eq(auditLog.action, 'BADGE_EARNED'));
    expect(await api.db.$count(auditLog, isEarned)).toBe(1);
    expect(await awardsOf(undone)).toEqual(NOTHING);
    await expectTrue();
  });

  test('goes on where it was stopped, and one that fails holds nobody else up', async () => {
    const league = await addAwardingLeague();
    const learners: Person[] = [];
    for (let index = 0; index < 4; index++) learners.push(await addLearner(league, 1));
    await remove(resourcesOf(league).at(-1) ?? '');
    const done = async () =>
      (await Promise.all(learners.map(awardsOf))).filter(([earned]) => earned === 1).length;
    let asked = 0;
    expect(await grantDailyAwards(api, { isStopping: () => ++asked > 1 })).toBe(4);
    expect(await done()).toBe(1);

    // As if the process was killed in the middle of the next one: nothing of it is left.
    let told = 0;
    const failing = (tx: Database): Database =>
      Object.assign(Object.create(tx), {
        insert: (table: Parameters<Database['insert']>[0]) => {
          if (table === notifications && ++told === 2) throw new Error('killed');
          return tx.insert(table);
        },
      });
    const db: Database = Object.assign(Object.create(api.db), {
      transaction: (work: (tx: Database) => Promise<unknown>) =>
        api.db.transaction((tx) => work(failing(tx as unknown as Database))),
    });
    await expect(grantDailyAwards({ ...api, db })).rejects.toThrow('killed');
    expect(await done()).toBe(3);
    expect(await grantDailyAwards(api)).toBe(4);
    for (const person of learners) expect(await awardsOf(person)).toEqual(ALL);
    await expectTrue();
  });
});

describe('a league that leaves a specialization', () => {
  /** A specialization of two leagues. */
  async function addPair() {
    const [kept, leaving] = [await addLeague(api.db, SMALL), await addLeague(api.db, SMALL)];
    const specializationId = await addSpecialization(api, [kept, leaving]);
    return { kept, leaving, specializationId };
  }
  async function addFinisher(...done: TestLeague[]): Promise<Person> {
    const person = await addPerson(api.db);
    for (const league of done) {
      await enroll(api.db, person.id, league);
      for (const id of resourcesOf(league)) await tick(person, id);
    }
    return person;
  }
  const setLeagues = async (id: string, ...leagues: TestLeague[]) =>
    expect(
      (
        await api.call(updateSpecialization, {
          token: grand.token,
          params: { id },
          body: { leagues: leagues.map((league, index) => ({ leagueId: league.id, order: index + 1 })) },
        })
      ).status,
    ).toBe(200);
  /** Specializations and certificates of a learner. */
  const earned = async (person: Person) => {
    const [, completed, issued] = await awardsOf(person);
    return [completed, issued];
  };

  test.each(['by a change of it', 'by the deletion of the league'])(
    'completes it for who had done the rest, %s',
    async (how) => {
      const { kept, leaving, specializationId } = await addPair();
      const [half, both, other] = [
        await addFinisher(kept),
        await addFinisher(kept, leaving),
        await addFinisher(leaving),
      ];
      // A badge that was made after they were done comes with the daily run.
      await addBadge(api.db, kept.id, `Later ${kept.name}`);
      const second = await addLeague(api.db, SMALL);
      await api.db
        .insert(specializationLeagues)
        .values({ id: createId(), specializationId, leagueId: second.id, order: 3 });
      await setLeagues(specializationId, kept, leaving, second);
      for (const person of [half, both, other]) {
        await enroll(api.db, person.id, second);
        for (const id of resourcesOf(second)) await tick(person, id);
      }
      await grantDailyAwards(api);
      expect([await earned(half), await earned(both), await earned(other)]).toEqual([
        [0, 2],
        [1, 4],
        [0, 2],
      ]);
      if (how === 'by a change of it') await setLeagues(specializationId, kept, second);
      else {
        const gone = await api.call(deleteLeague, { token: grand.token, params: { id: leaving.id } });
        expect(gone.status).toBe(200);
      }
      // Specialization and certificate of one.
      expect(await grantDailyAwards(api)).toBe(2);
      expect([await earned(half), await earned(both), await earned(other)]).toEqual([
        [1, 3],
        [1, 4],
        [0, 2],
      ]);
      expect(await api.db.$count(userBadges, eq(userBadges.userId, half.id))).toBe(1);
      await expectTrue();
      // Once more, in another order, or with a league more: nobody is due anything.
      await setLeagues(specializationId, second, kept);
      await setLeagues(specializationId, second, kept, await addLeague(api.db, SMALL));
      expect(await grantDailyAwards(api)).toBe(0);
    },
  );

  test('a specialization made by mistake is given to nobody before the daily run, and can be deleted', async () => {
    const { kept, specializationId } = await addPair();
    await api.db
      .delete(specializationLeagues)
      .where(eq(specializationLeagues.specializationId, specializationId));
    const person = await addFinisher(kept);
    await setLeagues(specializationId, kept);
    expect(await earned(person)).toEqual([0, 1]);
    const gone = await api.call(deleteSpecialization, {
      token: grand.token,
      params: { id: specializationId },
    });
    expect(gone.status).toBe(200);
    expect(await grantDailyAwards(api)).toBe(0);
  });
});

describe('an assignment that goes', () => {
  /** A league with an assignment, and learners who completed it: whose answer is approved, and who gave none. */
  async function addAsked() {
    const league = await addAwardingLeague();
    const made = await api.call(createAssignment, {
      token: grand.token,
      body: { leagueId: league.id, title: 'A page of your own', description: 'Write one.' },
    });
    expect(made.status).toBe(201);
    return { league, assignmentId: made.body.data.id };
  }

  test('leaves nothing in the way of the certificate, deleted or moved to another league', async () => {
    for (const how of ['deleted', 'moved'] as const) {
      const { league, assignmentId } = await addAsked();
      const [finisher, later] = [await addLearner(league, 0), await addLearner(league, 1)];
      // Badge and specialization, without a certificate of either.
      expect((await awardsOf(finisher)).slice(0, 3)).toEqual([1, 1, 0]);
      const target = await addLeague(api.db, SMALL);
      const asked = { token: grand.token, params: { id: assignmentId } };
      const { status } =
        how === 'deleted'
          ? await api.call(deleteAssignment, asked)
          : await api.call(updateAssignment, { ...asked, body: { leagueId: target.id } });
      expect(status).toBe(200);
      expect(await grantDailyAwards(api)).toBe(2);
      expect((await awardsOf(finisher)).slice(0, 3)).toEqual([1, 1, 2]);
      expect(await awardsOf(later)).toEqual(NOTHING);
      await expectTrue();
    }
  });
});

test('a badge of a league that was completed in an earlier product is for staff to give', async () => {
  const league = await addLeague(api.db, SMALL);
  const [moved, here] = [await addPerson(api.db), await addPerson(api.db)];
  for (const [person, prefix] of [
    [moved, MOVED_IN_KEY],
    [here, 'key-'],
  ] as const) {
    await enroll(api.db, person.id, league);
    for (const resourceId of resourcesOf(league)) {
      const headers = { 'Idempotency-Key': `${prefix}${resourceId}` };
      const asked = { token: person.token, params: { resourceId }, body: {}, headers };
      expect((await api.call(completeResource, asked)).status).toBe(200);
    }
  }
  await addBadge(api.db, league.id, `Later ${league.name}`);
  expect(await grantDailyAwards(api)).toBe(1);
  expect([(await awardsOf(moved))[0], (await awardsOf(here))[0]]).toEqual([0, 1]);
});
