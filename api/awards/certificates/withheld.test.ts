import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { createAssignment } from '#contract/assignments.ts';
import * as calls from '#contract/certificates.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { reviewSubmission, submitAssignment } from '#contract/submissions.ts';
import { specializationLeagues, specializations } from '../../db/schema/curriculum.ts';
import { auditLog } from '../../db/schema/operations.ts';
import { listStoredMessages } from '../../mail/outbox.ts';
import { createId } from '../../process/secrets.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';
import { findMissingAwards, issueDueCertificates } from '../due.ts';

let api: TestApp;
let grand: Person;
let other: Person;
let learner: Person;

beforeAll(async () => {
  api = await makeApp();
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Gita Grand' });
  other = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
});
afterAll(() => api.close());
beforeEach(async () => {
  learner = await addPerson(api.db, { name: 'Asha Verma' });
});

const resourcesOf = (league: TestLeague) =>
  league.weeks.flatMap((week) => week.sections.flatMap((section) => section.resources));

/** Ticks a whole league; with `apart`, the ticks but the last are moved that many seconds from each other. */
async function complete(league: TestLeague, apart = 0): Promise<void> {
  await enroll(api.db, learner.id, league);
  const all = resourcesOf(league);
  const tick = (resource: { id: string } | undefined) =>
    api.call(completeResource, {
      token: learner.token,
      params: { resourceId: resource?.id ?? '' },
      body: {},
    });
  for (const resource of all.slice(0, -1)) expect((await tick(resource)).status).toBe(200);
  for (const [index, { id }] of all.slice(0, -1).entries()) {
    const before = apart * (all.length - 1 - index);
    await api.db.execute(sql`update resource_progress set completed_at = completed_at - ${before} * interval '1 second'
      where user_id = ${learner.id} and resource_id = ${id}`);
  }
  expect((await tick(all.at(-1))).status).toBe(200);
}

async function ownOf(person = learner) {
  const { body } = await api.call(calls.listOwnCertificates, { token: person.token });
  return body.data as { certificates: calls.OwnCertificate[]; waiting: calls.WaitingCertificate[] };
}
const titlesOf = async () => (await ownOf()).certificates.map(({ title }) => title).sort();
const requestsOf = async (person: Person) =>
  (await api.call(calls.listCertificateRequests, { token: person.token })).body.data as {
    nameChanges: calls.NameChangeRow[];
    holds: calls.HoldRow[];
  };
const subjectsOf = async () =>
  (await listStoredMessages(api))
    .filter(({ to, kind }) => to === learner.email && kind === 'CERTIFICATE_DECIDED')
    .map(({ subject }) => subject);
const driftOf = async () => (await findMissingAwards(api.db)).map(({ drift }) => drift);
const actionsOf = async (person: Person) =>
  (
    await api.db
      .select({ action: auditLog.action, actorId: auditLog.actorId })
      .from(auditLog)
      .where(eq(auditLog.targetUserId, person.id))
      .orderBy(auditLog.id)
  ).filter(({ action }) => action.startsWith('CERTIFICATE_'));

