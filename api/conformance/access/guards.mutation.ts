import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { plugin } from 'bun';
import { sql } from 'drizzle-orm';
import type { MatrixRow } from './cells.ts';
import type { Sandbox } from './sandbox.ts';
import type { World } from './world.ts';

// Guard mutation (docs/security.md 3.8): takes each check out in turn and demands that a cell of the matrix turns red. The
// checks are found in the source as it is loaded into this process, and given a switch there; no file is changed, and
// nothing of this is in what ships. Run by npm run proof -- guards, alone: it changes every module of the API that is
// loaded after it.

/** What each kind of check answers when it is off: whatever lets the caller through. */
const CHECKS: Record<string, 'passes' | 'yes' | 'unfiltered' | 'everywhere' | 'allowed'> = {
  requireAccess: 'passes',
  decideAccess: 'allowed',
  decideEvent: 'allowed',
  decideMentor: 'allowed',
  requireMentor: 'passes',
  requireScope: 'passes',
  requireEnrollment: 'passes',
  requireUserManager: 'passes',
  requireAnalytics: 'passes',
  requireVisible: 'passes',
  requireSubmitter: 'passes',
  requireCertificateScope: 'passes',
  canViewLearners: 'yes',
  canPreviewLeague: 'yes',
  toScopeFilter: 'unfiltered',
  listScopes: 'everywhere',
};

/** Rules that can be taken out alone, because another refuses the same callers: what does, or which must go with it. */
const TWICE: Record<string, string | string[]> = {
  'access.ts TOKEN_REQUIRED': 'whoever is not found is refused before a rule is read',
  'actor.ts TOKEN_INVALID': 'what does not look like a token is not found as one',
  'actor.ts ACCOUNT_CLOSED': 'what its holder closed is suspended as well',
  'actor.ts ACCOUNT_SUSPENDED': ['access.ts ACCOUNT_SUSPENDED'],
  'access.ts ACCOUNT_SUSPENDED': ['actor.ts ACCOUNT_SUSPENDED'],
  'access.ts ACCOUNT_PENDING': ['access.ts ACCOUNT_INACTIVE'],
  'access.ts ACCOUNT_INACTIVE': ['access.ts ACCOUNT_PENDING'],
};

/**
 * Where an id of the path is looked for among the caller's own rows alone; each of these conditions is a check as well.
 */
const OWNED = new Set([
  'accounts/own-account/sessions.ts',
  'serving/share/routes.ts',
  'curriculum/sections/service.ts',
  'curriculum/resources/service.ts',
]);

interface Switchboard {
  owner(site: string, real: unknown): unknown;
  off: Set<string>;
  hit: Set<string>;
  check(site: string, name: string, real: unknown): unknown;
}
const board: Switchboard = {
  off: new Set(),
  hit: new Set(),
  owner: (site, real) => {
    board.hit.add(site);
    return board.off.has(site) ? () => sql`true` : real;
  },
  check: (site, name, real) => {
    board.hit.add(site);
    if (!board.off.has(site)) return real;
    const kind = CHECKS[name];
    if (kind === 'yes') return async () => true;
    if (kind === 'everywhere') return listEverywhere;
    if (kind === 'allowed') return () => ({ allowed: true });
    return async () => (kind === 'passes' ? null : undefined);
  },
};
Object.assign(globalThis, { switchboard: board });

async function listEverywhere(db: unknown) {
  const { leagues } = await import('../../platform/db/schema/curriculum.ts');
  const { default: _, ...all } = {
    default: null,
    canManageUsers: true,
    canViewAnalytics: true,
    canCreateContent: true,
  };
  const rows = await (db as Sandbox['db']).select({ leagueId: leagues.id }).from(leagues);
  return rows.map((row) => ({ ...row, ...all }));
}

/** The files that decide about a caller. */
const RULES = new Set(['contract/access.ts', 'platform/access/actor.ts']);

