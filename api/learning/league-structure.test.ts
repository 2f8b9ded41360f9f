import { expect, test } from 'bun:test';
import { leagues } from '../platform/db/schema/curriculum.ts';
import { addLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { readStatements } from '../test/statements.ts';
import { LeagueStructures } from './league-structure.ts';

const api = await openTestApp();

const countReads = async (work: () => Promise<unknown>) => (await readStatements(api.db, work)).length;

test('ENT-38 one read serves everybody with the same version, and another version is read again', async () => {
  const { id } = await addLeague(api.db, { weeks: 2, sections: 1, resources: 3 });
  const structures = new LeagueStructures(api.db);
  const ask = (version: number) => structures.get(id, version);
  expect(await countReads(() => Promise.all(Array.from({ length: 20 }, () => ask(1))))).toBe(1);
  expect(await countReads(() => ask(1))).toBe(0);
  await api.db.update(leagues).set({ name: 'Another name' });
  expect((await ask(1))?.league.name).not.toBe('Another name');
  expect(await countReads(() => Promise.all([ask(2), ask(2)]))).toBe(1);
  const structure = await ask(2);
  expect(structure?.league.name).toBe('Another name');
  expect(structure?.weeks.map(({ sections }) => sections.map(({ resources }) => resources.length))).toEqual([
    [3],
    [3],
  ]);
});

test('ENT-38 neither a failure nor a league that does not exist is kept', async () => {
  const { id } = await addLeague(api.db);
  let isBroken = true;
  const structures = new LeagueStructures(api.db);
  const { find } = structures as unknown as { find: { execute(values: object): Promise<unknown> } };
  const execute = find.execute.bind(find);
  find.execute = (values) => (isBroken ? Promise.reject(new Error('connection lost')) : execute(values));
  expect(structures.get(id, 1)).rejects.toThrow('connection lost');
  await structures.get(id, 1).catch(() => {});
  isBroken = false;
  expect(await structures.get('no-such-league', 1)).toBeNull();
  expect(structures.size).toBe(0);
  expect((await structures.get(id, 1))?.league.id).toBe(id);
  expect(structures.size).toBe(1);
});

test('F12 memory is bounded: the league that was read the longest ago goes first', async () => {
  const structures = new LeagueStructures(api.db, 3);
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push((await addLeague(api.db, { weeks: 0 })).id);
  for (const id of ids) await structures.get(id, 1);
  expect(structures.size).toBe(3);
  const [first, second] = ids as [string, string];
  expect(await countReads(() => structures.get(second, 1))).toBe(0);
  expect(await countReads(() => structures.get(first, 1))).toBe(1);
});
