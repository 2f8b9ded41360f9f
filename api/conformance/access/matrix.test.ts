import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { toOpenApi } from '../../serving/docs/openapi.ts';
import { cellsOf, DIMENSIONS, type Dimension, dimensionsOf, draftRow, routeOf, tryCell } from './cells.ts';
import { PRINCIPALS, type Principal } from './principals.ts';
import { REQUESTS } from './requests.ts';
import { ROWS } from './rows.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { buildWorld, type World } from './world.ts';

// docs/security.md 3. MATRIX=whole asks every cell (npm run proof -- matrix does, on both databases). By default callers who are
// refused for themselves are asked about the own league alone, and ids that lead nowhere are asked as five callers:
// half of the calls, and every kind of them.

let sandbox: Sandbox;
let world: World;
beforeAll(async () => {
  sandbox = await openSandbox(async (db) => {
    world = await buildWorld(db);
  });
});
afterAll(() => sandbox.close());

const isWhole = process.env.MATRIX === 'whole';
const LEADING: readonly Dimension[] = ['own', 'other', 'mixed'];
const FEW: readonly Principal[] = ['enrolled', 'pathfinderOwn', 'chiefOwn', 'grand', 'admin'];
const REFUSED: readonly Principal[] = [...PRINCIPALS.slice(0, 5), ...PRINCIPALS.slice(-4)];

function isAsked(dimension: Dimension, principal: Principal): boolean {
  if (isWhole || dimension === 'own') return true;
  if (LEADING.includes(dimension)) return !REFUSED.includes(principal);
  return dimension !== 'random' && FEW.includes(principal);
}

/** A line for the requests, to begin with. */
function draftRequest(route: string): string {
  const name = /:(\w+)/.exec(route)?.[1];
  if (name) return `  '${route}': id((at) => at.league, '${name}'),`;
  return `  '${route}': ${route.startsWith('GET') ? 'nothing' : 'empty'},`;
}
const registered = () => sandbox.app.router.calls.map(routeOf);
const plainRows = () => ROWS.map(({ route }) => route).filter((route) => !route.includes(' | '));

describe('the matrix is whole', () => {
  test('every registered route has one row and one request, and no row is left over', async () => {
    const unasked = registered().filter((route) => !REQUESTS[route]);
    if (unasked.length > 0) {
      throw new Error(
        `${unasked.length} routes without a request. Add one each to api/conformance/access/requests.ts, then run this again for their rows:\n${unasked.map(draftRequest).join('\n')}`,
      );
    }
    const rows = new Set(ROWS.map(({ route }) => route));
    const drafts: string[] = [];
    for (const route of Object.keys(REQUESTS).filter((one) => !rows.has(one))) {
      drafts.push(await draftRow(sandbox, world, route));
    }
    if (drafts.length > 0) {
      throw new Error(
        `${drafts.length} routes without a row. Read each cell against the contract, mend the product where it is wrong, then add to a file of api/conformance/access/matrix:\n${drafts.join('\n')}`,
      );
    }
    expect(plainRows().sort()).toEqual(registered().sort());
    expect(Object.keys(REQUESTS).sort(), 'requests and rows').toEqual([...rows].sort());
    expect(rows.size, 'a route has two rows').toBe(ROWS.length);
  });

  test('the routes are those that the OpenAPI document describes', () => {
    const { paths } = toOpenApi(sandbox.app.router.calls) as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.map((route) => route.replace(' /api/', ' /')).sort()).toEqual(registered().sort());
  });

  test('every caller stands in every row, in every dimension that the request has', () => {
    expect(PRINCIPALS).toHaveLength(25);
    for (const row of ROWS) {
      const written = DIMENSIONS.filter((dimension) => row[dimension] !== undefined);
      expect([row.route, written]).toEqual([row.route, dimensionsOf(row.route, world)]);
      for (const dimension of written) {
        expect([row.route, dimension, row[dimension]]).toEqual([
          row.route,
          dimension,
          expect.stringMatching(/^[o+cp01349]{5} [o+cp01349]{6} . .{4} .{3} . . .{4}$/),
        ]);
      }
    }
  });

  test('nobody without a live session and nobody suspended is let in, but where no token is needed', () => {
    const open = new Set(
      sandbox.app.router.calls.filter(({ access }) => access === 'public').map((call) => routeOf(call)),
    );
    for (const { route, ...row } of ROWS) {
      if (open.has(route)) continue;
      for (const cells of Object.values(row)) {
        expect([route, cellsOf(cells).slice(0, 5), cellsOf(cells).slice(-4)]).toEqual([
          route,
          '11111',
          '3333',
        ]);
      }
    }
  });
});

