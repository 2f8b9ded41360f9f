import { inArray } from 'drizzle-orm';
import { DEMO_ACCOUNTS } from '../demo/accounts.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { cohorts, leagues } from '../platform/db/schema/curriculum.ts';
import { demoData } from '../test/demo.ts';
import type { TestApp, TestReply } from '../test/make-app.ts';
import { openTestApp } from '../test/open-app.ts';
import { signInPerson } from '../test/people.ts';

/** The client of the contract as it talks: raw paths and bodies, none of our own call objects. */
export interface Wire {
  /** Sends a request as the contract writes it, such as 'PUT weeks/1'. */
  send(request: string, body?: unknown): Promise<TestReply>;
  get(path: string): Promise<TestReply>;
  /** Without a body it still names JSON as its content type (docs/api.md 0.5). */
  post(path: string, body?: unknown): Promise<TestReply>;
  put(path: string, body?: unknown): Promise<TestReply>;
  delete(path: string, body?: unknown): Promise<TestReply>;
}

interface DemoPerson extends Wire {
  id: string;
  email: string;
  name: string;
  token: string;
}

export type DemoName =
  | 'grand'
  | 'chief'
  | 'pathfinder'
  | 'admin'
  | 'luminary'
  | 'pioneer'
  | 'fresh'
  | 'pending'
  | 'newcomer'
  | 'suspended';

export interface Demo extends TestApp {
  people: Record<DemoName, DemoPerson>;
  anyone: Wire;
  as(token: string | null): Wire;
  /** The id of a league or cohort of the demo. */
  idOf(name: string): string;
}

/** The product with its demo data, every demo account signed in, closed after the tests of the file. */
export async function openDemo(settings: Record<string, string> = {}): Promise<Demo> {
  const api = await openTestApp(settings, demoData);
  const as = (token: string | null) => wireOf(api, token);
  const emails = DEMO_ACCOUNTS.map((account) => account.email);
  const rows = await api.db.select().from(users).where(inArray(users.email, emails));
  const people = {} as Demo['people'];
  for (const { id, email, name } of rows) {
    const { token } = await signInPerson(api.db, id);
    people[email.split('@')[0] as DemoName] = { id, email, name, token, ...as(token) };
  }
  const named = [...(await api.db.select().from(leagues)), ...(await api.db.select().from(cohorts))];
  const ids = new Map(named.map(({ id, name }) => [name, id]));
  return { ...api, people, anyone: as(null), as, idOf: (name) => ids.get(name) ?? '' };
}

function wireOf(api: TestApp, token: string | null): Wire {
  const send = async (method: string, path: string, body?: unknown): Promise<TestReply> => {
    const response = await api.request(path.startsWith('/') ? path : `/api/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    // A file, such as an export, is read as the text it is.
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    send: (request, body) => {
      const [method = '', path = ''] = request.split(' ');
      return send(method, path, body);
    },
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    delete: (path, body) => send('DELETE', path, body),
  };
}

/**
 * What a client reads, written down: 'string', 'id' (not empty), 'moment' (ISO 8601 in UTC), 'int', 'boolean'; a '?' at
 * the end allows null. `[shape]` is a list with at least one row, so that its fields are truly looked at; `anyOf` one
 * that may be empty.
 */
export type Shape = string | Shape[] | { [field: string]: Shape } | AnyOf;
interface AnyOf {
  readonly rows: Shape;
  readonly mayBeEmpty: true;
}

export const anyOf = (rows: Shape): AnyOf => ({ rows, mayBeEmpty: true });

const KINDS: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  id: (value) => typeof value === 'string' && value.length >= 6,
  moment: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/.test(value),
  int: (value) => Number.isInteger(value),
  percent: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
};

/** Every way in which a value differs from what is read; fields beyond it are allowed (contract notation, `o:`). */
export function differences(value: unknown, shape: Shape, path = 'data'): string[] {
  if (typeof shape === 'string') {
    if (shape.endsWith('?') && value === null) return [];
    const check = KINDS[shape.replace('?', '')];
    return check?.(value) ? [] : [`${path} is ${JSON.stringify(value)}, not ${shape}`];
  }
  if (Array.isArray(shape) || isAnyOf(shape)) {
    if (!Array.isArray(value)) return [`${path} is not a list`];
    if (Array.isArray(shape) && value.length === 0) return [`${path} is empty`];
    const rows = Array.isArray(shape) ? (shape[0] as Shape) : shape.rows;
    return value.flatMap((row, index) => differences(row, rows, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [`${path} is ${JSON.stringify(value)}, no object`];
  const fields = value as Record<string, unknown>;
  return Object.entries(shape).flatMap(([name, inner]) =>
    name in fields ? differences(fields[name], inner, `${path}.${name}`) : [`${path}.${name} is missing`],
  );
}

function isAnyOf(shape: Shape): shape is AnyOf {
  return typeof shape === 'object' && 'mayBeEmpty' in shape && shape.mayBeEmpty === true;
}
