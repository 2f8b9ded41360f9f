import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { LeagueFile, LeagueFilesPreview } from '#contract/league-files.ts';
import { queryRows } from '../../platform/db/client.ts';
import { assignments, weeks } from '../../platform/db/schema/curriculum.ts';
import { createId } from '../../platform/process/secrets.ts';
import {
  edit,
  FIRST_TOPIC,
  type FilesBench,
  idsOf,
  makeFilesBench,
  without,
} from '../../test/files-bench.ts';
import { addLeague, addLearner } from '../../test/leagues.ts';

const bench = makeFilesBench();

test('database → files → database is the identity: every column, every id, every record', async () => {
  const league = await addLeague(bench.api.db, { name: 'Identity' });
  await bench.api.db.insert(assignments).values({
    id: createId(),
    leagueId: league.id,
    title: 'A “task”',
    description: 'Line\n\n# two',
    dueAt: new Date('2031-02-03T04:05:06.789Z'),
  });
  await bench.api.db.execute(
    sql`update leagues set description = ${' padded\r\nand <b>raw</b> '}, expires_at = '2031-01-01T00:00:00.123Z' where id = ${league.id}`,
  );
  await bench.api.db.execute(
    sql`update weeks set description = '', name = ${'../é\u202E"x"'}, "order" = "order" * 7 where league_id = ${league.id}`,
  );
  await bench.api.db.execute(
    sql`update resources set "order" = "order" * 3, title = ${'<i>stored</i>'} where id = ${idsOf(league, 0)[0]}`,
  );
  const learner = await addLearner(bench.api.db, league);
  await bench.learn(learner, league, idsOf(league, 0));
  await bench.settle();
  const before = await bench.dump(league.id);
  const files = await bench.exportFiles(league);
  expect(await bench.exportFiles(league)).toEqual(files);
  const preview: LeagueFilesPreview = (await bench.preview(league, files)).body.data;
  expect(preview.counts).toEqual({ added: 0, changed: 0, moved: 0, removed: 0, same: 16, renumbered: 0 });
  expect(preview.changes).toEqual([]);
  const applied = await bench.apply(league, files);
  expect(applied.status).toBe(200);
  expect(applied.body.data.files).toEqual(files);
  expect(await bench.dump(league.id)).toEqual(before);
  expect(
    await queryRows(
      bench.api.db,
      sql`select 1 from audit_log where action = 'LEAGUE_FILES_IMPORTED' and metadata like ${`%${league.id}%`}`,
    ),
  ).toHaveLength(0);
});

test('a deleted league comes back from its files into an empty database with its ids', async () => {
  const { importAsOperator } = await import('./operator.ts');
  const league = await addLeague(bench.api.db, { name: 'Phoenix' });
  const files = await bench.exportFiles(league);
  const stamp = ({ updated_at: _u, created_at: _c, ...row }: Record<string, unknown>) => row;
  const tidy = (rows: Awaited<ReturnType<FilesBench['dump']>>) =>
    [rows.leagues, rows.weeks, rows.sections, rows.resources].map((list) => list.map(stamp));
  const before = tidy(await bench.dump(league.id));
  await bench.api.db.execute(sql`delete from leagues where id = ${league.id}`);
  const { preview } = await importAsOperator(bench.api.db, {
    files,
    copyInto: null,
    apply: true,
    acceptLoss: false,
    timeZone: 'UTC',
  });
  expect(preview.counts.added).toBe(1 + 2 + 4 + 8);
  expect(tidy(await bench.dump(league.id))).toEqual(before);
  expect(await bench.drift()).toBe(0);
});

