import { beforeEach, describe, expect, test } from 'bun:test';
import { createAssignment } from '#contract/assignments.ts';
import * as calls from '#contract/certificates.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { reviewSubmission, submitAssignment } from '#contract/submissions.ts';
import { addSpecialization, completeLeague, ownCertificatesOf } from '../../test/certificates.ts';
import { addLeague, addLearner, enroll, resourcesOf, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person } from '../../test/people.ts';
import { findMissingAwards, issueDueCertificates } from '../due.ts';

let learner: Person;

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Gita Grand' });
beforeEach(async () => {
  learner = await addPerson(api.db, { name: 'Asha Verma' });
});

const complete = (league: TestLeague, person = learner) => completeLeague(api, person, league);
async function tickAll(league: TestLeague): Promise<void> {
  const ticks = resourcesOf(league).map(({ id }) =>
    api.call(completeResource, { token: learner.token, params: { resourceId: id }, body: {} }),
  );
  expect((await Promise.all(ticks)).map(({ status }) => status)).toEqual(ticks.map(() => 200));
}
const ownOf = () => ownCertificatesOf(api, learner);
const titlesOf = async () => (await ownOf()).map(({ title }) => title).sort();
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
const revoke = (id: string) =>
  api.call(calls.revokeCertificate, { token: grand.token, params: { id }, body: { reason: 'Copied work' } });
const restore = (id: string) =>
  api.call(calls.restoreCertificate, { token: grand.token, params: { id }, body: {} });

describe('a league with an assignment', () => {
  test('gives its certificate with the approval, also to the specialization it completes', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1 });
    await addSpecialization(api, [league]);
    const made = await addTask(league);
    await complete(league);
    await issueDueCertificates(api.db);
    expect([await titlesOf(), await driftOf()]).toEqual([[], [0, 0]]);
    // The approved answer of somebody else gives nothing.
    const other = await addLearner(api.db, league);
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
    expect([(await ownOf()).length, await driftOf()]).toEqual([2, [0, 0]]);
  });

  test('gives it with the last tick where the answer was approved before', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1 });
    await enroll(api.db, learner.id, league);
    await (await handIn(learner, await addTask(league)))('APPROVED');
    expect(await titlesOf()).toEqual([]);
    await tickAll(league);
    expect(await titlesOf()).toEqual([league.name]);
  });

  test('an approval taken back before the last tick counts no longer; after it, the certificate stays', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1 });
    await enroll(api.db, learner.id, league);
    const review = await handIn(learner, await addTask(league));
    await review('APPROVED');
    await review('NEEDS_REVISION');
    await tickAll(league);
    expect(await titlesOf()).toEqual([]);
    await review('APPROVED');
    const before = await ownOf();
    expect(before).toMatchObject([{ title: league.name, isRevoked: false }]);
    expect((await review('NEEDS_REVISION')).status).toBe(200);
    await issueDueCertificates(api.db);
    expect([await ownOf(), await driftOf()]).toEqual([before, [0, 0]]);
  });
});

test('a specialization waits for the approval of each of its leagues, in nobody else’s way', async () => {
  const [open, tasked] = [await addLeague(api.db), await addLeague(api.db)];
  await addSpecialization(api, [open, tasked]);
  const task = await addTask(tasked);
  await complete(tasked);
  await complete(open);
  const other = await addPerson(api.db);
  await complete(open, other);
  expect((await ownCertificatesOf(api, other)).map(({ title }) => title)).toEqual([open.name]);
  await issueDueCertificates(api.db);
  expect([await titlesOf(), await driftOf()]).toEqual([[open.name], [0, 0]]);
  await (await handIn(learner, task))('APPROVED');
  expect(await titlesOf()).toEqual([open.name, `Path of ${open.name}`, tasked.name].sort());
});

test('a certificate carries the name of its issue as it can be printed, also that of a specialization', async () => {
  learner = await addPerson(api.db, { name: '\u202EAsha\nVerma\u200B' });
  const league = await addLeague(api.db);
  await addSpecialization(api, [league]);
  await complete(league);
  const names = (await ownOf()).map(({ kind, holderName }) => [kind, holderName]);
  expect(names.sort()).toEqual([
    ['LEAGUE', 'Asha Verma'],
    ['SPECIALIZATION', 'Asha Verma'],
  ]);
});

test('a revoked certificate counts for no specialization until it is restored', async () => {
  const [first, second] = [await addLeague(api.db), await addLeague(api.db)];
  await addSpecialization(api, [first, second]);
  await complete(first);
  const id = (await ownOf())[0]?.id ?? '';
  expect((await revoke(id)).status).toBe(200);
  await complete(second);
  await issueDueCertificates(api.db);
  expect([await titlesOf(), await driftOf()]).toEqual([[first.name, second.name].sort(), [0, 0]]);
  await restore(id);
  await issueDueCertificates(api.db);
  expect(await titlesOf()).toContain(`Path of ${first.name}`);
});
