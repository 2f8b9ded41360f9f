import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { findDrift } from '../learning/counter-drift.ts';
import { rebuildCounters } from '../learning/recount.ts';
import { addLeague } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, type Person } from '../test/people.ts';
import { inTransaction, queryRows } from './client.ts';
import { assignmentSubmissions, badgeHolders } from './kept-counts.ts';

const PEOPLE = 6;

let api: TestApp;
let people: Person[];
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

/** Two things each that people have, with the columns of who has one. */
const KINDS = {
  badges: { table: 'user_badges', column: 'badge_id', counts: 'badge_holder_counts', total: badgeHolders },
  assignments: {
    table: 'submissions',
    column: 'assignment_id',
    counts: 'submission_counts',
    total: assignmentSubmissions,
  },
} as const;
type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as Kind[];

beforeEach(async () => {
  for (const kind of KIND_NAMES) await api.db.execute(sql`delete from ${sql.raw(kind)}`);
  people = [];
  for (let n = 0; n < PEOPLE; n++) people.push(await addPerson(api.db));
  for (const id of ['one', 'two']) {
    const league = await addLeague(api.db, { weeks: 0 });
    await api.db.execute(sql`insert into badges (id, league_id, name) values (${id}, ${league.id}, 'Badge')`);
    await api.db.execute(sql`insert into assignments (id, league_id, title, description)
      values (${id}, ${league.id}, 'Build', 'It')`);
  }
});

const totals = async (kind: Kind) => {
  const rows = await queryRows<{ total: number | string }>(
    api.db,
    sql`select ${KINDS[kind].total} as total from ${sql.raw(kind)} order by id`,
  );
  return rows.map(({ total }) => Number(total));
};

/** Gives a thing to some of the people, in one statement. */
function give(kind: Kind, thing: string, first: number, last: number): SQL {
  const { table, column } = KINDS[kind];
  const some = sql.join(
    people.slice(first, last).map(({ id }) => sql`${id}`),
    sql`, `,
  );
  const [more, value] = kind === 'assignments' ? [sql`, content`, sql`, 'Done'`] : [sql``, sql``];
  return sql`insert into ${sql.raw(table)} (id, user_id, ${sql.raw(column)} ${more})
    select ${thing} || id, id, ${thing} ${value} from users where id in (${some}) on conflict do nothing`;
}

test.each(KIND_NAMES)('what is given, moved, taken and deleted is counted: %s', async (kind) => {
  const { table, column, counts } = KINDS[kind];
  const name = sql.raw(table);
  const steps: [SQL, number[]][] = [
    [give(kind, 'one', 0, 4), [4, 0]],
    [give(kind, 'two', 3, 6), [4, 3]],
    // All of them are there already.
    [give(kind, 'one', 0, 4), [4, 3]],
    [sql`update ${name} set ${sql.raw(column)} = 'two' where user_id = ${people[0]?.id}`, [3, 4]],
    [sql`update ${name} set ${sql.raw(column)} = ${sql.raw(column)}`, [3, 4]],
    [sql`delete from ${name} where user_id = ${people[1]?.id}`, [2, 4]],
    // They have both.
    [sql`delete from users where id = ${people[3]?.id}`, [1, 3]],
    [sql`delete from ${name} where user_id = ${people[1]?.id}`, [1, 3]],
    [sql`delete from ${name} where ${sql.raw(column)} = 'two'`, [1, 0]],
    [sql`delete from ${sql.raw(kind)} where id = 'one'`, [0]],
  ];
  for (const [step, expected] of steps) {
    await api.db.execute(step);
    expect(await totals(kind)).toEqual(expected);
  }
  expect(
    await queryRows(api.db, sql`select 1 from ${sql.raw(counts)} where ${sql.raw(column)} = 'one'`),
  ).toEqual([]);
  const undone = inTransaction(api.db, async (tx) => {
    await tx.execute(give(kind, 'two', 4, 6));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await totals(kind)).toEqual([0]);
});

test.each(KIND_NAMES)('many at once are all counted, and nobody waits for another: %s', async (kind) => {
  const { table } = KINDS[kind];
  await Promise.all(
    people.map((_, n) =>
      inTransaction(api.db, async (tx) => {
        // In either order, which would lock two of them out if they waited.
        for (const thing of n % 2 ? ['one', 'two'] : ['two', 'one'])
          await tx.execute(give(kind, thing, n, n + 1));
      }),
    ),
  );
  expect(await totals(kind)).toEqual([PEOPLE, PEOPLE]);
  if (api.kind === 'postgres') {
    await inTransaction(api.db, async (tx) => {
      await tx.execute(sql`delete from ${sql.raw(table)} where user_id = ${people[0]?.id}`);
      // Beside it, on another connection.
      await api.db.execute(sql`delete from ${sql.raw(table)} where user_id = ${people[1]?.id}`);
      expect(await totals(kind)).toEqual([PEOPLE - 1, PEOPLE - 1]);
    });
  }
  await Promise.all(
    people.map(({ id }) => api.db.execute(sql`delete from ${sql.raw(table)} where user_id = ${id}`)),
  );
  expect(await totals(kind)).toEqual([0, 0]);
});

test('LPROG-26 a wrong count is found and put right', async () => {
  for (const kind of KIND_NAMES) await api.db.execute(give(kind, 'one', 0, 3));
  const drift = async () => {
    const drifts = await inTransaction(api.db, findDrift);
    const ofKept = drifts.filter(({ counter }) => counter.endsWith('_counts.amount'));
    return ofKept.filter((row) => row.drift > 0).map(({ counter, example }) => [counter, example]);
  };
  expect(await drift()).toEqual([]);
  await api.db.execute(sql`update badge_holder_counts set amount = amount + 1`);
  await api.db.execute(sql`delete from submission_counts`);
  expect(await drift()).toEqual([
    ['badge_holder_counts.amount', 'one'],
    ['submission_counts.amount', 'one'],
  ]);
  await inTransaction(api.db, rebuildCounters);
  expect(await drift()).toEqual([]);
  for (const kind of KIND_NAMES) expect(await totals(kind)).toEqual([3, 0]);
});
