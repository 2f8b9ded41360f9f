import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import {
  applyCurriculum,
  type CurriculumFile,
  type CurriculumSheet,
  exportCurriculum,
  previewCurriculum,
} from '#contract/curriculum-files.ts';
import { toPercentage } from '#contract/shared.ts';
import { inTransaction, queryRows } from '../../db/client.ts';
import { assignments, resources, weeks } from '../../db/schema/curriculum.ts';
import { submissions } from '../../db/schema/learning.ts';
import { findDrift } from '../../learning/counter-drift.ts';
import { rebuildCounters } from '../../learning/recount.ts';
import { createId } from '../../secrets.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';

let api: TestApp;
let grand: Person;
beforeAll(async () => {
  api = await makeApp();
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
});
afterAll(() => api.close());

async function exportFiles(league: { id: string }, token = grand.token): Promise<CurriculumFile[]> {
  const reply = await api.request(`/api/admin/leagues/${league.id}/files`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toContain('application/zip');
  const entries = Object.entries(unzipSync(new Uint8Array(await reply.arrayBuffer())));
  return entries.map(([path, bytes]) => ({ path: path.replace(/^[^/]+\//, ''), text: strFromU8(bytes) }));
}

const preview = (
  league: { id: string },
  files: CurriculumFile[],
  { token = grand.token, asNew = false } = {},
) => api.call(previewCurriculum, { token, params: { id: league.id }, body: { files, asNew } });

interface Applying {
  token?: string;
  asNew?: boolean;
  acceptLoss?: boolean;
  fingerprint?: string;
  key?: string;
}

async function apply(league: { id: string }, files: CurriculumFile[], options: Applying = {}) {
  const { token = grand.token, asNew = false, acceptLoss = false, key } = options;
  const fingerprint =
    options.fingerprint ?? (await preview(league, files, { token, asNew })).body.data?.fingerprint;
  return api.call(applyCurriculum, {
    token,
    params: { id: league.id },
    body: { files, asNew, acceptLoss, fingerprint },
    headers: key ? { 'idempotency-key': key } : {},
  });
}

/** The files with one of them edited; null takes it away. */
function edit(
  files: CurriculumFile[],
  path: RegExp,
  change: (text: string) => string | null,
): CurriculumFile[] {
  let isFound = false;
  const edited = files.flatMap((file) => {
    if (isFound || !path.test(file.path)) return [file];
    isFound = true;
    const text = change(file.text);
    return text === null ? [] : [{ ...file, text }];
  });
  expect(isFound, String(path)).toBe(true);
  return edited;
}

const without = (files: CurriculumFile[], path: RegExp) => files.filter((file) => !path.test(file.path));
const TOPIC = /modules\/01-week-1\/topics\/01-[^/]+\/topic\.json/;

/** Every column of a league and what it holds, but for the moments of writing. */
async function dump(leagueId: string) {
  const all = (query: ReturnType<typeof sql>) => queryRows<Record<string, unknown>>(api.db, query);
  return {
    leagues: await all(
      sql`select id, cohort_id, name, description, expires_at, weeks_count, sections_count, resources_count, updated_at from leagues where id = ${leagueId}`,
    ),
    weeks: await all(sql`select * from weeks where league_id = ${leagueId} order by id`),
    sections: await all(
      sql`select s.* from sections s join weeks w on w.id = s.week_id where w.league_id = ${leagueId} order by s.id`,
    ),
    resources: await all(
      sql`select r.* from resources r join sections s on s.id = r.section_id join weeks w on w.id = s.week_id where w.league_id = ${leagueId} order by r.id`,
    ),
    assignments: await all(sql`select * from assignments where league_id = ${leagueId}`),
    records: await all(sql`select * from resource_progress order by id`),
    sectionRecords: await all(sql`select * from section_progress order by user_id, section_id`),
  };
}

/** Completes, notes or marks resources as learners do, straight in the history. */
async function learn(
  person: Person,
  league: TestLeague,
  ids: string[],
  kind = 'COMPLETED',
  note: string | null = null,
) {
  for (const id of ids) {
    const section = league.weeks
      .flatMap((week) => week.sections)
      .find((one) => one.resources.some((r) => r.id === id));
    await api.db.execute(sql`insert into progress_events (user_id, resource_id, section_id, league_id, kind, personal_note)
      values (${person.id}, ${id}, ${section?.id ?? ''}, ${league.id}, ${kind}, ${note})`);
  }
}

async function settle() {
  await inTransaction(api.db, rebuildCounters);
}

async function drift(): Promise<number> {
  const drifts = await inTransaction(api.db, findDrift);
  return drifts.reduce((sum, one) => sum + one.drift, 0);
}

const idsOf = (league: TestLeague, week: number, section?: number) =>
  (league.weeks[week]?.sections ?? [])
    .filter((_, index) => section === undefined || index === section)
    .flatMap(({ resources: list }) => list.map(({ id }) => id));

test('database → files → database is the identity: every column, every id, every record', async () => {
  const league = await addLeague(api.db, { name: 'Identity' });
  await api.db.insert(assignments).values({
    id: createId(),
    leagueId: league.id,
    title: 'A “task”',
    description: 'Line\n\n# two',
    dueAt: new Date('2031-02-03T04:05:06.789Z'),
  });
  await api.db.execute(
    sql`update leagues set description = ${' padded\r\nand <b>raw</b> '}, expires_at = '2031-01-01T00:00:00.123Z' where id = ${league.id}`,
  );
  await api.db.execute(
    sql`update weeks set description = '', name = ${'../é\u202E"x"'}, "order" = "order" * 7 where league_id = ${league.id}`,
  );
  await api.db.execute(
    sql`update resources set "order" = "order" * 3, title = ${'<i>stored</i>'} where id = ${idsOf(league, 0)[0]}`,
  );
  const learner = await addPerson(api.db);
  await enroll(api.db, learner.id, league);
  await learn(learner, league, idsOf(league, 0));
  await settle();
  const before = await dump(league.id);
  const files = await exportFiles(league);
  expect(await exportFiles(league)).toEqual(files);
  const sheet: CurriculumSheet = (await preview(league, files)).body.data;
  expect(sheet.counts).toEqual({ added: 0, changed: 0, moved: 0, removed: 0, same: 16, renumbered: 0 });
  expect(sheet.changes).toEqual([]);
  const applied = await apply(league, files);
  expect(applied.status).toBe(200);
  expect(applied.body.data.files).toEqual(files);
  expect(await dump(league.id)).toEqual(before);
  expect(
    await queryRows(
      api.db,
      sql`select 1 from audit_log where action = 'LEAGUE_FILES_IMPORTED' and metadata like ${`%${league.id}%`}`,
    ),
  ).toHaveLength(0);
});

test('a deleted league comes back from its files into an empty database with its ids', async () => {
  const { importAsOperator } = await import('./operator.ts');
  const league = await addLeague(api.db, { name: 'Phoenix' });
  const files = await exportFiles(league);
  const stamp = ({ updated_at: _u, created_at: _c, ...row }: Record<string, unknown>) => row;
  const tidy = (rows: Awaited<ReturnType<typeof dump>>) =>
    [rows.leagues, rows.weeks, rows.sections, rows.resources].map((list) => list.map(stamp));
  const before = tidy(await dump(league.id));
  await api.db.execute(sql`delete from leagues where id = ${league.id}`);
  const { sheet } = await importAsOperator(api.db, { files, copyInto: null, apply: true, acceptLoss: false });
  expect(sheet.counts.added).toBe(1 + 2 + 4 + 8);
  expect(tidy(await dump(league.id))).toEqual(before);
  expect(await drift()).toBe(0);
});

test('adds, changes, moves and removes as the sheet says, keeps ids and progress, and gives the files back with ids', async () => {
  const league = await addLeague(api.db, { name: 'Growing' });
  const learner = await addPerson(api.db);
  await enroll(api.db, learner.id, league);
  const [moved = ''] = idsOf(league, 0, 1);
  await learn(learner, league, [moved]);
  await settle();
  let files = await exportFiles(league);
  const line =
    files
      .map(({ text }) => text.split('\n').find((one) => one.includes(moved)))
      .find(Boolean)
      ?.replace(/,$/, '') ?? '';
  files = edit(files, /modules\/01-week-1\/topics\/02-[^/]+\/topic\.json/, (text) =>
    text.replace(`${line},\n`, ''),
  );
  files = edit(files, TOPIC, (text) =>
    text
      .replace('"Resource 1.1.1"', '"A better title"')
      .replace(
        '"resources": [\n',
        `"resources": [\n${line.trim()},\n{ "title": "Brand new", "type": "VIDEO", "url": "https://example.org/new" },\n`,
      ),
  );
  files.push({ path: 'modules/new/module.json', text: '{ "name": "Extra", "order": 9 }' });
  files.push({ path: 'modules/new/description.md', text: 'What it is\r\nabout\r\n' });
  const sheet: CurriculumSheet = (await preview(league, files)).body.data;
  expect(sheet.counts).toEqual({ added: 2, changed: 1, moved: 1, removed: 0, same: 11, renumbered: 2 });
  const told = sheet.changes.map(({ kind, action, name }) => `${action} ${kind} ${name}`);
  expect(told).toEqual([
    'added week Extra',
    'moved resource Resource 1.2.1',
    'added resource Brand new',
    'changed resource A better title',
  ]);
  expect(sheet.changes[1]).toMatchObject({
    id: moved,
    from: ['Week 1', 'Section 1.2'],
    place: ['Week 1', 'Section 1.1'],
  });
  expect(sheet.changes[3]?.fields).toEqual([
    { field: 'title', from: 'Resource 1.1.1', to: 'A better title' },
  ]);
  expect(sheet.learners).toMatchObject({ enrolled: 1, newItems: 1, losing: 0, touched: 0, lower: 1 });
  expect(sheet.needsConfirmation).toBe(false);

  const applied = await apply(league, files);
  expect(applied.status, JSON.stringify(applied.body)).toBe(200);
  const saved: CurriculumFile[] = applied.body.data.files;
  expect(saved).toEqual(await exportFiles(league));
  const texts = saved.map(({ text }) => text).join('');
  expect(texts).toContain('"title": "Brand new"');
  expect(texts).toContain('What it is\nabout\n');
  expect(saved.filter(({ path }) => path.endsWith('.json')).every(({ text }) => text.includes('"id"'))).toBe(
    true,
  );
  expect((await preview(league, saved)).body.data.changes).toEqual([]);
  const [record] = await queryRows<{ n: string }>(
    api.db,
    sql`select count(*) as n from resource_progress where resource_id = ${moved} and completed_at is not null`,
  );
  expect(Number(record?.n)).toBe(1);
  expect(await drift()).toBe(0);
  const [entry] = await queryRows<{ metadata: string }>(
    api.db,
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

test('what learners notice is what a slow count finds before and after', async () => {
  const league = await addLeague(api.db, { name: 'Noticed', weeks: 2, sections: 2, resources: 3 });
  const people = await Promise.all(Array.from({ length: 7 }, () => addPerson(api.db)));
  const all = [0, 1].flatMap((week) => idsOf(league, week));
  for (const [index, person] of people.entries()) {
    await enroll(api.db, person.id, league);
    await learn(person, league, all.slice(0, [0, 2, 3, 5, 6, 11, 12][index]));
  }
  const [first = '', second = '', third = ''] = all;
  await learn(people[0] as Person, league, [first], 'NOTED', 'my own words');
  await learn(people[1] as Person, league, [first], 'MARKED_FOR_REVISION');
  await settle();

  // Without the third of topic 1, topic 2 of module 1 gone but for one that moves to topic 1 of module 2, one new item.
  const kept = idsOf(league, 0, 1)[0] ?? '';
  let files = await exportFiles(league);
  const line =
    files
      .map(({ text }) => text.split('\n').find((one) => one.includes(kept)))
      .find(Boolean)
      ?.trim()
      .replace(/,$/, '') ?? '';
  files = edit(files, TOPIC, (text) => text.replace(new RegExp(`,\\n[^\\n]*${third}[^\\n]*`), ''));
  files = edit(files, TOPIC, (text) => text.replace(new RegExp(`[^\\n]*${first}[^\\n]*\\n`), ''));
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
  const sheet: CurriculumSheet = (await preview(league, files)).body.data;
  expect(sheet.needsConfirmation).toBe(true);
  const refused = await apply(league, files);
  expect([refused.status, refused.body.code]).toEqual([409, 'CURRICULUM_LOSS_UNCONFIRMED']);
  expect(refused.body.sheet.fingerprint).toBe(sheet.fingerprint);
  const gone = [first, third, ...idsOf(league, 0, 1).slice(1)];
  const lost = await queryRows<{ user_id: string; done: boolean; noted: boolean; marked: boolean }>(
    api.db,
    sql`select user_id, completed_at is not null as done, personal_note is not null as noted, marked_for_revision_at is not null as marked
      from resource_progress where resource_id in (${sql.join(
        gone.map((id) => sql`${id}`),
        sql`, `,
      )})`,
  );
  const events = await queryRows(api.db, sql`select id from progress_events`);
  const applied = await apply(league, files, { acceptLoss: true });
  expect(applied.status, JSON.stringify(applied.body)).toBe(200);
  const after = await countSlowly(league.id, people);

  const some = (test: (one: Slow, other: Slow) => boolean) =>
    people.filter(({ id }) => test(before.get(id) as Slow, after.get(id) as Slow)).length;
  expect(sheet.learners).toEqual({
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
  expect(sheet.learners).toMatchObject({ topicsGained: 1, notes: 1, marks: 1, reopened: 1 });
  const removed = sheet.changes
    .filter(({ action }) => action === 'removed')
    .map(({ kind, people: n }) => [kind, n]);
  expect(removed).toEqual([
    ['section', 4],
    ['resource', 7],
    ['resource', 5],
    ['resource', 4],
    ['resource', 3],
  ]);
  expect(await drift()).toBe(0);
  expect(await queryRows(api.db, sql`select id from progress_events`)).toHaveLength(events.length);
  expect(second).not.toBe('');

  // The earlier files undo it: same ids, and what learners had done comes back from their history.
  const old = await exportFiles(league);
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
    api.db,
    sql`select r.id, r.section_id from resources r join sections s on s.id = r.section_id join weeks w on w.id = s.week_id where w.league_id = ${leagueId}`,
  );
  const sections = await queryRows<{ id: string }>(
    api.db,
    sql`select s.id from sections s join weeks w on w.id = s.week_id where w.league_id = ${leagueId}`,
  );
  const done = await queryRows<{ user_id: string; resource_id: string }>(
    api.db,
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

async function restore(league: TestLeague, current: CurriculumFile[]) {
  const text = JSON.stringify({
    id: idsOf(league, 0)[0],
    title: 'Back',
    type: 'BLOG',
    url: 'https://example.org/back',
  });
  const files = edit(current, TOPIC, (topic) =>
    topic.replace('"resources": [\n', `"resources": [\n${text},\n`),
  );
  const sheet: CurriculumSheet = (await preview(league, files)).body.data;
  expect(sheet.learners).toMatchObject({ returning: 7, newItems: 1 });
  const applied = await apply(league, files);
  expect(applied.status, JSON.stringify(applied.body)).toBe(200);
  const [record] = await queryRows<{ done: string; noted: string }>(
    api.db,
    sql`select count(completed_at) as done, count(personal_note) as noted from resource_progress where resource_id = ${idsOf(league, 0)[0]}`,
  );
  expect([Number(record?.done), Number(record?.noted)]).toEqual([6, 1]);
  expect(await drift()).toBe(0);
  return sheet;
}

test('who had nothing left is counted again when it comes back', async () => {
  const league = await addLeague(api.db, { name: 'Returning', weeks: 1, sections: 1, resources: 2 });
  const learner = await addPerson(api.db);
  await enroll(api.db, learner.id, league);
  await learn(learner, league, idsOf(league, 0));
  await settle();
  const files = await exportFiles(league);
  const gone = without(files, /^modules\//);
  expect((await apply(league, gone, { acceptLoss: true })).status).toBe(200);
  expect(await drift()).toBe(0);
  expect((await preview(league, files)).body.data.learners).toMatchObject({
    returning: 1,
    finished: 1,
    topicsGained: 1,
  });
  expect((await apply(league, files)).status).toBe(200);
  expect(await drift()).toBe(0);
  const [stats] = await queryRows<{ n: string }>(
    api.db,
    sql`select completed_resources as n from learner_stats where user_id = ${learner.id}`,
  );
  expect(Number(stats?.n)).toBe(2);
});

test('a league or folder that changed is refused with the new sheet; a repeat under one key imports once', async () => {
  const league = await addLeague(api.db, { name: 'Racing', weeks: 1, sections: 1, resources: 1 });
  const files = await exportFiles(league);
  const grown = [...files, { path: 'modules/x/module.json', text: '{"name":"Extra","order":5}' }];
  const { fingerprint } = (await preview(league, grown)).body.data;
  const other = await apply(
    league,
    [...files, { path: 'modules/x/module.json', text: '{"name":"Other","order":5}' }],
    { fingerprint },
  );
  expect([other.status, other.body.code]).toEqual([409, 'CURRICULUM_CHANGED']);
  await api.db.insert(weeks).values({ id: createId(), leagueId: league.id, name: 'Meanwhile', order: 2 });
  const stale = await apply(league, grown, { fingerprint });
  expect([stale.status, stale.body.code]).toEqual([409, 'CURRICULUM_CHANGED']);
  expect(stale.body.sheet.counts).toMatchObject({ added: 1, removed: 1 });
  const [counted] = await queryRows<{ n: string }>(
    api.db,
    sql`select count(*) as n from weeks where league_id = ${league.id}`,
  );
  expect(Number(counted?.n)).toBe(2);

  const now = [
    ...(await exportFiles(league)),
    { path: 'modules/x/module.json', text: '{"name":"Extra","order":5}' },
  ];
  const sheet: CurriculumSheet = (await preview(league, now)).body.data;
  const tries = await Promise.all(
    [1, 2, 3].map(() => apply(league, now, { fingerprint: sheet.fingerprint, key: 'one-key' })),
  );
  expect(tries.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await api.db.$count(weeks, sql`${weeks.leagueId} = ${league.id}`)).toBe(3);
  const rivals = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const wanted = [
        ...(await exportFiles(league)),
        { path: 'modules/y/module.json', text: `{"name":"${name}","order":8}` },
      ];
      return { wanted, sheet: (await preview(league, wanted)).body.data as CurriculumSheet };
    }),
  );
  const raced = await Promise.all(
    rivals.map(({ wanted, sheet: { fingerprint: seen } }) => apply(league, wanted, { fingerprint: seen })),
  );
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a module with topics goes only when that is confirmed; orders may swap', async () => {
  const league = await addLeague(api.db, { name: 'Shrinking' });
  const files = await exportFiles(league);
  const swapped = edit(
    edit(files, /01-week-1\/module/, (text) => text.replace('"order": 1', '"order": 2')),
    /02-week-2\/module/,
    (text) => text.replace('"order": 2', '"order": 1'),
  );
  expect((await preview(league, swapped)).body.data.counts).toMatchObject({ moved: 1, renumbered: 1 });
  expect((await apply(league, swapped)).status).toBe(200);
  const less = without(await exportFiles(league), /01-week-2/);
  const refused = await apply(league, less);
  expect([refused.status, refused.body.code]).toEqual([409, 'CURRICULUM_LOSS_UNCONFIRMED']);
  expect((await apply(league, less, { acceptLoss: true })).status).toBe(200);
  const [row] = await queryRows(
    api.db,
    sql`select weeks_count, sections_count, resources_count from leagues where id = ${league.id}`,
  );
  expect(row).toEqual({ weeks_count: 1, sections_count: 2, resources_count: 4 });
});

test('ids of another league are never taken, moved or changed; a copy gets its own', async () => {
  const [source, target] = [
    await addLeague(api.db, { name: 'Source' }),
    await addLeague(api.db, { name: 'Target', weeks: 1 }),
  ];
  await api.db
    .insert(assignments)
    .values({ id: createId(), leagueId: source.id, title: 'Task', description: 'Do it' });
  const before = await dump(source.id);
  const files = await exportFiles(source);
  const whole = await preview(target, files);
  expect([whole.status, whole.body.code]).toEqual([400, 'CURRICULUM_FILES_INVALID']);
  expect(whole.body.problems[0]).toMatchObject({ file: 'league.json', field: 'id' });

  const own = await exportFiles(target);
  const forged = [...own, ...files.filter(({ path }) => path.startsWith('modules/02-'))];
  const refused = await preview(target, forged);
  expect(refused.body.problemsCount).toBe(1 + 2 + 4);
  expect(
    refused.body.problems.every(
      ({ field, expected }: { field: string; expected: string }) =>
        field === 'id' && expected.includes('is in another'),
    ),
  ).toBe(true);
  // What another league had, with learners' records of it, is not for taking either.
  const learner = await addPerson(api.db);
  await enroll(api.db, learner.id, source);
  const [taken = ''] = idsOf(source, 1, 1);
  await learn(learner, source, [taken]);
  const third = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
  await learn(learner, source, [idsOf(third, 0)[0] ?? '']);
  await api.db.delete(resources).where(sql`id = ${idsOf(third, 0)[0]}`);
  const stolen = edit(own, /topic\.json/, (text) =>
    text.replace(
      '"resources": [\n',
      `"resources": [\n{ "id": "${idsOf(third, 0)[0]}", "title": "x", "type": "BLOG", "url": "https://x.org" },\n`,
    ),
  );
  expect((await preview(target, stolen)).body.problems).toMatchObject([
    { field: 'id', expected: expect.stringContaining('belonged to another league') },
  ]);
  await settle();

  const sheet: CurriculumSheet = (await preview(target, files, { asNew: true })).body.data;
  expect(sheet.counts).toMatchObject({ added: 2 + 4 + 8 + 1, changed: 0, removed: 0, moved: 0 });
  const copied = await apply(target, files, { asNew: true });
  expect(copied.status, JSON.stringify(copied.body)).toBe(200);
  const saved: CurriculumFile[] = copied.body.data.files;
  const ids = (list: CurriculumFile[]) =>
    new Set(list.flatMap(({ text }) => [...text.matchAll(/"id": "([^"]+)"/g)].map(([, id]) => id)));
  expect([...ids(saved)].filter((id) => ids(files).has(id))).toEqual([]);
  expect(saved.find(({ path }) => path === 'league.json')?.text).toContain('"Target"');
  expect(saved.map(({ path }) => path).filter((path) => path.endsWith('module.json'))).toHaveLength(3);
  const { records: _r, sectionRecords: _s, ...kept } = await dump(source.id);
  const { records: _b, sectionRecords: _t, ...was } = before;
  expect(kept).toEqual(was);
  expect(await drift()).toBe(0);
});

test('rights as in the single calls: scope, league facts for GRAND, the assignment for CHIEF', async () => {
  const league = await addLeague(api.db, { name: 'Guarded' });
  const pathfinder = await addPerson(api.db, { role: 'PATHFINDER' });
  const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  const reader = await addPerson(api.db, { role: 'PATHFINDER' });
  await addScope(api.db, pathfinder.id, league.id);
  await addScope(api.db, chief.id, league.id);
  await addScope(api.db, reader.id, league.id, { canCreateContent: false });
  const files = await exportFiles(league, pathfinder.token);
  for (const token of [
    reader.token,
    (await addPerson(api.db)).token,
    (await addPerson(api.db, { role: 'PATHFINDER' })).token,
  ]) {
    expect((await preview(league, files, { token })).status).toBe(403);
    expect((await apply(league, files, { token, fingerprint: 'x' })).status).toBe(403);
    expect(
      (
        await api.request(`/api/admin/leagues/${league.id}/files`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status,
    ).toBe(403);
  }
  expect((await api.call(exportCurriculum, { params: { id: league.id } })).status).toBe(401);
  expect((await preview({ id: 'nowhere' }, files)).status).toBe(404);

  const topic = edit(files, TOPIC, (text) => text.replace('Resource 1.1.1', 'By a pathfinder'));
  expect((await apply(league, topic, { token: pathfinder.token })).status).toBe(200);
  const now = await exportFiles(league);
  const renamed = edit(
    edit(now, /^league\.json$/, (text) => text.replace('"Guarded"', '"Renamed"')),
    /^description\.md$/,
    () => 'Other words\n',
  );
  const refused = await preview(league, renamed, { token: chief.token });
  expect(refused.body.problems).toEqual([
    { file: 'league.json', field: 'name', expected: '“Guarded”: only a Grand Pathfinder may change it' },
    {
      file: 'description.md',
      field: null,
      expected: '“What Guarded teaches”: only a Grand Pathfinder may change it',
    },
  ]);
  expect((await apply(league, renamed)).status).toBe(200);
  await addLeague(api.db, { name: 'Taken' });
  const taken = edit(await exportFiles(league), /^league\.json$/, (text) =>
    text.replace('"Renamed"', '"Taken"').replace(/"cohort": "[^"]+"/, '"cohort": "None such"'),
  );
  expect(
    (await preview(league, taken)).body.problems.map(({ field }: { field: string }) => field).sort(),
  ).toEqual(['cohort', 'name']);

  const task = [
    ...(await exportFiles(league)),
    { path: 'assignment.json', text: '{"title":"Task","dueDate":"2031-01-01"}' },
    { path: 'assignment.md', text: 'Do it\n' },
  ];
  expect((await preview(league, task, { token: pathfinder.token })).body.problems).toMatchObject([
    { file: 'assignment.json', field: null },
  ]);
  const made = await apply(league, task, { token: chief.token });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const [row] = await api.db.select().from(assignments).where(sql`league_id = ${league.id}`);
  expect(row).toMatchObject({ title: 'Task', description: 'Do it', dueAt: new Date('2031-01-01T00:00:00Z') });
  const learner = await addPerson(api.db);
  await api.db
    .insert(submissions)
    .values({ id: createId(), assignmentId: row?.id ?? '', userId: learner.id, content: 'Done' });
  const untasked = without(made.body.data.files, /^assignment\./);
  const kept = await preview(league, untasked);
  expect(kept.body.problems[0].expected).toContain(
    'Cannot delete assignment with existing submissions. This assignment has 1 submission(s).',
  );
  await api.db.delete(submissions);
  expect((await apply(league, untasked)).status).toBe(200);
  expect(await api.db.$count(assignments, sql`league_id = ${league.id}`)).toBe(0);
});

test('hostile bodies are refused and change nothing', async () => {
  const league = await addLeague(api.db, { name: 'Hostile', weeks: 1 });
  const before = await dump(league.id);
  const send = (body: unknown) =>
    api.call(previewCurriculum, { token: grand.token, params: { id: league.id }, body });
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
  const files = await exportFiles(league);
  const odd = edit(files, TOPIC, (text) => text.replace('Resource 1.1.1', 'nul\\u0000 <b>bold</b> \\ud800'));
  const sheet: CurriculumSheet = (await preview(league, odd)).body.data;
  expect(sheet.changes[0]?.fields).toEqual([
    { field: 'title', from: 'Resource 1.1.1', to: 'nul bbold/b \uFFFD' },
  ]);
  expect(
    (
      await preview(
        league,
        edit(files, TOPIC, () => '{"__proto__": {"id": "x"}, "name": "T", "order": 1, "resources": []}'),
      )
    ).status,
  ).toBe(400);
  const big = await send({ files: [{ path: 'league.json', text: 'x'.repeat(9 * 1024 * 1024) }] });
  expect(big.status).toBe(413);
  expect(await dump(league.id)).toEqual(before);
});

test('a league of 40 × 10 × 10 is compared and imported in about a second', async () => {
  const league = await addLeague(api.db, { name: 'Large', weeks: 40, sections: 10, resources: 10 });
  const learner = await addPerson(api.db);
  await enroll(api.db, learner.id, league);
  const files = await exportFiles(league);
  const changed = files.map(({ path, text }) => ({
    path,
    text: path.includes('01-week-1/') ? text.replaceAll('Resource', 'Item') : text,
  }));
  const started = performance.now();
  const sheet: CurriculumSheet = (await preview(league, changed)).body.data;
  const compared = performance.now();
  expect(sheet.counts).toMatchObject({ changed: 100, same: 4341 });
  expect((await apply(league, changed, { fingerprint: sheet.fingerprint })).status).toBe(200);
  const applied = performance.now();
  if (process.env.SHOW_FIGURES)
    console.log(
      `${files.length} files, preview ${Math.round(compared - started)} ms, apply ${Math.round(applied - compared)} ms`,
    );
  expect(compared - started).toBeLessThan(6000);
});
