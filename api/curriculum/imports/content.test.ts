import { describe, expect, test } from 'bun:test';
import { asc, eq, sql } from 'drizzle-orm';
import { exportUsers } from '#contract/admin-users.ts';
import { NAME_MAX_LENGTH, SECTION_NAME_MAX_LENGTH } from '#contract/constants.ts';
import { IMPORT_CALLS } from '#contract/imports.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { exportResources } from '#contract/resources.ts';
import { createWeek, exportWeeks } from '#contract/weeks.ts';
import { findDrift } from '../../learning/counter-drift.ts';
import { inTransaction, queryRows } from '../../platform/db/client.ts';
import { resources, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import { digestEverything } from '../../test/digest.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import type { TestReply } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope } from '../../test/people.ts';
import { fetchExport } from '../../test/read-csv.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
const learner = await addPerson(api.db);
const ml = await addLeague(api.db, { name: 'ML' });
const quantum = await addLeague(api.db, { name: 'Quantum' });
await addScope(api.db, chief.id, ml.id);
await enroll(api.db, learner.id, ml);

type Kind = keyof typeof IMPORT_CALLS;
type Body = Record<string, unknown>;
const send = (kind: Kind, body: Body, token = grand.token) => api.call(IMPORT_CALLS[kind], { token, body });
async function check(kind: Kind, csv: string, leagueId: string | null = ml.id, token = grand.token) {
  const { status, body } = await send(kind, { csv, leagueId }, token);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.plan;
}
async function bring(kind: Kind, csv: string, options: Body = {}) {
  const { fingerprint } = await check(kind, csv);
  return send(kind, { csv, leagueId: ml.id, dryRun: false, fingerprint, ...options });
}
interface Plan {
  fingerprint: string;
  rows: { outcome: string; reasons: string[] }[];
}
/** The outcome of each row; in place of 'refused' stand the words of the refusal. */
const outcomes = ({ rows }: Pick<Plan, 'rows'>) =>
  rows.map(({ outcome, reasons }) => (outcome === 'refused' ? reasons.join(', ') : outcome));
/** Imports what was checked, without the rows that were refused. */
const apply = (kind: Kind, csv: string, { fingerprint }: Plan, leagueId?: string, token = grand.token) =>
  send(kind, { csv, leagueId, dryRun: false, leaveOutRefused: true, fingerprint }, token);
async function expectNoDrift() {
  const drifts = await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE));
  expect(drifts.filter(({ drift }) => drift > 0)).toEqual([]);
}
/** The learner enrolls and completes the first resource. */
async function tick(league: TestLeague) {
  await enroll(api.db, learner.id, league);
  const params = { resourceId: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '' };
  expect((await api.call(completeResource, { token: learner.token, params, body: {} })).status).toBe(200);
}
async function entriesOf({ headers }: TestReply) {
  const rows = await queryRows<{ action: string; metadata: string }>(
    api.db,
    sql`select action, metadata from audit_log where request_id = ${headers.get('x-request-id')} order by id`,
  );
  return rows.map(({ action, metadata }) => ({ action, metadata: JSON.parse(metadata) }));
}
const weekRows = (leagueId = ml.id) =>
  api.db.select().from(weeks).where(eq(weeks.leagueId, leagueId)).orderBy(asc(weeks.order));

async function resourceRows(sectionId = '') {
  const rows = await api.db
    .select()
    .from(resources)
    .where(eq(resources.sectionId, sectionId))
    .orderBy(asc(resources.order));
  return rows.map(({ title, type, order }) => [title, type, order]);
}
/** The topics of a league in order, each with its module and the titles in it. */
async function readOutline(leagueId: string) {
  const rows = await api.db
    .select({ module: weeks.name, topic: sections.name, title: resources.title, id: sections.id })
    .from(resources)
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(eq(weeks.leagueId, leagueId))
    .orderBy(asc(weeks.order), asc(sections.order), asc(resources.order));
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((own) => [
    own[0]?.module,
    own[0]?.topic,
    own.map(({ title }) => title),
  ]);
}

