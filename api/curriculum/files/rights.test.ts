import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import {
  exportLeagueFiles,
  type LeagueFile,
  type LeagueFilesPreview,
  previewLeagueFiles,
} from '#contract/league-files.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { assignments, resources } from '../../platform/db/schema/curriculum.ts';
import { submissions } from '../../platform/db/schema/learning.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addAssignment } from '../../test/awards.ts';
import { edit, FIRST_TOPIC, idsOf, makeFilesBench, without } from '../../test/files-bench.ts';
import { addLeague, addLearner } from '../../test/leagues.ts';
import type { TestReply } from '../../test/make-app.ts';
import { addPerson, addScope } from '../../test/people.ts';

const bench = makeFilesBench();

test('ids of another league are never taken, moved or changed; a copy gets its own', async () => {
  const [source, target] = [
    await addLeague(bench.api.db, { name: 'Source' }),
    await addLeague(bench.api.db, { name: 'Target', weeks: 1 }),
  ];
  await addAssignment(bench.api.db, source.id);
  const before = await bench.dump(source.id);
  const files = await bench.exportFiles(source);
  const whole = await bench.preview(target, files);
  expect([whole.status, whole.body.code]).toEqual([400, 'CURRICULUM_FILES_INVALID']);
  expect(whole.body.problems[0]).toMatchObject({ file: 'league.json', field: 'id' });

  const own = await bench.exportFiles(target);
  const forged = [...own, ...files.filter(({ path }) => path.startsWith('modules/02-'))];
  const refused = await bench.preview(target, forged);
  expect(refused.body.problemsCount).toBe(1 + 2 + 4);
  expect(
    refused.body.problems.every(
      ({ field, expected }: { field: string; expected: string }) =>
        field === 'id' && expected.includes('is in another'),
    ),
  ).toBe(true);
  // What another league had, with learners' records of it, is not for taking either.
  const learner = await addLearner(bench.api.db, source);
  const [taken = ''] = idsOf(source, 1, 1);
  await bench.learn(learner, source, [taken]);
  const third = await addLeague(bench.api.db, { weeks: 1, sections: 1, resources: 1 });
  await bench.learn(learner, source, [idsOf(third, 0)[0] ?? '']);
  await bench.api.db.delete(resources).where(sql`id = ${idsOf(third, 0)[0]}`);
  const stolen = edit(own, /topic\.json/, (text) =>
    text.replace(
      '"resources": [\n',
      `"resources": [\n{ "id": "${idsOf(third, 0)[0]}", "title": "x", "type": "BLOG", "url": "https://x.org" },\n`,
    ),
  );
  expect((await bench.preview(target, stolen)).body.problems).toMatchObject([
    { field: 'id', expected: expect.stringContaining('belonged to another league') },
  ]);
  await bench.settle();

  const preview: LeagueFilesPreview = (await bench.preview(target, files, { asNew: true })).body.data;
  expect(preview.counts).toMatchObject({ added: 2 + 4 + 8 + 1, changed: 0, removed: 0, moved: 0 });
  const copied = await bench.apply(target, files, { asNew: true });
  expect(copied.status, JSON.stringify(copied.body)).toBe(200);
  const saved: LeagueFile[] = copied.body.data.files;
  const ids = (list: LeagueFile[]) =>
    new Set(list.flatMap(({ text }) => [...text.matchAll(/"id": "([^"]+)"/g)].map(([, id]) => id)));
  expect([...ids(saved)].filter((id) => ids(files).has(id))).toEqual([]);
  expect(saved.find(({ path }) => path === 'league.json')?.text).toContain('"Target"');
  expect(saved.map(({ path }) => path).filter((path) => path.endsWith('module.json'))).toHaveLength(3);
  const { records: _r, sectionRecords: _s, ...kept } = await bench.dump(source.id);
  const { records: _b, sectionRecords: _t, ...was } = before;
  expect(kept).toEqual(was);
  expect(await bench.drift()).toBe(0);
});

test('rights as in the single calls: scope, league facts for GRAND, the assignment for CHIEF', async () => {
  const league = await addLeague(bench.api.db, { name: 'Guarded' });
  const pathfinder = await addPerson(bench.api.db, { role: 'PATHFINDER' });
  const chief = await addPerson(bench.api.db, { role: 'CHIEF_PATHFINDER' });
  const reader = await addPerson(bench.api.db, { role: 'PATHFINDER' });
  await addScope(bench.api.db, pathfinder.id, league.id);
  await addScope(bench.api.db, chief.id, league.id);
  await addScope(bench.api.db, reader.id, league.id, { canCreateContent: false });
  const files = await bench.exportFiles(league, pathfinder.token);
  for (const token of [
    reader.token,
    (await addPerson(bench.api.db)).token,
    (await addPerson(bench.api.db, { role: 'PATHFINDER' })).token,
  ]) {
    expect((await bench.preview(league, files, { token })).status).toBe(403);
    expect((await bench.apply(league, files, { token, fingerprint: 'x' })).status).toBe(403);
    expect(
      (
        await bench.api.request(`/api/admin/leagues/${league.id}/files`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status,
    ).toBe(403);
  }
  expect((await bench.api.call(exportLeagueFiles, { params: { id: league.id } })).status).toBe(401);
  expect((await bench.preview({ id: 'nowhere' }, files)).status).toBe(404);

  const topic = edit(files, FIRST_TOPIC, (text) => text.replace('Resource 1.1.1', 'By a pathfinder'));
  expect((await bench.apply(league, topic, { token: pathfinder.token })).status).toBe(200);
  const now = await bench.exportFiles(league);
  const renamed = edit(
    edit(now, /^league\.json$/, (text) => text.replace('"Guarded"', '"Renamed"')),
    /^description\.md$/,
    () => 'Other words\n',
  );
  const refused = await bench.preview(league, renamed, { token: chief.token });
  expect(refused.body.problems).toEqual([
    { file: 'league.json', field: 'name', expected: '“Guarded”: only a Grand Pathfinder may change it' },
    {
      file: 'description.md',
      field: null,
      expected: '“What Guarded teaches”: only a Grand Pathfinder may change it',
    },
  ]);
  expect((await bench.apply(league, renamed)).status).toBe(200);
  await addLeague(bench.api.db, { name: 'Taken' });
  const taken = edit(await bench.exportFiles(league), /^league\.json$/, (text) =>
    text.replace('"Renamed"', '"Taken"').replace(/"cohort": "[^"]+"/, '"cohort": "None such"'),
  );
  expect(
    (await bench.preview(league, taken)).body.problems.map(({ field }: { field: string }) => field).sort(),
  ).toEqual(['cohort', 'name']);

  const task = [
    ...(await bench.exportFiles(league)),
    { path: 'assignment.json', text: '{"title":"Task","dueDate":"2031-01-01"}' },
    { path: 'assignment.md', text: 'Do it\n' },
  ];
  expect((await bench.preview(league, task, { token: pathfinder.token })).body.problems).toMatchObject([
    { file: 'assignment.json', field: null },
  ]);
  const made = await bench.apply(league, task, { token: chief.token });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const [row] = await bench.api.db.select().from(assignments).where(sql`league_id = ${league.id}`);
  expect(row).toMatchObject({ title: 'Task', description: 'Do it', dueAt: new Date('2031-01-01T00:00:00Z') });
  const learner = await addPerson(bench.api.db);
  await bench.api.db
    .insert(submissions)
    .values({ id: createId(), assignmentId: row?.id ?? '', userId: learner.id, content: 'Done' });
  const untasked = without(made.body.data.files, /^assignment\./);
  const kept = await bench.preview(league, untasked);
  expect(kept.body.problems[0].expected).toContain(
    'Cannot delete assignment with existing submissions. This assignment has 1 submission(s).',
  );
  await bench.api.db.delete(submissions);
  expect((await bench.apply(league, untasked)).status).toBe(200);
  expect(await bench.api.db.$count(assignments, sql`league_id = ${league.id}`)).toBe(0);
});

test('P17 an import that waits for a lower role is judged by that role', async () => {
  const { db } = bench.api;
  const league = await addLeague(db, { weeks: 1 });
  const chief = await addPerson(db, { role: 'CHIEF_PATHFINDER' });
  await addScope(db, chief.id, league.id);
  const files = [
    ...(await bench.exportFiles(league, chief.token)),
    { path: 'assignment.json', text: '{"title":"Task","dueDate":"2031-01-01"}' },
    { path: 'assignment.md', text: 'Do it\n' },
  ];
  const { fingerprint } = (await bench.preview(league, files, { token: chief.token })).body.data;
  let applied: Promise<TestReply> | undefined;
  await db.transaction(async (tx) => {
    await tx.update(users).set({ role: 'PATHFINDER' }).where(sql`id = ${chief.id}`);
    applied = bench.apply(league, files, { token: chief.token, fingerprint });
    await Bun.sleep(300);
  });
  expect((await applied)?.body.problems).toMatchObject([{ file: 'assignment.json', field: null }]);
  expect(await db.$count(assignments, sql`league_id = ${league.id}`)).toBe(0);
});

test('hostile bodies are refused and change nothing', async () => {
  const league = await addLeague(bench.api.db, { name: 'Hostile', weeks: 1 });
  const before = await bench.dump(league.id);
  const send = (body: unknown) =>
    bench.api.call(previewLeagueFiles, { token: bench.grand.token, params: { id: league.id }, body });
  for (const body of [
    {},
    { files: 'x' },
    { files: [] },
    { files: [{ path: 1, text: '' }] },
    { files: [{ path: 'a', text: null }] },
    { files: [{ path: 'x'.repeat(401), text: '' }] },
    { files: Array.from({ length: 6001 }, (_, at) => ({ path: `${at}.md`, text: '' })) },
  ]) {
    expect((await send(body)).status).toBe(400);
  }
  const files = await bench.exportFiles(league);
  const odd = edit(files, FIRST_TOPIC, (text) =>
    text.replace('Resource 1.1.1', 'nul\\u0000 <b>bold</b> \\ud800'),
  );
  const preview: LeagueFilesPreview = (await bench.preview(league, odd)).body.data;
  expect(preview.changes[0]?.fields).toEqual([
    { field: 'title', from: 'Resource 1.1.1', to: 'nul <b>bold</b> \uFFFD' },
  ]);
  expect(
    (
      await bench.preview(
        league,
        edit(
          files,
          FIRST_TOPIC,
          () => '{"__proto__": {"id": "x"}, "name": "T", "order": 1, "resources": []}',
        ),
      )
    ).status,
  ).toBe(400);
  const big = await send({ files: [{ path: 'league.json', text: 'x'.repeat(9 * 1024 * 1024) }] });
  expect(big.status).toBe(413);
  expect(await bench.dump(league.id)).toEqual(before);
});
