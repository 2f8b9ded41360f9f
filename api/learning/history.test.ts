import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import type { HistoryKind } from '#contract/history.ts';
import { HistoryEntry, listHistory, undoChange } from '#contract/history.ts';
import { updateSectionProgress } from '#contract/learning.ts';
import {
  completeResource,
  getResourceProgress,
  markForRevision,
  resetResource,
  saveNote,
} from '#contract/resource-progress.ts';
import { unmarkForRevision } from '#contract/revision.ts';
import { submitAssignment } from '#contract/submissions.ts';
import { inTransaction } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { resources } from '../platform/db/schema/curriculum.ts';
import { enrollments, progressEvents, sectionProgress } from '../platform/db/schema/learning.ts';
import { addAssignment } from '../test/awards.ts';
import { addLeague, addLearner, enroll, resourcesOf } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, type Person } from '../test/people.ts';
import { findDrift } from './counter-drift.ts';
import { writeCursor } from './history.ts';

type Page = DataOf<typeof listHistory>;

const resource = (index: number) => resourcesOf(league)[index]?.id ?? '';
const sectionId = () => league.weeks[0]?.sections[0]?.id ?? '';

const api = await openTestApp();
const league = await addLeague(api.db);

const history = async ({ token }: Person, query: Record<string, string> = {}): Promise<Page> =>
  (await api.call(listHistory, { token, query })).body.data;
const undo = ({ token }: Person, changeId: string | undefined) =>
  api.call(undoChange, { token, params: { changeId: changeId ?? '' } });
const progressOf = async ({ token }: Person, index: number) =>
  (await api.call(getResourceProgress, { token, params: { resourceId: resource(index) } })).body.data
    .progress;

const ACTS = {
  tick: completeResource,
  untick: resetResource,
  mark: markForRevision,
  unmark: unmarkForRevision,
} as const;

function act({ token }: Person, name: keyof typeof ACTS, index: number) {
  return api.call(ACTS[name], { token, params: { resourceId: resource(index) }, body: {} as never });
}
function write({ token }: Person, index: number, personalNote: string) {
  return api.call(saveNote, { token, params: { resourceId: resource(index) }, body: { personalNote } });
}