describe('modules', () => {
  test('CALL-55 CALL-56 AMOD-11 a row is new, changed, the same or refused, in the words of the single call', async () => {
    const before = await digestEverything(api.db);
    const plan = await check(
      'weeks',
      [
        'Order,Module,Description,League',
        '1,Week 1,,',
        '2,Renamed,With words,ML',
        '3,New <one>,,',
        '3,Twice,,',
        ',No order,,',
        '0,Zero,,',
        '4,,,',
        '5,Elsewhere,,Quantum',
        '6,Nowhere,,Chess',
        `7,${'x'.repeat(NAME_MAX_LENGTH + 1)},,`,
        '1e3,Wide,,',
        '99999999999,Far,,',
      ].join('\n'),
    );
    expect(outcomes(plan)).toEqual([
      'unchanged',
      'update',
      'create',
      'Line 4 is about the same module already',
      'order is required',
      'Order must be a positive integer',
      'name is required',
      'The row names another league than the chosen one',
      'League not found',
      'Name must be 120 characters or less',
      'Order must be a positive integer',
      'Order must be a positive integer',
    ]);
    expect(plan.rows[1]).toMatchObject({
      line: 3,
      place: 'ML',
      changes: [
        { field: 'Name', from: 'Week 2', to: 'Renamed' },
        { field: 'Description', from: null, to: 'With words' },
      ],
    });
    expect(plan.rows[2].changes).toEqual([
      { field: 'Order', from: null, to: '3' },
      { field: 'Name', from: null, to: 'New <one>' },
    ]);
    expect(await digestEverything(api.db)).toEqual(before);
  });

  test('P41 P44 an import is whole, is told in the audit log, and does nothing the second time', async () => {
    const csv = 'order;name;description\n1;Week 1;\n2;Second;"Two\r\nlines"\n5;Fifth;\n6;Sixth;';
    const done = await bring('weeks', csv);
    expect(done.body.data.result).toEqual({ created: 2, updated: 1, unchanged: 1, leftOut: 0, enrolled: 0 });
    expect((await weekRows()).map(({ order, name }) => [order, name])).toEqual([
      [1, 'Week 1'],
      [2, 'Second'],
      [5, 'Fifth'],
      [6, 'Sixth'],
    ]);
    const changes = { name: { from: 'Week 2', to: 'Second' }, description: { from: null, to: 'Two\nlines' } };
    const createdIds = [expect.any(String), expect.any(String)];
    expect(await entriesOf(done)).toMatchObject([
      { action: 'WEEK_UPDATED', metadata: { leagueId: ml.id, changes } },
      { action: 'WEEK_IMPORTED', metadata: { leagueId: ml.id, created: 2, updated: 1, createdIds } },
    ]);
    await expectNoDrift();
    expect((await check('weeks', csv)).counts).toEqual({ create: 0, update: 0, unchanged: 4, refused: 0 });
    const before = await digestEverything(api.db);
    expect((await bring('weeks', csv)).body.data.result).toMatchObject({ created: 0, updated: 0 });
    expect(await digestEverything(api.db)).toEqual(before);
  });

  test('P42 rows named by ID may change places; a place that is not left stays with its holder', async () => {
    const [first, second, fifth] = (await weekRows()).map(({ id }) => id);
    const csv = `ID,Order,Name\n${first},2,Week 1\n${second},1,Second\n${fifth},6,Fifth\n,5,Fresh\nnobody,9,X`;
    const plan = await check('weeks', csv);
    expect(outcomes(plan)).toEqual([
      'update',
      'update',
      'Week with order 6 already exists in this league',
      'Week with order 5 already exists in this league',
      'Week not found',
    ]);
    const done = await bring('weeks', csv, { leaveOutRefused: true });
    expect(done.body.data.result).toMatchObject({ created: 0, updated: 2, leftOut: 3 });
    expect((await weekRows()).slice(0, 2)).toMatchObject([
      { id: second, order: 1 },
      { id: first, order: 2 },
    ]);
  });

  test('F17 ten imports of one file at once: one does it, the others are told', async () => {
    const csv = `order,name\n${Array.from({ length: 30 }, (_, n) => `${100 + n},Parallel ${n}`).join('\n')}`;
    const { fingerprint } = await check('weeks', csv);
    // Several people: one alone would wait for the own account.
    const others = [grand, await addPerson(api.db, { role: 'GRAND_PATHFINDER' }), chief];
    const body = { csv, leagueId: ml.id, dryRun: false, fingerprint };
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send('weeks', body, others[n % others.length]?.token)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies) {
      if (status !== 200) expect([status, body.code]).toEqual([409, 'IMPORT_PLAN_CHANGED']);
    }
    expect((await weekRows()).filter(({ name }) => name.startsWith('Parallel'))).toHaveLength(30);
    await expectNoDrift();
  });
});

