import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { createAssignment } from '#contract/assignments.ts';
import * as calls from '#contract/certificates.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { reviewSubmission, submitAssignment } from '#contract/submissions.ts';
import type { By } from '../../http/request-info.ts';
import {
  addCertificate,
  addSpecialization,
  certificateEntriesOf,
  completeLeague,
  decisionMailsOf,
  ownCertificatesOf,
  requestsOf,
  resourcesOf,
} from '../../test/certificates.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';
import { findMissingAwards, issueDueCertificates } from '../due.ts';
import { decideHold } from './requests.ts';

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

const complete = (league: TestLeague, person = learner) => completeLeague(api, person, league);
const ownOf = () => ownCertificatesOf(api, learner);
const titlesOf = async () => (await ownOf()).certificates.map(({ title }) => title).sort();
const holdsOf = async (person: Person) => (await requestsOf(api, person)).holds;
const subjectsOf = async () => (await decisionMailsOf(api, learner)).map(({ subject }) => subject);
const driftOf = async () => (await findMissingAwards(api.db)).map(({ drift }) => drift);
const addTask = (league: TestLeague) =>
  api.call(createAssignment, {
    token: grand.token,
    body: { title: 'Essay', description: 'Write', leagueId: league.id },
  });
async function handIn(person: Person, task: { body: { data: { id: string } } }) {
  const params = { assignmentId: task.body.data.id };
  const { body } = await api.call(submitAssignment, {
    token: person.token,
    params,
    body: { content: 'Mine' },
  });
  return (status: string) =>
    api.call(reviewSubmission, { token: grand.token, params: { id: body.data.id }, body: { status } });
}
/** Ticked in a moment, its certificate is held. */
const addLarge = () => addLeague(api.db, { weeks: 2, sections: 2, resources: 3 });
async function holdOf(league: TestLeague): Promise<string> {
  const { waiting } = await ownOf();
  return waiting.find(({ leagueId }) => leagueId === league.id)?.hold?.id ?? '';
}
const decide = (person: Person, id: string, outcome: string, reason = 'Not read') =>
  api.call(calls.decideHold, { token: person.token, params: { id }, body: { outcome, reason } });
const appeal = (person: Person, id: string, words = 'I read it last year') =>
  api.call(calls.appealHold, { token: person.token, params: { id }, body: { appeal: words } });

describe('a league with an assignment', () => {
  test('gives its certificate with the approval, also to the specialization it completes', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1 });
    await addSpecialization(api, [league]);
    const made = await addTask(league);
    await enroll(api.db, learner.id, league);
    for (const { id } of resourcesOf(league).slice(1)) {
      await api.call(completeResource, { token: learner.token, params: { resourceId: id }, body: {} });
    }
    // What is not complete yet waits for nothing.
    expect(await ownOf()).toEqual({ certificates: [], waiting: [] });
    const params = { resourceId: resourcesOf(league)[0]?.id ?? '' };
    await api.call(completeResource, { token: learner.token, params, body: {} });
    expect(await ownOf()).toEqual({
      certificates: [],
      waiting: [{ leagueId: league.id, title: league.name, lacksApproval: true, hold: null }],
    });
    await issueDueCertificates(api.db);
    expect([await titlesOf(), await driftOf()]).toEqual([[], [0, 0]]);
    // The approved answer of somebody else gives nothing.
    const other = await addPerson(api.db);
    await enroll(api.db, other.id, league);
    await (await handIn(other, made))('APPROVED');
    const review = await handIn(learner, made);
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
    await (await handIn(learner, await addTask(league)))('APPROVED');
    expect(await titlesOf()).toEqual([]);
    for (const { id } of resourcesOf(league)) {
      await api.call(completeResource, { token: learner.token, params: { resourceId: id }, body: {} });
    }
    expect(await titlesOf()).toEqual([league.name]);
  });
});