/** The router asks the rule of every call, which has mutants of its own; the other file lists the scopes of people. */
const NOT_CHECKS = new Set(['platform/http/router.ts', 'accounts/users/list.ts']);

const api = join(import.meta.dir, '../..');
const sites: string[] = [];
const owners = new Set<string>();
const loaded = new Set<string>();

function giveSwitches(path: string, source: string): string {
  const file = path.slice(api.length + 1);
  loaded.add(file);
  if (/\.test\.ts$|^(test|conformance|platform\/db)\//.test(file) || NOT_CHECKS.has(file)) return source;
  return source
    .split('\n')
    .map((line, index) => {
      if (/^\s*(\/\/|\*|\/\*|import|export|async function|function)/.test(line))
        return switchRule(file, line);
      const at = `${file}:${index + 1}`;
      const switched = line.replace(CHECK, (_, callee, name) => {
        const site = `${at} ${name}`;
        sites.push(site);
        return `globalThis.switchboard.check('${site}', '${name}', ${callee})(`;
      });
      return switchRule(file, OWNED.has(file) ? switchOwners(at, switched) : switched);
    })
    .join('\n');
}

const CHECK = new RegExp(`(?<![\\w.])((?:\\w+\\.)?(${Object.keys(CHECKS).join('|')}))\\(`, 'g');

function switchOwners(at: string, line: string): string {
  return line.replace(/\beq\((\w+\.userId, (?:actor\.id|userId))\)/g, (_, sides) => {
    const site = `${at} owner`;
    owners.add(site);
    return `globalThis.switchboard.owner('${site}', eq)(${sides})`;
  });
}

/**
 * `if (…) return refused('X')` and `if (…) throw new ApiError(ERRORS.X)` of the two files that decide about a caller.
 */
function switchRule(file: string, line: string): string {
  if (!RULES.has(file)) return line;
  return line.replace(
    /^(\s*)if \((.*)\) (return refused\('(\w+)'\)|throw new ApiError\(ERRORS\.(\w+)\));$/,
    (_, indent, condition, then, refused, thrown) => {
      const site = `${file.split('/').at(-1)} ${refused ?? thrown}${condition.includes('isLive') ? ' of a dead session' : condition.includes('!row') ? ' of an unknown token' : ''}`;
      sites.push(site);
      return `${indent}if (!globalThis.switchboard.off.has('${site}') && (${condition})) ${then};`;
    },
  );
}

plugin({
  name: 'switches',
  setup(build) {
    build.onLoad({ filter: /\/api\/.+\.ts$/ }, async ({ path }) => ({
      contents: giveSwitches(path, await Bun.file(path).text()),
      loader: 'ts',
    }));
  },
});

let sandbox: Sandbox;
let world: World;
let matrix: typeof import('./cells.ts');
let rows: MatrixRow[];
let principals: typeof import('./principals.ts').PRINCIPALS;

beforeAll(async () => {
  const [{ openSandbox }, { buildWorld }] = await Promise.all([import('./sandbox.ts'), import('./world.ts')]);
  matrix = await import('./cells.ts');
  rows = (await import('./rows.ts')).ROWS;
  principals = (await import('./principals.ts')).PRINCIPALS;
  sandbox = await openSandbox(async (db) => {
    world = await buildWorld(db);
  });
}, 120_000);
afterAll(() => sandbox.close());

/** The first cell of a route that is not as written; null when all are. */
async function findRed(row: MatrixRow): Promise<string | null> {
  for (const dimension of ['own', 'other', 'mixed', 'kind'] as const) {
    const cells = matrix.cellsOf(row[dimension] ?? '');
    if (cells === '') continue;
    for (const [index, principal] of principals.entries()) {
      const { cell, faults } = await matrix.tryCell(sandbox, world, row.route, principal, dimension);
      if (cell !== cells[index] || faults.length > 0) {
        return `${row.route} [${dimension}] as ${principal}: '${cells[index]}' became '${cell}' ${faults.join()}`;
      }
    }
  }
  return null;
}

const isRepeat = (site: string) => /(require|decide)Access$/.test(site);

const table: string[] = [];
const survivors: string[] = [];
function note(mutant: string, red: string | null, excuse?: string) {
  table.push(`${red ? 'red ' : excuse ? 'held' : 'ALIVE'}  ${mutant.padEnd(92)} ${red ?? excuse ?? ''}`);
  if (!red && !excuse) survivors.push(mutant);
}

test('every check that is taken out turns a cell red', async () => {
  expect([...NOT_CHECKS, ...RULES, ...OWNED].filter((file) => !loaded.has(file))).toEqual([]);
  const hits = new Map<string, string[]>();
  for (const row of rows) {
    board.hit.clear();
    expect(await findRed(row)).toBeNull();
    hits.set(row.route, [...board.hit]);
  }

  const ruled = new Set<string>();
  const ladder = {
    grand: 'chief',
    chief: 'staff',
    staff: 'any',
    learner: 'any',
    any: 'public',
    public: 'public',
  } as const;
  for (const row of rows.filter(({ route }) => !route.includes(' | '))) {
    const call = matrix.callOf(sandbox, row.route) as { access: keyof typeof ladder };
    const { access } = call;
    if (access === 'public') continue;
    call.access = ladder[access];
    let mutant = `${row.route}: '${ladder[access]}' instead of '${access}'`;
    let red = await findRed(row);
    if (!red) {
      // A service that asks the rule again inside its transaction, or a scope that the new callers lack, goes as well.
      for (const site of hits.get(row.route) ?? []) board.off.add(site);
      mutant += ' and no second check';
      red = await findRed(row);
      board.off.clear();
    }
    note(mutant, red);
    if (red) ruled.add(row.route);
    call.access = access;
  }

  const rules = sites.filter((site) => !site.includes(':'));
  for (const site of new Set(rules)) {
    const twin = TWICE[site];
    const taken = [site, ...(Array.isArray(twin) ? twin : [])];
    for (const one of taken) board.off.add(one);
    let red: string | null = null;
    for (const row of rows) red ??= await findRed(row);
    note(`rule ${taken.join(' and ')}`, red, typeof twin === 'string' ? twin : undefined);
    board.off.clear();
  }

  const reached = new Set<string>();
  const silent: [string, string[]][] = [];
  for (const row of rows) {
    const own = hits.get(row.route) ?? [];
    if (own.length === 0) continue;
    for (const site of own) board.off.add(site);
    const red = await findRed(row);
    board.off.clear();
    if (red) {
      for (const site of own) reached.add(site);
      note(`${row.route}: without ${own.join(', ')}`, red);
    } else silent.push([row.route, own]);
  }
  for (const [route, own] of silent) {
    // A request that reaches for nothing passes its checks without needing them: another request must need them. And
    // what a service asks again inside its transaction is the call's rule, which has a mutant of its own above.
    const isNeeded = own.every((site) => reached.has(site));
    const isRepeated = own.every((site) => reached.has(site) || (isRepeat(site) && ruled.has(route)));
    const excuse = isNeeded ? 'another request needs it' : isRepeated ? "repeats the call's rule" : undefined;
    note(`${route}: without ${own.join(', ')}`, null, excuse);
  }
  for (const site of owners) {
    board.off.add(site);
    let red: string | null = null;
    for (const row of rows) if (!red && hits.get(row.route)?.includes(site)) red = await findRed(row);
    board.off.clear();
    note(`without ${site}`, red);
  }
  const never = sites.filter((site) => site.includes(':') && !reached.has(site) && !isRepeat(site));
  survivors.push(...never.map((site) => `${site}: no request of the matrix needs it`));
  console.log(table.join('\n'));
  console.log(`\n${table.length} mutants, ${survivors.length} alive`);
  expect(survivors).toEqual([]);
}, 1_800_000);