describe('topics and resources', () => {
  test('CALL-60 CALL-66 P42 parents are found by name, by order or by ID; what learners did stays counted', async () => {
    const inLeague = await addLeague(api.db, { name: 'Counting', weeks: 1, sections: 1, resources: 1 });
    const week = inLeague.weeks[0];
    const section = week?.sections[0];
    await tick(inLeague);
    const named = 'League,Module,Order,Topic';
    const topics = `${named}\ncounting,week 1,2,Second\nCounting,1,3,Third\nCounting,Nowhere,4,Lost\nCounting,,5,Loose`;
    const plan = await check('sections', topics, null);
    expect(outcomes(plan)).toEqual([
      'create',
      'create',
      'Module not found in the league',
      'weekId is required',
    ]);
    expect(plan.rows[0].place).toBe('Counting › Week 1');
    const brought = await apply('sections', topics, plan);
    expect(brought.body.data.result).toMatchObject({ created: 2, leftOut: 2 });
    await expectNoDrift();

    const head = 'League,Module,Topic,Topic ID,Order,Title,URL,Type';
    const csv = [
      head,
      'Counting,Week 1,Section 1.1,,2,More,https://example.org/more,video',
      `,,,${section?.id},3,Most,https://example.org/most,External link`,
      'Counting,Week 1,Third,,1,Other,javascript:alert(1),PODCAST',
      'Counting,Week 1,9,,1,Lost,https://example.org,BLOG',
      'Counting,Week 1,Section 1.1,,1,Resource 1.1.1,https://example.org/1/1/1,ARTICLE',
      'Counting,,Second,,1,First there,https://example.org/<1>,BLOG',
    ].join('\n');
    const resourcePlan = await check('resources', csv, inLeague.id);
    expect(outcomes(resourcePlan)).toEqual([
      'create',
      'create',
      'Invalid URL format, Invalid resource type. Must be one of: VIDEO, ARTICLE, EXTERNAL_LINK, BLOG',
      'Topic not found in module Week 1',
      'unchanged',
      'create',
    ]);
    const done = await apply('resources', csv, resourcePlan, inLeague.id);
    expect(done.body.data.result).toMatchObject({ created: 3, leftOut: 2, unchanged: 1 });
    expect(await resourceRows(section?.id)).toEqual([
      ['Resource 1.1.1', 'ARTICLE', 1],
      ['More', 'VIDEO', 2],
      ['Most', 'EXTERNAL_LINK', 3],
    ]);
    await expectNoDrift();
  });

  test('resources without an order go to the end of their topic, once', async () => {
    const list = await addLeague(api.db, { name: 'Lists', weeks: 1, sections: 1, resources: 2 });
    const section = list.weeks[0]?.sections[0];
    const csv = [
      'Module,Topic,Title,URL',
      'Week 1,Section 1.1,Third,https://example.org/third',
      'week  1,SECTION 1.1,resource 1.1.2,https://example.org/1/1/2',
      'Week 1,Section 1.1,Fourth,https://example.org/fourth',
      'Week 1,Section 1.1,third,https://example.org/third',
      'Week 1,Section 1.1,,https://example.org/fifth',
    ].join('\n');
    const plan = await check('resources', csv, list.id);
    expect(outcomes(plan)).toEqual([
      'create',
      'update',
      'create',
      'Line 2 is about the same resource already',
      'title is required',
    ]);
    expect(plan.parents).toBeUndefined();
    expect(plan.rows[0].changes).toEqual([
      { field: 'Order', from: null, to: '3' },
      { field: 'Title', from: null, to: 'Third' },
      { field: 'Type', from: null, to: 'EXTERNAL_LINK' },
      { field: 'URL', from: null, to: 'https://example.org/third' },
    ]);
    const done = await apply('resources', csv, plan, list.id);
    expect(done.body.data.result).toMatchObject({ created: 2, updated: 1, leftOut: 2 });
    expect(await resourceRows(section?.id)).toEqual([
      ['Resource 1.1.1', 'ARTICLE', 1],
      ['resource 1.1.2', 'ARTICLE', 2],
      ['Third', 'EXTERNAL_LINK', 3],
      ['Fourth', 'EXTERNAL_LINK', 4],
    ]);
    const again = await check('resources', csv, list.id);
    expect(again.counts).toEqual({ create: 0, update: 0, unchanged: 3, refused: 2 });
    const typed = await check(
      'resources',
      'Module,Topic,Title,URL,Order,Type\n1,1,Last,https://example.org/l,,\n1,1,Ninth,https://example.org/9,9,blog',
      list.id,
    );
    expect(typed.rows.map(({ changes }: { changes: { to: string }[] }) => changes[0]?.to)).toEqual([
      '10',
      '9',
    ]);
  });

  test('minutes are read from a sheet; an empty cell takes them away, and no column leaves them', async () => {
    const list = await addLeague(api.db, { name: 'Minutes', weeks: 1, sections: 1, resources: 2 });
    const minutes = async () =>
      (
        await api.db
          .select({ minutes: resources.minutes })
          .from(resources)
          .where(eq(resources.sectionId, list.weeks[0]?.sections[0]?.id ?? ''))
          .orderBy(asc(resources.order))
      ).map((row) => row.minutes);
    const bringMinutes = async (csv: string) => {
      const plan = await check('resources', csv, list.id);
      await apply('resources', csv, plan, list.id);
      return plan;
    };
    const rows = (...cells: string[]) =>
      cells.map((cell, index) => {
        const number = index + 1;
        return `Week 1,Section 1.1,${number},Resource 1.1.${number},https://example.org/1/1/${number},${cell}`;
      });
    const head = 'Module,Topic,Order,Title,URL,Duration';
    const plan = await bringMinutes([head, ...rows('12', '1440')].join('\n'));
    expect(plan.rows[0].changes).toEqual([{ field: 'Minutes', from: null, to: '12' }]);
    expect(await minutes()).toEqual([12, 1440]);
    await bringMinutes(
      'Module,Topic,Order,Title,URL\nWeek 1,Section 1.1,1,Renamed,https://example.org/1/1/1',
    );
    expect(await minutes()).toEqual([12, 1440]);
    const mixed = await bringMinutes([head, ...rows('', '1441')].join('\n'));
    expect(outcomes(mixed)).toEqual(['update', 'Minutes must be a whole number from 1 to 1440']);
    expect(await minutes()).toEqual([null, 1440]);
  });

  test('P41 P44 a sheet of resources adds the modules and topics that it names, once', async () => {
    const sheet = await addLeague(api.db, { name: 'Sheet', weeks: 1, sections: 1, resources: 1 });
    await tick(sheet);
    const csv = [
      'League,Module,Topic,Title,Link',
      'Sheet,Ba\u0301sics,What it is,One,https://example.org/1',
      'sheet,Trees,Roots,Two,https://example.org/2',
      'Sheet,B\u00e1SICS,what  it is,Three,https://example.org/3',
      'Sheet,Basics too,Refused,Four,javascript:alert(1)',
      'Sheet,week 1,Leaves,Five,https://example.org/5',
      'Sheet,Week 1,section 1.1,Six,https://example.org/6',
      'Sheet,Trees,Leaves,Seven,https://example.org/7',
      'Sheet,7,Roots,Eight,https://example.org/8',
      `Sheet,Trees,${'x'.repeat(SECTION_NAME_MAX_LENGTH + 1)},Nine,https://example.org/9`,
      'Quantum,Mine,Own,Ten,https://example.org/10',
    ].join('\n');
    const own = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, own.id, sheet.id);
    const start = await digestEverything(api.db);
    const plan = await check('resources', csv, null, own.token);
    expect(await digestEverything(api.db)).toEqual(start);
    expect(outcomes(plan)).toEqual([
      'create',
      'create',
      'create',
      'Invalid URL format',
      'create',
      'create',
      'create',
      'Module not found in the league',
      `Topic: Section name must be ${SECTION_NAME_MAX_LENGTH} characters or less`,
      'No access to this league',
    ]);
    expect(plan.parents).toEqual({ weeks: 2, sections: 4 });
    expect(plan.notes).toEqual([
      'New modules: Ba\u0301sics, Trees',
      'New topics: Ba\u0301sics › What it is, Trees › Roots, Trees › Leaves, Week 1 › Leaves',
    ]);
    expect(plan.rows[2].place).toBe('Sheet › Ba\u0301sics › What it is');
    const done = await apply('resources', csv, plan, undefined, own.token);
    expect(done.body.data.result).toEqual({
      parents: { weeks: 2, sections: 4 },
      created: 6,
      updated: 0,
      unchanged: 0,
      leftOut: 4,
      enrolled: 0,
    });
    expect(await readOutline(sheet.id)).toEqual([
      ['Week 1', 'Section 1.1', ['Resource 1.1.1', 'Six']],
      ['Week 1', 'Leaves', ['Five']],
      ['Ba\u0301sics', 'What it is', ['One', 'Three']],
      ['Trees', 'Roots', ['Two']],
      ['Trees', 'Leaves', ['Seven']],
    ]);
    const told = (await entriesOf(done)).map(({ action, metadata }) => {
      const { leagueId, created, updated, createdIds } = metadata;
      return [action, leagueId, created, updated, createdIds.length];
    });
    expect(told).toEqual([
      ['WEEK_IMPORTED', sheet.id, 2, 0, 2],
      ['SECTION_IMPORTED', sheet.id, 4, 0, 4],
      ['RESOURCE_IMPORTED', sheet.id, 6, 0, 6],
    ]);
    await expectNoDrift();
    const after = await digestEverything(api.db);
    const again = await check('resources', csv, null, own.token);
    expect(again.counts).toEqual({ create: 0, update: 0, unchanged: 6, refused: 4 });
    expect([again.parents, again.notes]).toEqual([undefined, []]);
    await apply('resources', csv, again, undefined, own.token);
    expect(await digestEverything(api.db)).toEqual(after);
  });

  test('rows without an order are told apart by name where IDs stand beside them', async () => {
    const { id: leagueId } = await addLeague(api.db, { name: 'Unordered', weeks: 1, sections: 0 });
    const csv = 'ID,Name\n,Second\n,Third\n,WEEK 1';
    const plan = await check('weeks', csv, leagueId);
    expect(outcomes(plan)).toEqual(['create', 'create', 'update']);
    expect((await apply('weeks', csv, plan, leagueId)).status).toBe(200);
    expect((await weekRows(leagueId)).map(({ name, order }) => [name, order])).toEqual([
      ['WEEK 1', 1],
      ['Second', 2],
      ['Third', 3],
    ]);
  });

  test('a name that two topics share is refused until the order tells them apart; nothing is moved', async () => {
    const twins = await addLeague(api.db, { name: 'Twins', weeks: 2, sections: 2, resources: 1 });
    const [one, two] = twins.weeks;
    await api.db
      .update(sections)
      .set({ name: 'Same' })
      .where(eq(sections.weekId, one?.id ?? ''));
    const [resource] = one?.sections[0]?.resources ?? [];
    const csv = [
      'ID,Module,Topic,Topic order,Order,Title,URL,Type',
      ',Week 1,Same,,2,A,https://example.org,BLOG',
      ',Week 1,Same,2,2,B,https://example.org,BLOG',
      `${resource?.id},Week 2,Section 2.1,,1,C,https://example.org,BLOG`,
      `${resource?.id},Week 1,Same,,1,D,https://example.org,BLOG`,
    ].join('\n');
    expect(two?.sections).toHaveLength(2);
    expect(outcomes(await check('resources', csv, twins.id))).toEqual([
      'Several topics of that name: give the order too',
      'create',
      'It is in another place: an import cannot move things',
      'update',
    ]);
  });
});