describe('a certificate held for its pace', () => {
  test('is shown to staff of the league, and issued by them with one decision', async () => {
    const league = await addLarge();
    const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, chief.id, league.id);
    const elsewhere = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, elsewhere.id, (await addLeague(api.db, { weeks: 0 })).id);
    const blind = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, blind.id, league.id, { canManageUsers: false });
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
    const [hold] = await holdsOf(chief);
    expect(hold).toMatchObject({ title: league.name, user: { id: learner.id }, resources: 12, appeal: null });
    expect(hold?.seconds).toBeLessThan(240);
    const id = hold?.id ?? '';
    for (const stranger of [elsewhere, blind]) {
      expect(await holdsOf(stranger)).toEqual([]);
      // Whoever may not decide hears that, whatever is sent.
      expect((await decide(stranger, id, 'NONSENSE')).status).toBe(403);
      const by = { actor: { id: stranger.id, role: 'CHIEF_PATHFINDER' }, requestInfo: {} } as By;
      const decision = { outcome: 'ISSUED', reason: 'Knew it from work' } as const;
      await expect(decideHold(api, by, id, decision)).rejects.toMatchObject({ status: 403 });
    }
    const early = await appeal(learner, id);
    expect([early.status, early.body.code]).toEqual([409, 'APPEAL_REFUSED']);
    const issue = (person: Person) => decide(person, id, 'ISSUED', 'Knew it from work');
    const deciders = [chief, grand, other];
    const statuses = (await Promise.all(deciders.map(issue))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
    // The certificate brings its own message.
    expect(await subjectsOf()).toEqual([]);
    expect(await titlesOf()).toEqual([league.name]);
    expect(await holdsOf(chief)).toEqual([]);
    expect(await certificateEntriesOf(api, learner)).toEqual([
      {
        action: 'CERTIFICATE_RELEASED',
        actorId: deciders[statuses.indexOf(200)]?.id ?? '',
        metadata: { id, leagueId: league.id, reason: 'Knew it from work', isAppeal: false },
      },
      { action: 'CERTIFICATE_ISSUED', actorId: learner.id, metadata: expect.anything() },
    ]);
  });

  test('stands in nobody else’s way, nor in that of another league; a specialization waits for it', async () => {
    const [league, small] = [await addLarge(), await addLeague(api.db)];
    await addSpecialization(api, [league, small]);
    await complete(league);
    await complete(small);
    expect(await titlesOf()).toEqual([small.name]);
    await issueDueCertificates(api.db);
    expect([await titlesOf(), await driftOf()]).toEqual([[small.name], [0, 0]]);
    const slow = await addPerson(api.db);
    await complete(league, slow);
    // What the second learner ticked was ticked over days.
    await api.db.execute(sql`delete from certificate_holds where user_id = ${slow.id}`);
    await api.db.execute(sql`update resource_progress p set completed_at = now() - r.n * interval '1 day'
      from (select id, row_number() over () as n from resource_progress where user_id = ${slow.id}) r
      where p.id = r.id`);
    await issueDueCertificates(api.db);
    expect((await ownCertificatesOf(api, slow)).certificates.map(({ title }) => title)).toEqual([
      league.name,
    ]);
    expect((await decide(grand, await holdOf(league), 'ISSUED')).status).toBe(200);
    expect(await titlesOf()).toEqual([league.name, `Path of ${league.name}`, small.name].sort());
  });

  test('is never one that was issued before', async () => {
    const league = await addLarge();
    await addCertificate(api, learner, league);
    await complete(league);
    expect(await holdsOf(grand).then((rows) => rows.filter(({ user }) => user.id === learner.id))).toEqual(
      [],
    );
    expect((await ownOf()).waiting).toEqual([]);
  });

  test('declined, it is appealed against once, and somebody else has the last word', async () => {
    const league = await addLarge();
    await complete(league);
    const id = await holdOf(league);
    expect((await decide(grand, id, 'DECLINED', '')).body.error).toBe('Reason is required');
    expect((await decide(grand, id, 'MAYBE')).status).toBe(400);
    expect((await decide(grand, id, 'DECLINED')).status).toBe(200);
    expect(await subjectsOf()).toEqual([`No certificate: ${league.name}`]);
    await issueDueCertificates(api.db);
    expect(await titlesOf()).toEqual([]);
    expect((await ownOf()).waiting[0]?.hold).toMatchObject({
      outcome: 'DECLINED',
      reason: 'Not read',
      mayAppeal: true,
    });
    expect((await holdsOf(grand)).map((row) => row.id)).not.toContain(id);
    expect((await decide(other, id, 'ISSUED')).body.code).toBe('HOLD_DECIDED');
    expect((await appeal(grand, id)).status).toBe(404);
    expect((await appeal(learner, id, ' ')).body.error).toBe('Appeal is required');
    const asked = await appeal(learner, id);
    expect(asked.status).toBe(200);
    expect(asked.body.data.waiting[0].hold).toMatchObject({ outcome: null, mayAppeal: false });
    expect((await appeal(learner, id, 'Once more')).body.code).toBe('APPEAL_REFUSED');
    const [row] = (await holdsOf(other)).filter((one) => one.id === id);
    expect(row).toMatchObject({
      appeal: 'I read it last year',
      declinedReason: 'Not read',
      declinedBy: 'Gita Grand',
    });
    expect((await decide(grand, id, 'DECLINED')).body.code).toBe('APPEAL_BY_DECIDER');
    expect((await decide(other, id, 'ISSUED', 'Showed it')).status).toBe(200);
    expect(await titlesOf()).toEqual([league.name]);
    expect((await decide(other, id, 'DECLINED')).body.code).toBe('HOLD_DECIDED');
    expect((await holdsOf(grand)).map((one) => one.id)).not.toContain(id);
    expect(await subjectsOf()).toHaveLength(1);
    const about = { id, leagueId: league.id };
    expect((await certificateEntriesOf(api, learner)).slice(0, 3)).toEqual([
      {
        action: 'CERTIFICATE_DECLINED',
        actorId: grand.id,
        metadata: { ...about, reason: 'Not read', isAppeal: false },
      },
      {
        action: 'CERTIFICATE_APPEALED',
        actorId: learner.id,
        metadata: { ...about, appeal: 'I read it last year' },
      },
      {
        action: 'CERTIFICATE_RELEASED',
        actorId: other.id,
        metadata: { ...about, reason: 'Showed it', isAppeal: true },
      },
    ]);
  });

  test('the outcome of an appeal is mailed, and of a hold let through what is still missing', async () => {
    const [declined, open] = [await addLarge(), await addLarge()];
    await addTask(open);
    await complete(declined);
    await complete(open);
    const id = await holdOf(declined);
    await decide(grand, id, 'DECLINED');
    await appeal(learner, id);
    expect((await decide(other, id, 'DECLINED')).status).toBe(200);
    await issueDueCertificates(api.db);
    expect(await titlesOf()).toEqual([]);
    expect((await decide(grand, await holdOf(open), 'ISSUED')).status).toBe(200);
    const mails = await decisionMailsOf(api, learner);
    expect(mails.map(({ text }) => /declined|let|hold/i.test(text ?? ''))).toEqual([true, true, true]);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `Certificate let through: ${open.name}`,
      `No certificate: ${declined.name}`,
      `No certificate: ${declined.name}`,
    ]);
  });
});

test('a certificate carries the name of its issue as it can be printed, also that of a specialization', async () => {
  learner = await addPerson(api.db, { name: '\u202EAsha\nVerma\u200B' });
  const league = await addLeague(api.db);
  await addSpecialization(api, [league]);
  await complete(league);
  const names = (await ownOf()).certificates.map(({ kind, holderName }) => [kind, holderName]);
  expect(names.sort()).toEqual([
    ['LEAGUE', 'Asha Verma'],
    ['SPECIALIZATION', 'Asha Verma'],
  ]);
});

describe('a revoked certificate', () => {
  test('counts for no specialization until it is restored', async () => {
    const [first, second] = [await addLeague(api.db), await addLeague(api.db)];
    await addSpecialization(api, [first, second]);
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