test('adds, changes, moves and removes as the preview says, keeps ids and progress, and gives the files back with ids', async () => {
  const league = await addLeague(bench.api.db, { name: 'Growing' });
  const learner = await addLearner(bench.api.db, league);
  const [moved = ''] = idsOf(league, 0, 1);
  await bench.learn(learner, league, [moved]);
  await bench.settle();
  let files = await bench.exportFiles(league);
  const line =
    files
      .map(({ text }) => text.split('\n').find((one) => one.includes(moved)))
      .find(Boolean)
      ?.replace(/,$/, '') ?? '';
  files = edit(files, /modules\/01-week-1\/topics\/02-[^/]+\/topic\.json/, (text) =>
    text.replace(`${line},\n`, ''),
  );
  files = edit(files, FIRST_TOPIC, (text) =>
    text
      .replace('"Resource 1.1.1"', '"A better title"')
      .replace(
        '"resources": [\n',
        `"resources": [\n${line.trim()},\n{ "title": "Brand new", "type": "VIDEO", "url": "https://example.org/new" },\n`,
      ),
  );
  files.push({ path: 'modules/new/module.json', text: '{ "name": "Extra", "order": 9 }' });
  files.push({ path: 'modules/new/description.md', text: 'What it is\r\nabout\r\n' });
  const preview: LeagueFilesPreview = (await bench.preview(league, files)).body.data;
  expect(preview.counts).toEqual({ added: 2, changed: 1, moved: 1, removed: 0, same: 11, renumbered: 2 });
  const told = preview.changes.map(({ kind, action, name }) => `${action} ${kind} ${name}`);
  expect(told).toEqual([
    'added week Extra',
    'moved resource Resource 1.2.1',
    'added resource Brand new',
    'changed resource A better title',
  ]);
  expect(preview.changes[1]).toMatchObject({
    id: moved,
    from: ['Week 1', 'Section 1.2'],
    place: ['Week 1', 'Section 1.1'],
  });
  expect(preview.changes[3]?.fields).toEqual([
    { field: 'title', from: 'Resource 1.1.1', to: 'A better title' },
  ]);
  expect(preview.learners).toMatchObject({ enrolled: 1, newItems: 1, losing: 0, touched: 0, lower: 1 });
  expect(preview.needsConfirmation).toBe(false);

  const applied = await bench.apply(league, files);
  expect(applied.status, JSON.stringify(applied.body)).toBe(200);
  const saved: LeagueFile[] = applied.body.data.files;
  expect(saved).toEqual(await bench.exportFiles(league));
  const texts = saved.map(({ text }) => text).join('');
  expect(texts).toContain('"title": "Brand new"');
  expect(texts).toContain('What it is\nabout\n');
  expect(saved.filter(({ path }) => path.endsWith('.json')).every(({ text }) => text.includes('"id"'))).toBe(
    true,
  );
  expect((await bench.preview(league, saved)).body.data.changes).toEqual([]);
  const [record] = await queryRows<{ n: string }>(
    bench.api.db,
    sql`select count(*) as n from resource_progress where resource_id = ${moved} and completed_at is not null`,
  );
  expect(Number(record?.n)).toBe(1);
  expect(await bench.drift()).toBe(0);
  const [entry] = await queryRows<{ metadata: string }>(
    bench.api.db,
    sql`select metadata from audit_log where action = 'LEAGUE_FILES_IMPORTED' and metadata like ${`%${league.id}%`}`,
  );
  expect(JSON.parse(entry?.metadata ?? '{}')).toMatchObject({
    leagueId: league.id,
    added: 2,
    changed: 1,
    moved: 1,
    removed: 0,
    renumbered: 2,
  });
});

