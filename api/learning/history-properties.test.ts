import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import type { DataOf } from '#contract/call.ts';
import { listHistory, undoChange } from '#contract/history.ts';
import {
  completeResource,
  getResourceProgress,
  markForRevision,
  resetResource,
  saveNote,
} from '#contract/resource-progress.ts';
import { unmarkForRevision } from '#contract/revision.ts';
import { inTransaction } from '../platform/db/client.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';
import { findDrift } from './counter-drift.ts';
import { REPLAYED_MAX, writeCursor } from './history.ts';

const api = await openTestApp();
const league = await addLeague(api.db, { weeks: 1, sections: 1 });

const ACTS = {
  tick: completeResource,
  untick: resetResource,
  mark: markForRevision,
  unmark: unmarkForRevision,
} as const;

test('whatever is clicked in whatever order, no text is lost, every count fits its events, undoing twice is once', async () => {
  const steps = fc.array(
    fc.record({
      name: fc.constantFrom('tick', 'untick', 'mark', 'unmark', 'note', 'undo', 'undo'),
      index: fc.nat({ max: 1 }),
      at: fc.nat({ max: 5 }),
    }),
    { minLength: 4, maxLength: 14 },
  );
  let counter = 0;
  const resources = league.weeks[0]?.sections[0]?.resources.map(({ id }) => id) ?? [];
  await fc.assert(
    fc.asyncProperty(steps, async (clicks) => {
      const { id, token } = await addPerson(api.db);
      await enroll(api.db, id, league);
      const history = async (): Promise<DataOf<typeof listHistory>> =>
        (await api.call(listHistory, { token, query: { limit: '100' } })).body.data;
      const undo = (changeId: string) => api.call(undoChange, { token, params: { changeId } });
      const states = () =>
        Promise.all(
          resources.map(async (resourceId) => {
            const { body } = await api.call(getResourceProgress, { token, params: { resourceId } });
            return body.data.progress;
          }),
        );
      const written: string[] = [];
      for (const { name, index, at } of clicks) {
        const params = { resourceId: resources[index] ?? '' };
        if (name === 'note') {
          counter += 1;
          written.push(`note ${counter}`);
          await api.call(saveNote, { token, params, body: { personalNote: `note ${counter}` } });
        } else if (name === 'undo') {
          const changeId = (await history()).entries[at]?.id ?? '0';
          const { status } = await undo(changeId);
          const before = await states();
          expect((await undo(changeId)).status).toBe(status);
          expect(await states()).toEqual(before);
        } else {
          await api.call(ACTS[name as keyof typeof ACTS], { token, params, body: {} as never });
        }
      }
      const texts = (await history()).entries.flatMap(({ note }) => note?.after ?? []);
      expect(written.filter((text) => !texts.includes(text))).toEqual([]);
    }),
    { numRuns: 12 },
  );
  expect(
    (await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE))).filter(
      ({ drift }) => drift > 0,
    ),
  ).toEqual([]);
}, 300_000);

test('a note changed thousands of times by a program is not read back whole', async () => {
  const { id, token } = await addPerson(api.db);
  await enroll(api.db, id, league);
  const section = league.weeks[0]?.sections[0];
  const count = REPLAYED_MAX + 9;
  await api.db.execute(sql`
    insert into progress_events (user_id, resource_id, section_id, league_id, kind, personal_note, occurred_at)
    select ${id}, ${section?.resources[0]?.id}, ${section?.id}, ${league.id}, 'NOTED', 'note ' || i,
      '2026-05-01T10:00:00Z'::timestamptz + make_interval(secs => i)
    from generate_series(1, ${count}) i`);
  const first = async (cursor: string) =>
    (await api.call(listHistory, { token, query: { limit: '1', cursor } })).body.data.entries[0];
  const newest = await first('');
  expect(newest).toMatchObject({ note: { before: `note ${count - 1}` }, undo: 'possible' });
  const cursor = writeCursor({ at: '2026-05-01T10:00:03.000Z', source: 'event', id: newest.id });
  expect(await first(cursor)).toMatchObject({ kind: 'NOTED', note: null, undo: 'never' });
});
