import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { LEAGUE_RESOURCES_MAX, type LeagueFile } from '#contract/league-files.ts';
import { edit, FIRST_TOPIC, makeFilesBench } from '../../test/files-bench.ts';
import { addLeague } from '../../test/leagues.ts';
import { fromFiles } from './from-files.ts';

const bench = makeFilesBench();

const LEAGUE = { path: 'league.json', text: '{"cohort":"C","expiresAt":null,"name":"League"}' };
const MODULE = { path: 'modules/a/module.json', text: '{"name":"Module","order":1}' };
const readTopics = (...topics: string[]) =>
  fromFiles([
    LEAGUE,
    MODULE,
    ...topics.map((text, index): LeagueFile => ({ path: `modules/a/topics/${index}/topic.json`, text })),
  ]);
const topic = (order: number, resources: string) =>
  `{"name":"Topic","order":${order},"resources":[${resources}]}`;

test('F12 P37 millions of empty resources or unknown fields are refused at once, in few words', () => {
  const empty = readTopics(topic(1, `${'{},'.repeat(1_000_000)}{}`));
  expect(empty.problems).toEqual([
    {
      file: 'modules/a/topics/0/topic.json',
      field: 'resources',
      expected: 'at most 20,000 resources in a league',
    },
  ]);
  const half = `${'{},'.repeat(LEAGUE_RESOURCES_MAX / 2)}{}`;
  expect(readTopics(topic(1, half)).problems[0]?.field).toBe('resources[0].title');
  expect(readTopics(topic(1, half), topic(2, half)).problems.at(-1)).toMatchObject({
    file: 'modules/a/topics/1/topic.json',
    field: 'resources',
  });
  const keys = Array.from({ length: 200_000 }, (_, index) => `"k${index}":1`).join(',');
  expect(readTopics(`{"name":"Topic","order":1,"resources":[],${keys}}`).problems).toHaveLength(20);
});

test('H1 a cohort that no database can look for is told by file and field', async () => {
  const league = await addLeague(bench.api.db, { name: 'Without a cohort' });
  const files = edit(await bench.exportFiles(league), /^league\.json/, (text) =>
    text.replace(/"cohort": "[^"]*"/, '"cohort": "a\\u0000b"'),
  );
  const { status, body } = await bench.preview(league, files);
  expect([status, body.problems]).toEqual([
    400,
    [{ file: 'league.json', field: 'cohort', expected: 'the name of a cohort' }],
  ]);
});

test('CONST-21 a place behind the last one is told before anything is written', async () => {
  const league = await addLeague(bench.api.db, { name: 'Last places' });
  const files = await bench.exportFiles(league);
  const resource = { title: 'Last', type: 'VIDEO', url: 'https://last.test/' };
  const over = edit(files, FIRST_TOPIC, () =>
    JSON.stringify({ name: 'Topic', order: 1, resources: [{ ...resource, order: 2_147_483_647 }, resource] }),
  );
  const refused = await bench.preview(league, over);
  expect(refused.status).toBe(400);
  expect(refused.body.problems).toEqual([
    expect.objectContaining({
      field: 'resources[1].order',
      expected: 'a place: the one before has the last',
    }),
  ]);
  await bench.api.db.execute(
    sql`update weeks set "order" = 2147483647 where id = ${league.weeks.at(-1)?.id ?? ''}`,
  );
  const copied = await bench.preview(league, files, { asNew: true });
  expect([copied.status, copied.body.problems]).toEqual([
    400,
    [{ file: 'league.json', field: null, expected: 'places behind module 2147483647: there are none' }],
  ]);
});
