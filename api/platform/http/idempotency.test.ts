import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { createAssignment } from '#contract/assignments.ts';
import { createBadge, createFreeBadge } from '#contract/badges.ts';
import type { Call } from '#contract/call.ts';
import { createCohort } from '#contract/cohorts.ts';
import { createLeague } from '#contract/leagues.ts';
import { completeSection, enrollInLeague, updateSectionProgress } from '#contract/learning.ts';
import { completeResource, resetResource, saveNote } from '#contract/resource-progress.ts';
import { createResource } from '#contract/resources.ts';
import { createSection } from '#contract/sections.ts';
import { createSpecialization } from '#contract/specializations.ts';
import { submitAssignment } from '#contract/submissions.ts';
import { createWeek } from '#contract/weeks.ts';
import { addAssignment } from '../../test/awards.ts';
import { addLeague, addLearner, enroll, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person } from '../../test/people.ts';
import { badges } from '../db/schema/awards.ts';
import {
  assignments,
  cohorts,
  leagues,
  resources,
  sections,
  specializations,
  weeks,
} from '../db/schema/curriculum.ts';
import { enrollments, progressEvents, submissionAttempts, submissions } from '../db/schema/learning.ts';
import { answeredRequests, auditLog } from '../db/schema/operations.ts';
import { createId } from '../process/secrets.ts';
import { sweepAnsweredRequests } from './idempotency.ts';

const assignmentId = createId();
const api = await openTestApp();
const league = await addLeague(api.db);
await addAssignment(api.db, league.id, { id: assignmentId });

const section = () => league.weeks[0]?.sections[0] as TestLeague['weeks'][number]['sections'][number];
const resource = () => ({ resourceId: section().resources[0]?.id ?? '' });

type Make = [
  call: Pick<Call, 'method' | 'path'>,
  rest: Record<string, unknown>,
  params?: Record<string, string>,
];
const keysOf = (userId: string) =>
  api.db.select().from(answeredRequests).where(eq(answeredRequests.userId, userId));

describe('P41 every write of a learner', () => {
  const rowsOf = (userId: string) =>
    api.db.select().from(progressEvents).where(eq(progressEvents.userId, userId));
  const sectionId = () => section().id;
  const writes: [
    name: string,
    call: Pick<Call, 'method' | 'path'>,
    ask: (isOther: boolean) => { params?: Record<string, string>; body: object },
    count: (userId: string) => Promise<unknown[]>,
    add?: () => Promise<Person>,
  ][] = [
    [
      'enroll',
      enrollInLeague,
      (isOther) => ({ body: { cohortId: isOther ? 'nowhere' : 'default', leagueId: league.id } }),
      (userId) => api.db.select().from(enrollments).where(eq(enrollments.userId, userId)),
      () => addPerson(api.db),
    ],
    [
      'hand in',
      submitAssignment,
      (isOther) => ({
        params: { assignmentId },
        body: { content: isOther ? 'another answer' : 'an answer' },
      }),
      (userId) =>
        api.db
          .select({ id: submissionAttempts.id })
          .from(submissionAttempts)
          .innerJoin(submissions, eq(submissions.id, submissionAttempts.submissionId))
          .where(eq(submissions.userId, userId)),
    ],
    [
      'section PUT',
      updateSectionProgress,
      (isOther) => ({ params: { sectionId: sectionId() }, body: { personalNote: isOther ? 'two' : 'one' } }),
      async () => [1],
    ],
    [
      'section complete',
      completeSection,
      (isOther) => ({ params: { sectionId: sectionId() }, body: isOther ? { personalNote: 'two' } : {} }),
      async (userId) => (await rowsOf(userId)).slice(1),
    ],
    [
      'a tick',
      completeResource,
      (isOther) => ({ params: resource(), body: { timeSpent: isOther ? 6 : 5 } }),
      rowsOf,
    ],
    [
      'a note',
      saveNote,
      (isOther) => ({ params: resource(), body: { personalNote: isOther ? 'two' : 'one' } }),
      rowsOf,
    ],
  ];
  for (const [name, call, ask, count, add = () => addLearner(api.db, league)] of writes) {
    test(`P41 CALL-24 ${name}: ten at once and one later are one write with one answer; another body is 409`, async () => {
      const person = await add();
      const send = (isOther = false) =>
        api.call(call, { token: person.token, headers: { 'idempotency-key': 'k' }, ...ask(isOther) });
      const replies = await Promise.all(Array.from({ length: 10 }, () => send()));
      replies.push(await send());
      expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
      expect(replies[0]?.body.success).toBe(true);
      expect(await count(person.id)).toHaveLength(1);
      const other = await send(true);
      expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
      expect(await keysOf(person.id)).toHaveLength(1);
    });
  }

  test('P41 a write that changed nothing is remembered as well: it does not act later', async () => {
    const person = await addLearner(api.db, league);
    const headers = { 'idempotency-key': 'idle' };
    const ask = { token: person.token, params: resource(), headers };
    const first = await api.call(resetResource, ask);
    await api.call(completeResource, { token: person.token, params: resource(), body: {} });
    const repeat = await api.call(resetResource, ask);
    expect([repeat.status, repeat.body]).toEqual([200, first.body]);
    const kinds = await api.db.select().from(progressEvents).where(eq(progressEvents.userId, person.id));
    expect(kinds.map(({ kind }) => kind)).toEqual(['COMPLETED']);
  });

  test('P41 a refused write leaves no key, so that it may be sent again; keys of accounts are apart', async () => {
    const [stranger, learner] = [await addPerson(api.db), await addLearner(api.db, league)];
    const ask = ({ token }: Person) =>
      api.call(completeResource, {
        token,
        params: resource(),
        body: {},
        headers: { 'idempotency-key': 'same' },
      });
    expect((await ask(stranger)).status).toBe(403);
    expect(await keysOf(stranger.id)).toEqual([]);
    await enroll(api.db, stranger.id, league);
    expect((await ask(stranger)).status).toBe(200);
    expect((await ask(learner)).body.data.userId).toBe(learner.id);
  });

  test('P41 keys are forgotten after seven days and not before', async () => {
    const person = await addLearner(api.db, league);
    for (const key of ['old', 'young']) {
      await api.call(saveNote, {
        token: person.token,
        params: resource(),
        body: { personalNote: key },
        headers: { 'idempotency-key': key },
      });
    }
    const age = (key: string, hours: number) =>
      api.db.execute(sql`update answered_requests set answered_at = now() - make_interval(hours => ${hours}::int)
        where user_id = ${person.id} and idempotency_key = ${key}`);
    await age('old', 7 * 24 + 1);
    await age('young', 7 * 24 - 1);
    await sweepAnsweredRequests(api.db);
    expect((await keysOf(person.id)).map(({ idempotencyKey }) => idempotencyKey)).toEqual(['young']);
  });
});