test('ROLE-03 ROLE-04 ROLE-10 P24 every cell answers as written; a refusal writes no row, sends no mail, tells nothing and leaves its entry', async () => {
  const wrong: string[] = [];
  for (const row of ROWS) {
    for (const dimension of DIMENSIONS) {
      const cells = row[dimension];
      if (cells === undefined) continue;
      const expected = cellsOf(cells);
      for (const [index, principal] of PRINCIPALS.entries()) {
        if (!isAsked(dimension, principal)) continue;
        const { cell, status, faults } = await tryCell(sandbox, world, row.route, principal, dimension);
        const where = `${row.route} [${dimension}] as ${principal}`;
        if (cell !== expected[index])
          wrong.push(`${where}: '${cell}' (${status}) instead of '${expected[index]}'`);
        wrong.push(...faults.map((fault) => `${where}: ${fault}`));
      }
    }
  }
  expect(wrong).toEqual([]);
}, 900_000);

describe('lists and their totals', () => {
  const LISTS = {
    'GET /weeks': ['weeks', 2],
    'GET /sections': ['sections', 4],
    'GET /resources': ['resources', 8],
    'GET /progress/enrollments': ['enrollments', 1],
    'GET /admin/assignments': ['assignments', 1],
    'GET /admin/certificates': ['certificates', 1],
    'GET /admin/assignments/submissions': ['data', 1],
  } as const;

  const ask = async (route: string, principal: Principal, search = '') => {
    const headers = { authorization: `Bearer ${world.callers[principal].token}` };
    const request = new Request(`http://localhost/api${route.split(' ')[1]}${search}`, { headers });
    const reply = await sandbox.app.fetch(request, { requestIP: () => ({ address: '127.0.0.1' }) });
    const body = (await reply.json()) as { data: Record<string, unknown>; pagination?: { total: number } };
    await sandbox.rollBack();
    return body;
  };

  test('hold what is in scope alone, count nothing else, and are empty without a scope', async () => {
    for (const [route, [field, size]] of Object.entries(LISTS)) {
      for (const [principal, expected] of [
        ['grand', size * 2],
        ['chiefOwn', size],
        ['chiefOther', size],
        ['pathfinderNone', 0],
      ] as const) {
        for (const search of ['', '?limit=1']) {
          const body = await ask(route, principal, search);
          if (!('data' in body)) {
            expect([route, principal]).toEqual([route, 'pathfinderNone']);
            continue;
          }
          const rows = (field === 'data' ? body.data : body.data[field]) as unknown[];
          const { total } = body.pagination ?? (body.data.pagination as { total: number });
          expect([route, principal, search, rows.length, total]).toEqual([
            route,
            principal,
            search,
            search === '' ? expected : Math.min(1, expected),
            expected,
          ]);
        }
      }
    }
  });
});

describe('a scope that is out of date', () => {
  const ask = (route: string, principal: Principal) => tryCell(sandbox, world, route, principal, 'own');

  /** Makes a change and asks; the change is taken back with the call. */
  const after = async (change: SQL, route: string, principal: Principal) => {
    await sandbox.db.execute(change);
    return (await ask(route, principal)).status;
  };

  test('fault 4 counts no longer once the thing stands in another league, the scope is gone or the role is', async () => {
    expect((await ask('PUT /weeks/:id', 'pathfinderOwn')).cell).toBe('o');
    const { own, other, callers } = world;
    const pathfinder = callers.pathfinderOwn.person?.id ?? '';
    const changes = [
      sql`update weeks set league_id = ${other.league}, "order" = 77 where id = ${own.week}`,
      sql`delete from pathfinder_scopes where pathfinder_id = ${pathfinder}`,
      sql`update users set role = 'PIONEER' where id = ${pathfinder}`,
      sql`update users set status = 'SUSPENDED' where id = ${pathfinder}`,
    ];
    for (const change of changes) expect(await after(change, 'PUT /weeks/:id', 'pathfinderOwn')).toBe(403);
    const gone = sql`delete from leagues where id = ${own.league}`;
    expect(await after(gone, 'PUT /weeks/:id', 'pathfinderOwn')).toBe(404);
    expect(await after(gone, 'GET /leagues/:id/stats', 'pathfinderOwn')).toBe(404);
    expect((await ask('PUT /weeks/:id', 'pathfinderOwn')).cell).toBe('o');
  });
});

describe('what the matrix rests on', () => {
  test('a write is noticed, one that was rolled back is not, and all is taken back', async () => {
    const change = sql`update sessions set user_agent = 'other' where id = (select min(id) from sessions)`;
    await sandbox.db.execute(change);
    expect(await sandbox.writes()).toEqual({ sessions: 1 });
    await sandbox.rollBack();
    expect(await sandbox.writes()).toEqual({});
    await sandbox.db
      .transaction(async (tx) => {
        await tx.execute(change);
        tx.rollback();
      })
      .catch(() => {});
    expect(await sandbox.writes()).toEqual({});
  });

  test('a request that is let in leaves the next one the same world', async () => {
    const as = (principal: Principal) => tryCell(sandbox, world, 'DELETE /sections/:id', principal, 'own');
    expect((await as('grand')).cell).toBe('o');
    expect((await as('grand')).cell).toBe('o');
    expect((await as('enrolled')).cell).toBe('3');
  });
});
