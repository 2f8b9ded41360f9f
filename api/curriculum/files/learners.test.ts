import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { LeagueFile, LeagueFilesPreview } from '#contract/league-files.ts';
import { toPercentage } from '#contract/shared.ts';
import { queryRows } from '../../platform/db/client.ts';
import { edit, FIRST_TOPIC, idsOf, makeFilesBench, without } from '../../test/files-bench.ts';
import { addLeague, addLearner, enroll, type TestLeague } from '../../test/leagues.ts';
import { addPerson, type Person } from '../../test/people.ts';

const bench = makeFilesBench();

test('what learners notice is what a slow count finds before and after', async () => {
  const league = await addLeague(bench.api.db, { name: 'Noticed', weeks: 2, sections: 2, resources: 3 });
  const people = await Promise.all(Array.from({ length: 7 }, () => addPerson(bench.api.db)));
  const all = [0, 1].flatMap((week) => idsOf(league, week));
  for (const [index, person] of people.entries()) {
    await enroll(bench.api.db, person.id, league);
    await bench.learn(person, league, all.slice(0, [0, 2, 3, 5, 6, 11, 12][index]));
  }
  const [first = '', second = '', third = ''] = all;
  await bench.learn(people[0] as Person, league, [first], 'NOTED', 'my own words');
  await bench.learn(people[1] as Person, league, [first], 'MARKED_FOR_REVISION');
  await bench.settle();

  // Without the third of topic 1, topic 2 of module 1 gone but for one that moves to topic 1 of module 2, one new item.
  const kept = idsOf(league, 0, 1)[0] ?? '';
  let files = await bench.exportFiles(league);
  const line =
    files
      .map(({ text }) => text.split('\n').find((one) => one.includes(kept)))
      .find(Boolean)
      ?.trim()
      .replace(/,$/, '') ?? '';
  files = edit(files, FIRST_TOPIC, (text) => text.replace(new RegExp(`,\\n[^\\n]*${third}[^\\n]*`), ''));
  files = edit(files, FIRST_TOPIC, (text) => text.replace(new RegExp(`[^\\n]*${first}[^\\n]*\\n`), ''));
  files = without(files, /modules\/01-week-1\/topics\/02-/);
  files = edit(files, /modules\/02-week-2\/topics\/01-[^/]+\/topic\.json/, (text) =>
    text.replace('"resources": [\n', `"resources": [\n${line},\n`),
  );
  files = edit(files, /modules\/02-week-2\/topics\/02-[^/]+\/topic\.json/, (text) =>
    text.replace(
      '"resources": [\n',
      '"resources": [\n{ "title": "New", "type": "BLOG", "url": "https://example.org/n" },\n',
    ),
  );
  const before = await countSlowly(league.id, people);
  const preview: LeagueFilesPreview = (await bench.preview(league, files)).body.data;
  expect(preview.needsConfirmation).toBe(true);
  const refused = await bench.apply(league, files);
  expect([refused.status, refused.body.code]).toEqual([409, 'CURRICULUM_LOSS_UNCONFIRMED']);
  expect(refused.body.sheet.fingerprint).toBe(preview.fingerprint);
  const gone = [first, third, ...idsOf(league, 0, 1).slice(1)];
  const lost = await queryRows<{ user_id: string; done: boolean; noted: boolean; marked: boolean }>(
    bench.api.db,
    sql`select user_id, completed_at is not null as done, personal_note is not null as noted, marked_for_revision_at is not null as marked
      from resource_progress where resource_id in (${sql.join(
        gone.map((id) => sql`${id}`),
        sql`, `,
      )})`,
  );
  const events = await queryRows(bench.api.db, sql`select id from progress_events`);
  const applied = await bench.apply(league, files, { acceptLoss: true });
  expect(applied.status, JSON.stringify(applied.body)).toBe(200);
  const after = await countSlowly(league.id, people);

  const some = (test: (one: Slow, other: Slow) => boolean) =>
    people.filter(({ id }) => test(before.get(id) as Slow, after.get(id) as Slow)).length;
  expect(preview.learners).toEqual({
    enrolled: 7,
    newItems: 1,
    higher: some((one, other) => other.percentage > one.percentage),
    lower: some((one, other) => other.percentage < one.percentage),
    losing: new Set(lost.filter(({ done }) => done).map(({ user_id }) => user_id)).size,
    completions: lost.filter(({ done }) => done).length,
    notes: lost.filter(({ noted }) => noted).length,
    marks: lost.filter(({ marked }) => marked).length,
    touched: new Set(lost.map(({ user_id }) => user_id)).size,
    topicsGained: some((one, other) => [...other.topics].some((topic) => !one.topics.has(topic))),
    topicsLost: some((one, other) => [...one.topics].some((topic) => !other.topics.has(topic))),
    finished: some((one, other) => !one.isWhole && other.isWhole),
    reopened: some((one, other) => one.isWhole && !other.isWhole),
    returning: 0,
  });
  // The figures are not all nothing, or they would prove little.
  expect(preview.learners).toMatchObject({ topicsGained: 1, notes: 1, marks: 1, reopened: 1 });
  const removed = preview.changes
    .filter(({ action }) => action === 'removed')
    .map(({ kind, people: n }) => [kind, n]);
  expect(removed).toEqual([
    ['section', 4],
    ['resource', 7],
    ['resource', 5],
    ['resource', 4],
    ['resource', 3],
  ]);
  expect(await bench.drift()).toBe(0);
  expect(await queryRows(bench.api.db, sql`select id from progress_events`)).toHaveLength(events.length);
  expect(second).not.toBe('');

  // The earlier files undo it: same ids, and what learners had done comes back from their history.
  const old = await bench.exportFiles(league);
  const undo = files.length ? await restore(league, old) : null;
  expect(undo).not.toBeNull();
});