describe('a league with an assignment', () => {
  test('gives its certificate with the approval, also to the specialization it completes', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1 });
    const specializationId = createId();
    await api.db
      .insert(specializations)
      .values({ id: specializationId, cohortId: league.cohortId, name: `Path of ${league.name}` });
    await api.db
      .insert(specializationLeagues)
      .values({ id: createId(), specializationId, leagueId: league.id, order: 1 });
    const made = await api.call(createAssignment, {
      token: grand.token,
      body: { title: 'Essay', description: 'Write', leagueId: league.id },
    });
    await complete(league);
    expect(await ownOf()).toEqual({
      certificates: [],
      waiting: [{ leagueId: league.id, title: league.name, lacksApproval: true, hold: null }],
    });
    await issueDueCertificates(api.db);
    expect([await titlesOf(), await driftOf()]).toEqual([[], [0, 0]]);
    const submitted = await api.call(submitAssignment, {
      token: learner.token,
      params: { assignmentId: made.body.data.id },
      body: { content: 'Mine' },
    });
    const review = (status: string) =>
      api.call(reviewSubmission, {
        token: grand.token,
        params: { id: submitted.body.data.id },
        body: { status },
      });
    await review('UNDER_REVIEW');
    await issueDueCertificates(api.db);
    expect(await titlesOf()).toEqual([]);
    await review('NEEDS_REVISION');
    await issueDueCertificates(api.db);
    expect(await titlesOf()).toEqual([]);
    expect((await review('APPROVED')).status).toBe(200);
    expect(await titlesOf()).toEqual([league.name, `Path of ${league.name}`]);
    await review('APPROVED');
    expect([(await ownOf()).waiting, (await ownOf()).certificates.length, await driftOf()]).toEqual([
      [],
      2,
      [0, 0],
    ]);
  });

  test('gives it with the last tick where the answer was approved before', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1 });
    await enroll(api.db, learner.id, league);
    const made = await api.call(createAssignment, {
      token: grand.token,
      body: { title: 'Essay', description: 'Write', leagueId: league.id },
    });
    const submitted = await api.call(submitAssignment, {
      token: learner.token,
      params: { assignmentId: made.body.data.id },
      body: { content: 'Mine' },
    });
    await api.call(reviewSubmission, {
      token: grand.token,
      params: { id: submitted.body.data.id },
      body: { status: 'APPROVED' },
    });
    expect(await titlesOf()).toEqual([]);
    for (const { id } of resourcesOf(league)) {
      await api.call(completeResource, { token: learner.token, params: { resourceId: id }, body: {} });
    }
    expect(await titlesOf()).toEqual([league.name]);
  });
});

