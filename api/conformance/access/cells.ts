import type { Call } from '#contract/call.ts';
import { pathOf } from '#contract/call.ts';
import { isAudited } from '../../platform/http/denied.ts';
import { PRINCIPALS, type Principal } from './principals.ts';
import { type Asked, REQUESTS } from './requests.ts';
import type { Sandbox } from './sandbox.ts';
import { CANARY, CONTENTS, type World } from './world.ts';

/**
 * What a route is asked about (docs/security.md 3.3): its own league, the other one, a thing of the own league with a
 * parent of the other in the body, an id of another kind, of something deleted, a random one, and no id at all.
 */
export const DIMENSIONS = ['own', 'other', 'mixed', 'kind', 'deleted', 'random', 'malformed'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** A route, and per dimension that means something for it a row of cells in the order of PRINCIPALS, grouped by blanks. */
export type MatrixRow = { route: string } & Partial<Record<Dimension, string>>;

/** Routes that answer alike. `lost` holds for every id that leads nowhere: kind, deleted, random and, unless it is given, malformed. */
export type MatrixRows = { routes: string[]; lost?: string } & Partial<Record<Dimension, string>>;

/**
 * One cell: 'o' let in, and nothing of the other league in the reply; '+' let in, and the reply names things or people
 * of the other league; 'c' let in, and it tells where that league's resources are; 'p' let in, and it tells what is
 * private there: addresses, notes, answers, feedback. '1' 401, '3' 403, '4' 404, '0' 400, '9' 409; '!' anything else,
 * which no row may hold.
 */
export type Cell = 'o' | '+' | 'c' | 'p' | '0' | '1' | '3' | '4' | '9' | '!';

export const routeOf = (call: Pick<Call, 'method' | 'path'>) => `${call.method} ${call.path}`;

/** The cells of a row without the blanks that group them. */
export const cellsOf = (row: string) => row.replaceAll(' ', '');

/** The call behind a route of the matrix; what stands after ' | ' tells one way of asking it from another. */
export function callOf(sandbox: Sandbox, route: string): Call {
  const [plain] = route.split(' | ');
  const call = sandbox.app.router.calls.find((candidate) => routeOf(candidate) === plain);
  if (!call) throw new Error(`No call is served at ${route}: take its row and its request out of the matrix`);
  return call;
}

/** As a row is written: in the groups of the principals. */
export function toRow(cells: string): string {
  return /^(.{5})(.{6})(.)(.{4})(.{3})(.)(.)(.{4})$/.exec(cells)?.slice(1).join(' ') ?? cells;
}

export function placesOf(world: World, dimension: Dimension) {
  if (dimension === 'mixed') return { at: world.own, into: world.other };
  return { at: world[dimension], into: world[dimension] };
}

/** The dimensions in which a request differs from the one about the own league. */
export function dimensionsOf(route: string, world: World): Dimension[] {
  const ask = REQUESTS[route];
  if (!ask) return [];
  const text = (dimension: Dimension) => {
    const { at, into } = placesOf(world, dimension);
    return JSON.stringify(ask(at, into, 'self'));
  };
  const own = text('own');
  const asked = route.includes(' | ') ? (['own', 'other'] as const) : DIMENSIONS;
  return asked.filter(
    (dimension) =>
      dimension === 'own' ||
      (text(dimension) !== own && (dimension !== 'mixed' || text('mixed') !== text('other'))),
  );
}

export interface Outcome {
  cell: Cell;
  status: number;
  /** What must not be: rows written by a refused call, a missing or needless audit entry, words of the other league. */
  faults: string[];
}

/** Makes one call, judges what it left behind, and takes it back. */
export async function tryCell(
  sandbox: Sandbox,
  world: World,
  route: string,
  principal: Principal,
  dimension: Dimension,
): Promise<Outcome> {
  const { at, into } = placesOf(world, dimension);
  const { token, person } = world.callers[principal];
  const call = callOf(sandbox, route);
  const asked = REQUESTS[route]?.(at, into, person?.id ?? 'nobody') ?? {};
  const response = await send(sandbox, call, asked, token);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? await cancel(response) : await response.text();
  const writes = await sandbox.writes().catch(() => null);
  await sandbox.rollBack();
  const faults: string[] = [];
  const isAllowed = response.status < 300;
  const leak = findLeak(text, asked, world, isAllowed);
  if (hidesChange(writes ?? {})) faults.push('the curriculum was changed without its version');
  if (!isAllowed) {
    if (leak) faults.push(`the refusal tells of ${leak}`);
    if (writes === null) faults.push('a statement failed');
    const { audit_log: noted = 0, ...others } = writes ?? {};
    const code = (JSON.parse(text) as { code?: string }).code ?? '';
    const expected = isAudited(code) && person !== null ? 1 : 0;
    if (isDenial(response.status)) {
      if (noted !== expected) faults.push(`${noted} audit entries instead of ${expected} (${code})`);
      const tables = Object.keys(others);
      if (tables.length > 0) faults.push(`rows of ${tables.join(', ')} were written`);
    }
  }
  return { cell: toCell(response.status, leak), status: response.status, faults };
}

const CURRICULUM = [
  ...['cohorts', 'leagues', 'weeks', 'sections', 'resources', 'specializations', 'specialization_leagues'],
  ...['assignments', 'badges', 'announcements'],
];

export const changesCurriculum = (writes: Record<string, number>): boolean =>
  CURRICULUM.some((table) => writes[table]);

/** True where processes would go on showing what they keep of the curriculum. */
export const hidesChange = (writes: Record<string, number>): boolean =>
  changesCurriculum(writes) && !writes.curriculum_version;

const isDenial = (status: number) => status === 401 || status === 403 || status === 404;

function toCell(status: number, leak: string | null): Cell {
  if (status < 300) {
    if (leak === CANARY) return 'p';
    if (leak === CONTENTS) return 'c';
    return leak ? '+' : 'o';
  }
  const cells: Record<number, Cell> = { 400: '0', 401: '1', 403: '3', 404: '4', 409: '9' };
  return cells[status] ?? '!';
}

/**
 * Whatever of the other league stands in a reply and was not in the request; a refusal may name the league it guards.
 */
function findLeak(text: string, asked: Asked, world: World, isAllowed: boolean): string | null {
  if (text.includes(CANARY)) return CANARY;
  if (text.includes(CONTENTS)) return CONTENTS;
  const said = JSON.stringify(asked);
  for (const [kind, id] of Object.entries(world.other)) {
    if (kind === 'change' || said.includes(id) || (kind === 'league' && !isAllowed)) continue;
    if (text.includes(id)) return `the ${kind}`;
  }
  return null;
}

export async function send(
  sandbox: Sandbox,
  call: Call,
  asked: Asked,
  token: string | null,
): Promise<Response> {
  const search = asked.query ? `?${new URLSearchParams(asked.query)}` : '';
  const request = new Request(`http://localhost/api${pathOf(call, asked.params)}${search}`, {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
  });
  return sandbox.app.fetch(request, { requestIP: () => ({ address: '127.0.0.1' }) });
}

async function cancel(response: Response): Promise<string> {
  await response.body?.cancel();
  return '';
}

/** The row of a route as the product is: a first draft, to be read cell by cell against the contract. */
export async function draftRow(sandbox: Sandbox, world: World, route: string): Promise<string> {
  const lines: string[] = [];
  for (const dimension of dimensionsOf(route, world)) {
    let cells = '';
    for (const principal of PRINCIPALS) {
      cells += (await tryCell(sandbox, world, route, principal, dimension)).cell;
    }
    lines.push(`    ${dimension}: '${toRow(cells)}',`);
  }
  return `  {\n    routes: ['${route}'],\n${lines.join('\n')}\n  },`;
}