describe('P41 everything that staff make', () => {
  let order = 10;
  const newLeague = async () => (await addLeague(api.db)).id;
  const first = () => [{ leagueId: league.id, order: 1 }];
  const link = { url: 'https://example.org/', type: 'ARTICLE' };
  const makes: [name: string, table: PgTable, title: PgColumn, open: () => Promise<Make>][] = [
    ['cohort', cohorts, cohorts.name, async () => [createCohort, {}]],
    ['league', leagues, leagues.name, async () => [createLeague, { cohortId: league.cohortId }]],
    [
      'specialization',
      specializations,
      specializations.name,
      async () => [createSpecialization, { cohortId: league.cohortId, leagues: first() }],
    ],
    ['module', weeks, weeks.name, async () => [createWeek, { leagueId: league.id, order: order++ }]],
    [
      'topic',
      sections,
      sections.name,
      async () => [createSection, { weekId: league.weeks[0]?.id, order: order++ }],
    ],
    [
      'resource',
      resources,
      resources.title,
      async () => [createResource, { ...link, order: order++ }, { id: section().id }],
    ],
    [
      'assignment',
      assignments,
      assignments.title,
      async () => [createAssignment, { leagueId: await newLeague(), description: 'x' }],
    ],
    ['badge', badges, badges.name, async () => [createBadge, { leagueId: await newLeague() }]],
    ['badge of no league', badges, badges.name, async () => [createFreeBadge, {}]],
  ];
  for (const [name, table, title, open] of makes) {
    test(`P41 ${name}: sent ten times at once and once later it is made once, with one answer; another body is 409`, async () => {
      const { token, id } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
      const [call, rest, params] = await open();
      const send = (words: string, key: string | null = 'k') =>
        api.call(call, {
          token,
          body: { name: words, title: words, ...rest },
          ...(params ? { params } : {}),
          ...(key ? { headers: { 'idempotency-key': key } } : {}),
        });
      const words = `Made once: ${name}`;
      const replies = await Promise.all(Array.from({ length: 10 }, () => send(words)));
      replies.push(await send(words));
      expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
      expect(replies[0]).toMatchObject({ status: 201, body: { success: true } });
      expect(await api.db.$count(table, eq(title, words))).toBe(1);
      const made = await api.db.select().from(auditLog).where(eq(auditLog.actorId, id));
      expect(made.filter(({ action }) => action.endsWith('_CREATED'))).toHaveLength(1);
      const other = await send('Something else');
      expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
      expect(await keysOf(id)).toHaveLength(1);
      // Without a key, and under another one, everything is as it always was.
      const again = [await send(words, null), await send(words, 'another')];
      const isFree = name === 'badge of no league';
      expect(
        again.map(({ status, body }) => status === 201 || body.code !== 'IDEMPOTENCY_KEY_REUSED'),
      ).toEqual([true, true]);
      expect(await api.db.$count(table, eq(title, words))).toBe(isFree ? 3 : 1);
    });
  }
});

describe('a note that was changed elsewhere', () => {
  const save = (person: Person, personalNote: string, expectedNote?: string | null, key?: string) =>
    api.call(saveNote, {
      token: person.token,
      params: resource(),
      body: { personalNote, ...(expectedNote === undefined ? {} : { expectedNote }) },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    });

  test('CALL-26 the writer who saw another note is refused with the current one, and nothing is overwritten', async () => {
    const person = await addLearner(api.db, league);
    expect((await save(person, 'from the phone', null)).status).toBe(200);
    for (const seen of [null, 'something older']) {
      const refused = await save(person, 'from the desk', seen);
      expect([refused.status, refused.body.code, refused.body.currentNote]).toEqual([
        409,
        'NOTE_CHANGED',
        'from the phone',
      ]);
    }
    expect((await save(person, 'from the phone', null)).status).toBe(200);
    expect((await save(person, 'from the desk', ' from the phone ')).body.data.personalNote).toBe(
      'from the desk',
    );
    expect((await save(person, 'whatever was there')).status).toBe(200);
  });

  test('CALL-26 a repeat is answered as the first time, whatever stands there by now', async () => {
    const person = await addLearner(api.db, league);
    const first = await save(person, 'mine', null, 'n1');
    await save(person, 'changed on another device');
    expect(await save(person, 'mine', null, 'n1')).toMatchObject({ status: 200, body: first.body });
    const bad = await api.call(saveNote, {
      token: person.token,
      params: resource(),
      body: { personalNote: 'x', expectedNote: 7 },
    });
    expect([bad.status, bad.body.error]).toEqual([400, 'expectedNote must be a string']);
  });
});
