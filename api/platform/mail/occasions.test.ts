import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { updateRoleById, updateStatusById } from '#contract/admin-users.ts';
import { createAssignment } from '#contract/assignments.ts';
import { awardBadge, revokeBadge } from '#contract/badges.ts';
import { completeSection } from '#contract/learning.ts';
import { listNews, type NewsItem } from '#contract/news.ts';
import { completeResource, resetResource } from '#contract/resource-progress.ts';
import { reviewSubmission, submitAssignment } from '#contract/submissions.ts';
import { updateStatus } from '../../accounts/users/service.ts';
import { addBadge } from '../../test/awards.ts';
import { demoData } from '../../test/demo.ts';
import { addLeague, addLearner } from '../../test/leagues.ts';
import { makeApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, readPerson } from '../../test/people.ts';
import { badges } from '../db/schema/awards.ts';
import { outboxMessages } from '../db/schema/operations.ts';
import { createId } from '../process/secrets.ts';
import type { MailKind } from './kinds.ts';
import { listStoredMessages } from './outbox.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });

const mailTo = async ({ email }: Person, kind: MailKind) =>
  (await listStoredMessages(api)).filter((message) => message.to === email && message.kind === kind);
const queued = async ({ id }: Person) =>
  (await api.db.select().from(outboxMessages).where(eq(outboxMessages.userId, id))).length;
const newsOf = async ({ token }: Person) =>
  (await api.call(listNews, { token })).body.data.items.map(({ text }: NewsItem) => text);
const twenty = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 20 }, work));

describe('what staff decide about an account', () => {
  test('a suspension and its end are told, each once; a refused or repeated one is not', async () => {
    const person = await addPerson(api.db);
    const other = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    const set = (status: string, token = grand.token) =>
      api.call(updateStatusById, { token, params: { userId: person.id }, body: { status } });
    expect((await set('SUSPENDED', other.token)).status).toBe(403);
    expect(await queued(person)).toBe(0);
    await twenty(() => set('SUSPENDED'));
    await set('ACTIVE');
    await set('ACTIVE');
    expect(await mailTo(person, 'ACCOUNT_SUSPENDED')).toHaveLength(1);
    expect(await mailTo(person, 'ACCOUNT_RESTORED')).toHaveLength(1);
    expect(await queued(person)).toBe(2);
  });

  test('a new role is told once, with what it means', async () => {
    const person = await addPerson(api.db);
    const promote = (role: string) =>
      api.call(updateRoleById, { token: grand.token, params: { userId: person.id }, body: { role } });
    await twenty(() => promote('PATHFINDER'));
    const [message, ...more] = await mailTo(person, 'ROLE_CHANGED');
    expect(more).toEqual([]);
    expect(message?.subject).toContain('You are now a Pathfinder');
    expect(message?.text).toContain('/admin');
    expect((await promote('NOBODY')).status).toBe(400);
    expect(await queued(person)).toBe(1);
  });
});