interface Slow {
  percentage: number;
  topics: Set<string>;
  isWhole: boolean;
}

/** Reads all rows and counts in plain sight. */
async function countSlowly(leagueId: string, people: Person[]): Promise<Map<string, Slow>> {
  const rows = await queryRows<{ id: string; section_id: string }>(
    bench.api.db,
    sql`select r.id, r.section_id from resources r join sections s on s.id = r.section_id join weeks w on w.id = s.week_id where w.league_id = ${leagueId}`,
  );
  const sections = await queryRows<{ id: string }>(
    bench.api.db,
    sql`select s.id from sections s join weeks w on w.id = s.week_id where w.league_id = ${leagueId}`,
  );
  const done = await queryRows<{ user_id: string; resource_id: string }>(
    bench.api.db,
    sql`select user_id, resource_id from resource_progress where completed_at is not null`,
  );
  return new Map(
    people.map(({ id }) => {
      const own = new Set(done.filter(({ user_id }) => user_id === id).map(({ resource_id }) => resource_id));
      const topics = new Set(
        sections
          .map((section) => section.id)
          .filter((section) => {
            const held = rows.filter(({ section_id }) => section_id === section);
            return held.length > 0 && held.every((row) => own.has(row.id));
          }),
      );
      const part = rows.filter((row) => own.has(row.id)).length;
      return [
        id,
        {
          percentage: toPercentage(part, rows.length),
          topics,
          isWhole: sections.length > 0 && topics.size === sections.length,
        },
      ];
    }),
  );
}

async function restore(league: TestLeague, current: LeagueFile[]) {
  const text = JSON.stringify({
    id: idsOf(league, 0)[0],
    title: 'Back',
    type: 'BLOG',
    url: 'https://example.org/back',
  });
  const files = edit(current, FIRST_TOPIC, (topic) =>
    topic.replace('"resources": [\n', `"resources": [\n${text},\n`),
  );
  const preview: LeagueFilesPreview = (await bench.preview(league, files)).body.data;
  expect(preview.learners).toMatchObject({ returning: 7, newItems: 1 });
  const applied = await bench.apply(league, files);
  expect(applied.status, JSON.stringify(applied.body)).toBe(200);
  const [record] = await queryRows<{ done: string; noted: string }>(
    bench.api.db,
    sql`select count(completed_at) as done, count(personal_note) as noted from resource_progress where resource_id = ${idsOf(league, 0)[0]}`,
  );
  expect([Number(record?.done), Number(record?.noted)]).toEqual([6, 1]);
  expect(await bench.drift()).toBe(0);
  return preview;
}

test('who had nothing left is counted again when it comes back', async () => {
  const league = await addLeague(bench.api.db, { name: 'Returning', weeks: 1, sections: 1, resources: 2 });
  const learner = await addLearner(bench.api.db, league);
  await bench.learn(learner, league, idsOf(league, 0));
  await bench.settle();
  const files = await bench.exportFiles(league);
  const gone = without(files, /^modules\//);
  const seen: LeagueFilesPreview = (await bench.preview(league, gone)).body.data;
  const late = await addLearner(bench.api.db, league);
  await bench.learn(late, league, idsOf(league, 0));
  await bench.settle();
  const more = await bench.apply(league, gone, { acceptLoss: true, fingerprint: seen.fingerprint });
  expect([more.status, more.body.code]).toEqual([409, 'CURRICULUM_CHANGED']);
  expect([seen.learners.losing, more.body.sheet.learners.losing]).toEqual([1, 2]);
  expect((await bench.apply(league, gone, { acceptLoss: true })).status).toBe(200);
  expect(await bench.drift()).toBe(0);
  expect((await bench.preview(league, files)).body.data.learners).toMatchObject({
    returning: 2,
    finished: 2,
    topicsGained: 2,
  });
  expect((await bench.apply(league, files)).status).toBe(200);
  expect(await bench.drift()).toBe(0);
  const [stats] = await queryRows<{ n: string }>(
    bench.api.db,
    sql`select completed_resources as n from learner_stats where user_id = ${learner.id}`,
  );
  expect(Number(stats?.n)).toBe(2);
});