describe('scopes', () => {
  test('ROLE-11 P24 staff import into their own leagues alone, row by row', async () => {
    const chosen = await send('weeks', { csv: 'order,name\n9,X', leagueId: quantum.id }, chief.token);
    expect([chosen.status, chosen.body.error]).toEqual([403, 'No access to this league']);
    expect(chosen.body.leagueName).toBe('Quantum');
    const other = quantum.weeks[0]?.id;
    const csv = `ID,League,Order,Name\n,Quantum,1,Theirs\n,ML,900,Mine\n${other},,1,By id\n${other},ML,1,Both`;
    const plan = await check('weeks', csv, null, chief.token);
    expect(outcomes(plan)).toEqual([
      'No access to this league',
      'create',
      'No access to this league',
      'No access to this league',
    ]);
    expect(JSON.stringify(plan)).not.toContain('Week 1');
    const before = await digestEverything(api.db);
    const { fingerprint } = plan;
    expect((await send('weeks', { csv, dryRun: false, fingerprint }, chief.token)).status).toBe(409);
    expect(await digestEverything(api.db)).toEqual(before);
    const viewer = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, viewer.id, ml.id, { canCreateContent: false });
    for (const leagueId of [ml.id, undefined]) {
      const refused = await send('resources', { csv: 'x', leagueId }, viewer.token);
      expect([refused.status, refused.body.error]).toEqual([403, 'Insufficient permissions']);
    }
    const missing = await send('sections', { csv: 'order,name,module\n1,X,1', leagueId: 'nowhere' });
    expect([missing.status, missing.body.error]).toEqual([404, 'League not found']);
  });

  test('P17 a scope that is taken away after the check counts', async () => {
    const csv = 'order,name\n950,Late';
    const { fingerprint } = await check('weeks', csv, ml.id, chief.token);
    await api.db.execute(sql`delete from pathfinder_scopes where pathfinder_id = ${chief.id}`);
    const body = { csv, leagueId: ml.id, dryRun: false, fingerprint };
    expect((await send('weeks', body, chief.token)).status).toBe(403);
    await addScope(api.db, chief.id, ml.id);
  });
});