describe('a pace no human keeps', () => {
  const large = () => addLeague(api.db, { weeks: 2, sections: 2, resources: 3 });

  test('is that of a whole league in seconds; a slower one, a short league and topics over days are not meant', async () => {
    for (const [league, apart] of [
      [await large(), 21],
      [await addLeague(api.db), 0],
    ] as const) {
      await complete(league, apart);
      expect(await titlesOf()).toContain(league.name);
    }
    const byTopics = await large();
    await enroll(api.db, learner.id, byTopics);
    const all = resourcesOf(byTopics);
    for (const { id } of all.slice(0, -1)) {
      await api.call(completeResource, { token: learner.token, params: { resourceId: id }, body: {} });
    }
    // Four topics of three, each ticked in a moment, a day apart.
    await api.db.execute(sql`update resource_progress p set completed_at = p.completed_at - s."order" * interval '1 day'
      from resources r join sections s on s.id = r.section_id
      where p.resource_id = r.id and p.user_id = ${learner.id}`);
    await api.call(completeResource, {
      token: learner.token,
      params: { resourceId: all.at(-1)?.id ?? '' },
      body: {},
    });
    expect((await ownOf()).waiting).toEqual([]);
    expect(await titlesOf()).toContain(byTopics.name);
  });

  test('is no human one by a tick of the day before, nor by one of each topic', async () => {
    for (const early of [1, 4]) {
      learner = await addPerson(api.db);
      const league = await addLeague(api.db, { weeks: 2, sections: 2, resources: 6 });
      await enroll(api.db, learner.id, league);
      const all = resourcesOf(league);
      const tick = async ({ id }: { id: string }) =>
        api.call(completeResource, { token: learner.token, params: { resourceId: id }, body: {} });
      const first = all.filter((_, index) => (early === 1 ? index === 0 : index % 6 === 0));
      for (const one of first) await tick(one);
      await api.db.execute(sql`update resource_progress set completed_at = completed_at - interval '1 day'
        where user_id = ${learner.id}`);
      for (const one of all.filter((other) => !first.includes(other))) await tick(one);
      expect([early, await titlesOf()]).toEqual([early, []]);
      const [hold] = (await requestsOf(grand)).holds.filter(({ user }) => user.id === learner.id);
      // More than half of the 24, which is what no human does in that time.
      expect(hold?.resources).toBe(13);
      expect(hold?.seconds).toBeLessThan(60);
    }
  });

  test('is not that of a large topic ticked at once after its first resource', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 24 });
    await enroll(api.db, learner.id, league);
    const tick = ({ id }: { id: string }) =>
      api.call(completeResource, { token: learner.token, params: { resourceId: id }, body: {} });
    const [first = { id: '' }, ...rest] = resourcesOf(league);
    await tick(first);
    await api.db.execute(sql`update resource_progress set completed_at = completed_at - interval '1 day'
      where user_id = ${learner.id}`);
    for (const resource of rest) await tick(resource);
    expect((await ownOf()).waiting).toEqual([]);
  });

  test('is held, shown to staff of the league, and issued by them with one decision', async () => {
    const league = await large();
    const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, chief.id, league.id);
    const elsewhere = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, elsewhere.id, (await addLeague(api.db, { weeks: 0 })).id);
    await complete(league);
    const { certificates: none, waiting } = await ownOf();
    expect(none).toEqual([]);
    expect(waiting).toEqual([
      {
        leagueId: league.id,
        title: league.name,
        lacksApproval: false,
        hold: {
          id: expect.any(String),
          heldAt: expect.stringMatching(/Z$/),
          outcome: null,
          reason: null,
          appeal: null,
          mayAppeal: false,
        },
      },
    ]);
    await issueDueCertificates(api.db);
    expect([await titlesOf(), await driftOf()]).toEqual([[], [0, 0]]);
    expect((await requestsOf(elsewhere)).holds).toEqual([]);
    const [hold] = (await requestsOf(chief)).holds;
    expect(hold).toMatchObject({ title: league.name, user: { id: learner.id }, resources: 12, appeal: null });
    expect(hold?.seconds).toBeLessThan(240);
    const params = { id: hold?.id ?? '' };
    const body = { outcome: 'ISSUED', reason: 'Knew it from work' };
    const decide = () => api.call(calls.decideHold, { token: chief.token, params, body });
    const appeal = { appeal: 'Too early' };
    const early = await api.call(calls.appealHold, { token: learner.token, params, body: appeal });
    expect([early.status, early.body.code]).toEqual([409, 'APPEAL_REFUSED']);
    const statuses = (await Promise.all([decide(), decide(), decide()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
    expect(await titlesOf()).toEqual([league.name]);
    expect((await requestsOf(chief)).holds).toEqual([]);
    expect(await actionsOf(learner)).toEqual([
      { action: 'CERTIFICATE_RELEASED', actorId: chief.id },
      { action: 'CERTIFICATE_ISSUED', actorId: learner.id },
    ]);
  });

  test('declined, it is appealed against once, and somebody else has the last word', async () => {
    const league = await large();
    await complete(league);
    const id = (await ownOf()).waiting[0]?.hold?.id ?? '';
    const decide = (person: Person, outcome: string, reason: string | undefined = 'Not read') =>
      api.call(calls.decideHold, { token: person.token, params: { id }, body: { outcome, reason } });
    const appeal = (person: Person, words: unknown = 'I read it last year') =>
      api.call(calls.appealHold, { token: person.token, params: { id }, body: { appeal: words } });
    expect((await decide(grand, 'DECLINED', '')).body.error).toBe('Reason is required');
    expect((await decide(grand, 'MAYBE')).status).toBe(400);
    expect((await decide(grand, 'DECLINED')).status).toBe(200);
    expect(await subjectsOf()).toEqual([`No certificate: ${league.name}`]);
    await issueDueCertificates(api.db);
    expect(await titlesOf()).toEqual([]);
    expect((await ownOf()).waiting[0]?.hold).toMatchObject({
      outcome: 'DECLINED',
      reason: 'Not read',
      mayAppeal: true,
    });
    expect((await requestsOf(grand)).holds.map((row) => row.id)).not.toContain(id);
    expect((await decide(other, 'ISSUED')).body.code).toBe('HOLD_DECIDED');
    expect((await appeal(grand)).status).toBe(404);
    expect((await appeal(learner, ' ')).body.error).toBe('Appeal is required');
    const asked = await appeal(learner);
    expect(asked.status).toBe(200);
    expect(asked.body.data.waiting[0].hold).toMatchObject({ outcome: null, mayAppeal: false });
    expect((await appeal(learner, 'Once more')).body.code).toBe('APPEAL_REFUSED');
    const [row] = (await requestsOf(other)).holds.filter((one) => one.id === id);
    expect(row).toMatchObject({
      appeal: 'I read it last year',
      declinedReason: 'Not read',
      declinedBy: 'Gita Grand',
    });
    expect((await decide(grand, 'DECLINED')).body.code).toBe('APPEAL_BY_DECIDER');
    expect((await decide(other, 'ISSUED', 'Showed it')).status).toBe(200);
    expect(await titlesOf()).toEqual([league.name]);
    expect((await decide(other, 'DECLINED')).body.code).toBe('HOLD_DECIDED');
    // The certificate brings its own message.
    expect(await subjectsOf()).toHaveLength(1);
  });

  test('the outcome of an appeal is mailed, and of a hold let through what is still missing', async () => {
    const [declined, open] = [await large(), await large()];
    await api.call(createAssignment, {
      token: grand.token,
      body: { title: 'Essay', description: 'Write', leagueId: open.id },
    });
    await complete(declined);
    await complete(open);
    const { waiting } = await ownOf();
    const holdOf = (league: TestLeague) =>
      waiting.find(({ leagueId }) => leagueId === league.id)?.hold?.id ?? '';
    const decide = (person: Person, league: TestLeague, outcome: string) =>
      api.call(calls.decideHold, {
        token: person.token,
        params: { id: holdOf(league) },
        body: { outcome, reason: 'Asked' },
      });
    await decide(grand, declined, 'DECLINED');
    const params = { id: holdOf(declined) };
    await api.call(calls.appealHold, { token: learner.token, params, body: { appeal: 'I knew it' } });
    expect((await decide(other, declined, 'DECLINED')).status).toBe(200);
    expect((await decide(grand, open, 'ISSUED')).status).toBe(200);
    const mails = (await listStoredMessages(api)).filter(
      ({ to, kind }) => to === learner.email && kind === 'CERTIFICATE_DECIDED',
    );
    expect(mails.map(({ text }) => /declined|let|hold/i.test(text ?? ''))).toEqual([true, true, true]);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `Certificate let through: ${open.name}`,
      `No certificate: ${declined.name}`,
      `No certificate: ${declined.name}`,
    ]);
  });
});