describe('the own history', () => {
  test('tells every tick, note, mark and reset, newest first, with the texts before and after', async () => {
    const person = await addLearner(api.db, league);
    await act(person, 'tick', 0);
    await write(person, 0, 'first words');
    await write(person, 0, 'second words');
    await act(person, 'mark', 0);
    await act(person, 'untick', 0);
    const { entries, nextCursor } = await history(person);
    expect(entries.map(({ kind, note, switched }) => [kind, note, switched])).toEqual([
      ['RESET', null, { completed: false, marked: false }],
      ['MARKED_FOR_REVISION', null, { marked: true }],
      ['NOTED', { before: 'first words', after: 'second words' }, {}],
      ['NOTED', { before: null, after: 'first words' }, {}],
      ['COMPLETED', null, { completed: true }],
    ]);
    expect(nextCursor).toBeNull();
    expect(entries[0]).toMatchObject({
      league: { id: league.id, name: league.name },
      resource: { id: resource(0), title: 'Resource 1.1.1' },
      undo: 'possible',
      submission: null,
    });
    expect(entries.map((entry) => entry.undo)).toEqual([
      'possible',
      'superseded',
      'possible',
      'superseded',
      'superseded',
    ]);
    for (const entry of entries) expect(HistoryEntry.safeParse(entry).success).toBe(true);
    // docs/product.md OPEN-22: the reset kept the note.
    expect((await progressOf(person, 0)).personalNote).toBe('second words');
  });

  test('undoing is a change of its own, brings back exactly what was, and twice is once', async () => {
    const person = await addLearner(api.db, league);
    await api.call(completeResource, {
      token: person.token,
      params: { resourceId: resource(0) },
      body: { timeSpent: 90 },
    });
    await act(person, 'mark', 0);
    await write(person, 0, 'first words');
    await write(person, 0, 'second words');
    const before = await progressOf(person, 0);
    await act(person, 'untick', 0);
    const [reset, second] = (await history(person)).entries;
    for (const _ of ['once', 'twice']) {
      const { status, body } = await undo(person, reset?.id);
      expect([status, body.data.entry.undo]).toEqual([200, 'undone']);
      expect(await progressOf(person, 0)).toEqual({ ...before, updatedAt: expect.any(String) });
    }
    await undo(person, second?.id);
    expect((await progressOf(person, 0)).personalNote).toBe('first words');
    const { entries } = await history(person);
    expect(entries.map(({ kind, undoes }) => [kind, undoes ?? undefined])).toEqual([
      ['RESTORED', second?.id],
      ['RESTORED', reset?.id],
      ['RESET', undefined],
      ['NOTED', undefined],
      ['NOTED', undefined],
      ['MARKED_FOR_REVISION', undefined],
      ['COMPLETED', undefined],
    ]);
    // Undoing the undoing brings the later words back.
    await undo(person, entries[0]?.id);
    expect((await progressOf(person, 0)).personalNote).toBe('second words');
  });

  test('a tick and an untick are undone symmetrically, sums and all', async () => {
    const person = await addLearner(api.db, league);
    await act(person, 'tick', 0);
    await act(person, 'tick', 1);
    const section = () => api.db.select().from(sectionProgress).where(eq(sectionProgress.userId, person.id));
    expect((await section())[0]).toMatchObject({ completedResources: 2, completedAt: expect.any(Date) });
    const [tick] = (await history(person)).entries;
    await undo(person, tick?.id);
    expect((await section())[0]).toMatchObject({ completedResources: 1, completedAt: null });
    const [undoing] = (await history(person)).entries;
    await undo(person, undoing?.id);
    expect((await section())[0]).toMatchObject({ completedResources: 2, completedAt: expect.any(Date) });
    expect(
      (await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE))).filter(
        ({ drift }) => drift > 0,
      ),
    ).toEqual([]);
  });

  test('what was changed again since is left alone and says so', async () => {
    const person = await addLearner(api.db, league);
    await write(person, 0, 'old');
    await write(person, 0, 'new');
    const old = (await history(person)).entries[1];
    const refused = await undo(person, old?.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'CHANGED_SINCE']);
    expect((await progressOf(person, 0)).personalNote).toBe('new');
    expect((await history(person)).entries).toHaveLength(2);
  });

  test('the words about a topic are kept and come back too', async () => {
    const person = await addLearner(api.db, league);
    const put = (body: object) =>
      api.call(updateSectionProgress, {
        token: person.token,
        params: { sectionId: sectionId() },
        body: body as never,
      });
    await put({ personalNote: 'about the topic', markedForRevision: true });
    await put({ personalNote: null });
    const { entries } = await history(person);
    expect(entries.map(({ kind, section }) => [kind, section?.id])).toEqual([
      ['SECTION_NOTED', sectionId()],
      ['SECTION_MARKED', sectionId()],
      ['SECTION_NOTED', sectionId()],
    ]);
    await undo(person, entries[0]?.id);
    await undo(person, entries[1]?.id);
    const [row] = await api.db.select().from(sectionProgress).where(eq(sectionProgress.userId, person.id));
    expect([row?.personalNote, row?.markedForRevisionAt]).toEqual(['about the topic', null]);
    const [unmarking] = (await history(person)).entries;
    expect(unmarking).toMatchObject({ kind: 'SECTION_UNMARKED', undoes: entries[1]?.id });
    await undo(person, unmarking?.id);
    const [again] = await api.db.select().from(sectionProgress).where(eq(sectionProgress.userId, person.id));
    expect(again?.markedForRevisionAt).not.toBeNull();
    expect(
      (await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE))).filter(
        ({ drift }) => drift > 0,
      ),
    ).toEqual([]);
  });

  test('ASSIGN-06 every attempt at an assignment is readable and none can be unsent', async () => {
    const person = await addLearner(api.db, league);
    const other = await addLeague(api.db);
    await enroll(api.db, person.id, other);
    const assignmentId = await addAssignment(api.db, other.id, { title: 'Essay' });
    for (const content of ['draft one', 'draft two']) {
      const sent = await api.call(submitAssignment, {
        token: person.token,
        params: { assignmentId },
        body: { content } as never,
      });
      if (content === 'draft one') {
        await api.db.execute(
          sql`update submissions set status = 'NEEDS_REVISION' where user_id = ${person.id}`,
        );
        await api.db.execute(sql`update submission_attempts set status = 'NEEDS_REVISION', feedback = 'More'
          where submission_id = ${sent.body.data.id}`);
      }
    }
    await act(person, 'tick', 0);
    const { entries } = await history(person, { kind: 'SUBMISSIONS' });
    expect(
      entries.map(({ kind, undo: state, submission, assignment }) => [kind, state, submission, assignment]),
    ).toEqual([
      [
        'SUBMITTED',
        'never',
        expect.objectContaining({ number: 2, attempts: 2, content: 'draft two' }),
        { id: assignmentId, title: 'Essay' },
      ],
      [
        'SUBMITTED',
        'never',
        expect.objectContaining({ number: 1, attempts: 2, content: 'draft one', feedback: 'More' }),
        { id: assignmentId, title: 'Essay' },
      ],
    ]);
    expect((await undo(person, entries[0]?.id)).status).toBe(404);
    expect((await history(person, { leagueId: other.id })).entries).toHaveLength(2);
    expect((await history(person, { leagueId: league.id })).entries.map(({ kind }) => kind)).toEqual([
      'COMPLETED',
    ]);
    expect((await history(person)).entries).toHaveLength(3);
  });

  test('pages follow the cursor without a gap or a repeat, also where moments are equal', async () => {
    const person = await addLearner(api.db, league);
    const at = new Date('2026-05-01T10:00:00Z');
    await api.db.insert(progressEvents).values(
      Array.from({ length: 25 }, (_, index) => ({
        userId: person.id,
        resourceId: resource(index % 4),
        sectionId: sectionId(),
        leagueId: league.id,
        kind: index % 5 === 4 ? 'RESET' : 'NOTED',
        personalNote: index % 5 === 4 ? null : `note ${index}`,
        occurredAt: index < 20 ? at : new Date(at.getTime() + index),
      })),
    );
    const all = (await history(person, { limit: '100' })).entries.map(({ id }) => id);
    expect(all).toEqual(all.toSorted((a, b) => Number(b) - Number(a)));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await history(person, { limit: '4', cursor });
      seen.push(...page.entries.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
    const faulty: Record<string, string>[] = [
      { cursor: 'x' },
      { limit: '-3' },
      { kind: 'X' },
      { cursor: '%00' },
      ...['0000-01-01T00', '2026-02-30T00', '2026-01-01T24'].map((hour) => ({
        cursor: writeCursor({ at: `${hour}:00:00.000Z`, source: 'event', id: '1' }),
      })),
    ];
    for (const query of faulty) {
      expect((await history(person, query)).entries).toHaveLength(25);
    }
    const kinds = async (kind: HistoryKind) =>
      new Set((await history(person, { kind, limit: '100' })).entries.map((entry) => entry.kind));
    expect([
      await kinds('NOTES'),
      await kinds('TICKS'),
      await kinds('REVISION'),
      await kinds('UNDONE'),
    ]).toEqual([new Set(['NOTED']), new Set(['RESET']), new Set(), new Set()] as never);
    // These events have no record that fits them.
    await inTransaction(api.owner, async (tx) => {
      await tx.execute(sql`select set_config('app.erase_history', 'on', true)`);
      await tx.delete(progressEvents).where(eq(progressEvents.userId, person.id));
    });
  });

  test('what moved to another league is found under the league that its entry names', async () => {
    const person = await addPerson(api.db);
    const [from, to] = [await addLeague(api.db), await addLeague(api.db)];
    await enroll(api.db, person.id, from);
    await enroll(api.db, person.id, to);
    const [moved, stays] = from.weeks;
    for (const week of [moved, stays]) {
      const resourceId = week?.sections[0]?.resources[0]?.id ?? '';
      await api.call(completeResource, { token: person.token, params: { resourceId }, body: {} });
    }
    await api.db.execute(sql`update weeks set league_id = ${to.id}, "order" = 99 where id = ${moved?.id}`);
    for (const { id } of [from, to]) {
      const { entries } = await history(person, { leagueId: id });
      expect(entries.map(({ league }) => league?.id)).toEqual([id]);
    }
  });

  test('undoing obeys the rules of any write: enrollment, account state, own changes alone', async () => {
    const person = await addLearner(api.db, league);
    await act(person, 'tick', 0);
    const [tick] = (await history(person)).entries;
    expect((await undo(await addLearner(api.db, league), tick?.id)).status).toBe(404);
    expect((await api.call(undoChange, { params: { changeId: tick?.id ?? '' } })).status).toBe(401);
    for (const changeId of ['0', 'x', '999999999999999', '-1'])
      expect((await undo(person, changeId)).status).toBe(404);
    await api.db.delete(enrollments).where(eq(enrollments.userId, person.id));
    expect((await undo(person, tick?.id)).status).toBe(403);
    await enroll(api.db, person.id, league);
    await api.db.update(users).set({ status: 'PENDING' }).where(eq(users.id, person.id));
    expect((await undo(person, tick?.id)).status).toBe(403);
    await api.db.update(users).set({ status: 'ACTIVE' }).where(eq(users.id, person.id));
    expect((await progressOf(person, 0)).isCompleted).toBe(true);
    const replies = await Promise.all([
      undo(person, tick?.id),
      undo(person, tick?.id),
      undo(person, tick?.id),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await history(person)).entries).toHaveLength(2);
  });

  test('what the curriculum lost stays in the history and cannot be undone', async () => {
    const person = await addPerson(api.db);
    const short = await addLeague(api.db, { weeks: 1, sections: 1, resources: 2 });
    await enroll(api.db, person.id, short);
    const resourceId = short.weeks[0]?.sections[0]?.resources[0]?.id ?? '';
    await api.call(saveNote, {
      token: person.token,
      params: { resourceId },
      body: { personalNote: 'keep me' },
    });
    await api.db.delete(resources).where(eq(resources.id, resourceId));
    for (const table of ['sections', 'leagues']) {
      await api.db.execute(sql`update ${sql.identifier(table)} set resources_count = 1
        where id in (${short.id}, ${short.weeks[0]?.sections[0]?.id})`);
    }
    const [entry] = (await history(person)).entries;
    expect(entry).toMatchObject({ resource: null, undo: 'gone', note: { before: null, after: 'keep me' } });
    expect((await undo(person, entry?.id)).status).toBe(404);
  });
});