test('a row goes to the league that is called so to the letter, and to none where several could be meant', async () => {
  const names = ['LOGIC', 'Logic', 'logic'];
  const twins = await Promise.all(names.map((name) => addLeague(api.db, { name, weeks: 0 })));
  const csv = `League,Order,Name\n${names.map((name) => `${name},1,In ${name}\n`).join('')}LogiC,1,Nowhere`;
  const plan = await check('weeks', csv, null);
  expect(outcomes(plan)).toEqual([
    'create',
    'create',
    'create',
    'Several leagues have that name but for capitals and spaces: write it as the league does',
  ]);
  await apply('weeks', csv, plan);
  const written = await Promise.all(twins.map(({ id }) => weekRows(id)));
  expect(written.map((rows) => rows.map(({ name }) => name))).toEqual(names.map((name) => [`In ${name}`]));
});

test('a description that begins with an indented line comes back from its export as it was', async () => {
  const { id: leagueId } = await addLeague(api.db, { name: 'Code', weeks: 1, sections: 0 });
  const description = '    print(1)\n    print(2)\n\nTwo lines of code';
  const made = await api.call(createWeek, {
    token: grand.token,
    body: { leagueId, name: 'Indented', order: 7, description },
  });
  expect(made.body.data.description).toBe(description);
  const { text } = await fetchExport(api, exportWeeks, grand.token, { leagueId });
  const plan = await check('weeks', text, leagueId);
  expect(plan.rows.map(({ changes }: { changes: unknown }) => changes)).toEqual([[], []]);
  const renamed = text.replace('Indented', 'Renamed');
  await apply('weeks', renamed, await check('weeks', renamed, leagueId), leagueId);
  expect((await weekRows(leagueId)).at(-1)).toMatchObject({ name: 'Renamed', description });
});