test('a certificate carries the name of its issue as it can be printed', async () => {
  learner = await addPerson(api.db, { name: '\u202EAsha\nVerma\u200B' });
  await complete(await addLeague(api.db));
  expect((await ownOf()).certificates[0]?.holderName).toBe('Asha Verma');
});

describe('a revoked certificate', () => {
  test('counts for no specialization until it is restored', async () => {
    const [first, second] = [await addLeague(api.db), await addLeague(api.db)];
    const specializationId = createId();
    await api.db
      .insert(specializations)
      .values({ id: specializationId, cohortId: first.cohortId, name: `Path of ${first.name}` });
    for (const [index, { id }] of [first, second].entries()) {
      const part = { id: createId(), specializationId, leagueId: id, order: index + 1 };
      await api.db.insert(specializationLeagues).values(part);
    }
    await complete(first);
    const params = { id: (await ownOf()).certificates[0]?.id ?? '' };
    const body = { reason: 'Copied work' };
    expect((await api.call(calls.revokeCertificate, { token: grand.token, params, body })).status).toBe(200);
    await complete(second);
    await issueDueCertificates(api.db);
    expect([await titlesOf(), await driftOf()]).toEqual([[first.name, second.name].sort(), [0, 0]]);
    await api.call(calls.restoreCertificate, { token: grand.token, params, body: {} });
    await issueDueCertificates(api.db);
    expect(await titlesOf()).toContain(`Path of ${first.name}`);
  });
});