test('a league or folder that changed is refused with the new preview; a repeat under one key imports once', async () => {
  const league = await addLeague(bench.api.db, { name: 'Racing', weeks: 1, sections: 1, resources: 1 });
  const files = await bench.exportFiles(league);
  const grown = [...files, { path: 'modules/x/module.json', text: '{"name":"Extra","order":5}' }];
  const { fingerprint } = (await bench.preview(league, grown)).body.data;
  const other = await bench.apply(
    league,
    [...files, { path: 'modules/x/module.json', text: '{"name":"Other","order":5}' }],
    { fingerprint },
  );
  expect([other.status, other.body.code]).toEqual([409, 'CURRICULUM_CHANGED']);
  await bench.api.db
    .insert(weeks)
    .values({ id: createId(), leagueId: league.id, name: 'Meanwhile', order: 2 });
  const stale = await bench.apply(league, grown, { fingerprint });
  expect([stale.status, stale.body.code]).toEqual([409, 'CURRICULUM_CHANGED']);
  expect(stale.body.sheet.counts).toMatchObject({ added: 1, removed: 1 });
  const [counted] = await queryRows<{ n: string }>(
    bench.api.db,
    sql`select count(*) as n from weeks where league_id = ${league.id}`,
  );
  expect(Number(counted?.n)).toBe(2);

  const now = [
    ...(await bench.exportFiles(league)),
    { path: 'modules/x/module.json', text: '{"name":"Extra","order":5}' },
  ];
  const preview: LeagueFilesPreview = (await bench.preview(league, now)).body.data;
  const tries = await Promise.all(
    [1, 2, 3].map(() => bench.apply(league, now, { fingerprint: preview.fingerprint, key: 'one-key' })),
  );
  expect(tries.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await bench.api.db.$count(weeks, sql`${weeks.leagueId} = ${league.id}`)).toBe(3);
  const rivals = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const wanted = [
        ...(await bench.exportFiles(league)),
        { path: 'modules/y/module.json', text: `{"name":"${name}","order":8}` },
      ];
      return { wanted, preview: (await bench.preview(league, wanted)).body.data as LeagueFilesPreview };
    }),
  );
  const raced = await Promise.all(
    rivals.map(({ wanted, preview: { fingerprint: seen } }) =>
      bench.apply(league, wanted, { fingerprint: seen }),
    ),
  );
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a module with topics goes only when that is confirmed; orders may swap', async () => {
  const league = await addLeague(bench.api.db, { name: 'Shrinking' });
  const files = await bench.exportFiles(league);
  const swapped = edit(
    edit(files, /01-week-1\/module/, (text) => text.replace('"order": 1', '"order": 2')),
    /02-week-2\/module/,
    (text) => text.replace('"order": 2', '"order": 1'),
  );
  expect((await bench.preview(league, swapped)).body.data.counts).toMatchObject({ moved: 1, renumbered: 1 });
  expect((await bench.apply(league, swapped)).status).toBe(200);
  const less = without(await bench.exportFiles(league), /01-week-2/);
  const refused = await bench.apply(league, less);
  expect([refused.status, refused.body.code]).toEqual([409, 'CURRICULUM_LOSS_UNCONFIRMED']);
  expect((await bench.apply(league, less, { acceptLoss: true })).status).toBe(200);
  const [row] = await queryRows(
    bench.api.db,
    sql`select weeks_count, sections_count, resources_count from leagues where id = ${league.id}`,
  );
  expect(row).toEqual({ weeks_count: 1, sections_count: 2, resources_count: 4 });

  // Its topics in another module, a module goes without a question: nothing of it is lost.
  const left = await bench.exportFiles(league);
  const moved = left
    .filter(({ path }) => !path.endsWith('/module.json'))
    .map(({ path, text }) => ({ path: path.replace(/modules\/[^/]+/, 'modules/only'), text }));
  const preview: LeagueFilesPreview = (
    await bench.preview(league, [
      ...moved,
      { path: 'modules/only/module.json', text: '{"name":"Only","order":1}' },
    ])
  ).body.data;
  expect([preview.needsConfirmation, preview.counts.moved, preview.counts.removed]).toEqual([false, 2, 1]);
});

test('a league of 40 × 10 × 10 is compared and imported in about a second', async () => {
  const league = await addLeague(bench.api.db, { name: 'Large', weeks: 40, sections: 10, resources: 10 });
  await addLearner(bench.api.db, league);
  const files = await bench.exportFiles(league);
  const changed = files.map(({ path, text }) => ({
    path,
    text: path.includes('01-week-1/') ? text.replaceAll('Resource', 'Item') : text,
  }));
  const preview: LeagueFilesPreview = (await bench.preview(league, changed)).body.data;
  expect(preview.counts).toMatchObject({ changed: 100, same: 4341 });
  expect((await bench.apply(league, changed, { fingerprint: preview.fingerprint })).status).toBe(200);
});