test('an exported list changes nothing when it comes back, with moments in the time of the programme or in UTC', async () => {
  const { id: leagueId } = await addLeague(api.db, { name: 'Back', weeks: 1, sections: 1, resources: 2 });
  const { text } = await fetchExport(api, exportResources, grand.token, { leagueId });
  const [head = '', ...lines] = text.split('\r\n');
  expect(head).toContain(',Created (Asia/Kolkata),Changed (Asia/Kolkata),ID,');
  expect(lines[0]).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
  const inUtc = text
    .replaceAll(' (Asia/Kolkata)', '')
    .replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/g, '$1T$2.000Z');
  for (const [csv, zone] of [
    [text, ' (Asia/Kolkata)'],
    [inUtc, ''],
  ] as const) {
    const plan = await check('resources', csv, leagueId);
    expect(plan.counts).toEqual({ create: 0, update: 0, unchanged: 2, refused: 0 });
    expect(plan.notes).toEqual([`Not read: Created${zone}, Changed${zone}`]);
  }
  const users = (await fetchExport(api, exportUsers, grand.token)).text;
  expect(users).toContain(',Joined (Asia/Kolkata),');
  const { body } = await send('users', { csv: users });
  expect([body.data.plan.counts.create, body.data.plan.counts.refused]).toEqual([0, 0]);
});