describe('what a learner achieves', () => {
  test('the verdict on a submission is told once; looking at it is not, other words are', async () => {
    const league = await addLeague(api.db, { name: 'Sailing & <b>Stars</b>', weeks: 0 });
    const learner = await addLearner(api.db, league);
    const assignment = await api.call(createAssignment, {
      token: grand.token,
      body: { title: 'Chart a course', description: 'North', leagueId: league.id },
    });
    const submit = () =>
      api.call(submitAssignment, {
        token: learner.token,
        params: { assignmentId: assignment.body.data.id },
        body: { content: 'Done' },
      });
    const id = (await submit()).body.data.id;
    const review = (body: unknown) =>
      api.call(reviewSubmission, { token: grand.token, params: { id }, body });

    await review({ status: 'UNDER_REVIEW' });
    expect(await queued(learner)).toBe(0);
    const verdict = { status: 'NEEDS_REVISION', feedback: 'Mind the <reef>\nand the tide' };
    expect((await twenty(() => review(verdict))).every(({ status }) => status === 200)).toBe(true);
    const [message, ...more] = await mailTo(learner, 'SUBMISSION_REVIEWED');
    expect(more).toEqual([]);
    expect(message?.text).toContain('> Mind the <reef>\n> and the tide');
    expect(message?.html).toContain('Mind the &lt;reef&gt;<br>and the tide');
    expect(message?.html).not.toContain('<b>Stars');
    expect(message?.html).toContain(`/dashboard/league/${league.id}"`);

    await review({ ...verdict, feedback: 'Mind the rocks' });
    await submit();
    await review({ status: 'APPROVED' });
    expect((await mailTo(learner, 'SUBMISSION_REVIEWED')).map(({ subject }) => subject).sort()).toEqual([
      'Approved: Chart a course',
      'Please revise: Chart a course',
      'Please revise: Chart a course',
    ]);
    await review({ status: 'WRONG' });
    expect(await queued(learner)).toBe(3);
  });

  test('a badge is told once, however often and at once the last tick comes', async () => {
    const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 2 });
    await addBadge(api.db, league.id, 'Navigator');
    const learner = await addLearner(api.db, league);
    const { token } = learner;
    const section = league.weeks[0]?.sections[0];
    const params = { resourceId: section?.resources[0]?.id ?? '' };
    await api.call(completeResource, { token, params, body: {} });
    expect(await queued(learner)).toBe(0);
    const sectionParams = { sectionId: section?.id ?? '' };
    await twenty(() => api.call(completeSection, { token, params: sectionParams, body: {} }));
    await api.call(resetResource, { token, params });
    await api.call(completeResource, { token, params, body: {} });
    expect(await newsOf(learner)).toEqual(['You earned the badge Navigator and a certificate']);
    expect(await queued(learner)).toBe(0);
  });

  test('a badge given by hand is told; one taken back is not, one that was had already neither', async () => {
    const league = await addLeague(api.db, { weeks: 0 });
    const id = createId();
    await api.db.insert(badges).values({ id, leagueId: league.id, name: 'Helmsman' });
    const learner = await addPerson(api.db);
    const options = { token: grand.token, params: { id }, body: { userId: learner.id } };
    await twenty(() => api.call(awardBadge, options));
    await api.call(revokeBadge, options);
    expect(await newsOf(learner)).toEqual(['You earned the badge Helmsman']);
    expect(await queued(learner)).toBe(0);
  });
});

test('loading the demo data sends nobody anything', async () => {
  const demo = await makeApp({}, demoData);
  const messages = await demo.db.select().from(outboxMessages);
  expect(messages.length).toBeGreaterThan(100);
  const waiting = messages.filter(({ sentAt, failedAt }) => !sentAt && !failedAt);
  expect(waiting.map(({ lastError }) => lastError)).toEqual(['451', '451', '451']);
  expect(
    waiting.every(({ nextAttemptAt, sealedContent }) => nextAttemptAt > new Date() && sealedContent),
  ).toBe(true);
  expect(messages.every((one) => waiting.includes(one) || one.sealedContent === null)).toBe(true);
  // Nobody receives mail at a domain that is kept for tests.
  expect(messages.filter(({ toAddress }) => !toAddress.endsWith('.openleague.test'))).toEqual([]);
  await demo.close();
});

test('a message and the change it tells of are one: when either fails there is neither', async () => {
  const person = await addPerson(api.db);
  const broken = {
    ...api.secret,
    seal: () => {
      throw new Error('no key');
    },
  };

  const { id, sessionId } = grand;
  const actor = { id, sessionId, role: 'GRAND_PATHFINDER', status: 'ACTIVE' } as never;
  const requestInfo = {
    address: '127.0.0.1',
    isLocal: true,
    userAgent: null,
    deviceToken: null,
    requestId: 'r',
    idempotencyKey: null,
    requestHash: '',
  };
  await expect(
    updateStatus({ db: api.db, secret: broken }, { actor, requestInfo }, person.id, { status: 'SUSPENDED' }),
  ).rejects.toThrow('no key');
  expect((await readPerson(api.db, person.id)).status).toBe('ACTIVE');
  expect(await queued(person)).toBe(0);
});
