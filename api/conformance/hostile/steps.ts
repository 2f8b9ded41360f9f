import fc from 'fast-check';
import * as z from 'zod';
import type { Call } from '#contract/call.ts';
import { DIMENSIONS, type Dimension, placesOf } from '../access/cells.ts';
import { PRINCIPALS, type Principal } from '../access/principals.ts';
import { type Asked, REQUESTS } from '../access/requests.ts';
import type { World } from '../access/world.ts';
import { anyValue, ODD_BODIES, ODD_TYPES, type Value } from './values.ts';

/** One change to the valid request of a route. */
type Change =
  | { of: 'body' | 'query'; field: number; value: Value }
  | { of: 'drop'; field: number }
  | { of: 'extra'; name: string; value: Value }
  | { of: 'param'; field: number; value: Value }
  | { of: 'raw'; text: string; type: string };

/** One call of a sequence, as it is printed when it is found: a route of the matrix, who asks, about what, changed how. */
export interface Step {
  route: string;
  as: Principal;
  about: Dimension;
  changes: Change[];
}

/** What no request may carry on the quiet (docs/security.md P25). */
const EXTRAS = [
  ...['id', 'role', 'status', 'emailVerified', 'userId', 'olid', 'approvedBy', 'migratedToV2', 'createdAt'],
  ...['passwordHash', '__proto__', 'constructor', 'toString', 'hasOwnProperty', ''],
];

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      of: fc.constantFrom('body' as const, 'query' as const),
      field: fc.nat(30),
      value: anyValue,
    }),
  },
  { weight: 2, arbitrary: fc.record({ of: fc.constant('drop' as const), field: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      of: fc.constant('extra' as const),
      name: fc.constantFrom(...EXTRAS),
      value: anyValue,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ of: fc.constant('param' as const), field: fc.nat(2), value: anyValue }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      of: fc.constant('raw' as const),
      text: fc.constantFrom(...ODD_BODIES),
      type: fc.constantFrom('application/json', ...ODD_TYPES),
    }),
  },
);

/** Most of those who may do something, each of the others now and then. */
const principal = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Principal>('grand') },
  { weight: 4, arbitrary: fc.constantFrom<Principal>('chiefOwn', 'pathfinderOwn', 'enrolled') },
  { weight: 3, arbitrary: fc.constantFrom(...PRINCIPALS) },
);

const about = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Dimension>('own') },
  { weight: 2, arbitrary: fc.constantFrom(...DIMENSIONS) },
);

/** A call, and now and then the same once more, as a client that tries again. */
const routes = Object.keys(REQUESTS);
const step: fc.Arbitrary<Step> = fc.record({
  route: fc.constantFrom(...routes),
  as: principal,
  about,
  changes: fc.oneof(
    { weight: 1, arbitrary: fc.constant<Change[]>([]) },
    { weight: 5, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(change, { minLength: 2, maxLength: 4 }) },
  ),
});

/** Creates, uses, deletes and uses again what a collection holds; `made` 0 is the newest id. */
const MADE: Value = { kind: 'made', pick: 0 };
const COLLECTIONS = [
  { create: 'POST /cohorts', of: '/cohorts/:id' },
  { create: 'POST /leagues', of: '/leagues/:id' },
  { create: 'POST /weeks', of: '/weeks/:id' },
  { create: 'POST /sections', of: '/sections/:id' },
  { create: 'POST /sections/:id/resources', of: '/resources/:id' },
  { create: 'POST /specializations', of: '/specializations/:id' },
  { create: 'POST /admin/assignments', of: '/admin/assignments/:id' },
  { create: 'POST /badges', of: '/badges/:id' },
];
const lifecycle: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.constantFrom(...COLLECTIONS),
    fc.array(change, { maxLength: 1 }),
    fc.array(fc.nat(100), { maxLength: 3 }),
  )
  .map(([{ create, of }, changes, picks]) => {
    const uses = routes.filter((route) => route.includes(` ${of}`) && !route.startsWith('DELETE'));
    const on = (route: string): Step => ({
      route,
      as: 'grand',
      about: 'own',
      changes: [{ of: 'param', field: 0, value: MADE }],
    });
    const chosen = picks.map((pick) => on(uses[pick % uses.length] ?? create));
    const first: Step = { route: create, as: 'grand', about: 'own', changes };
    return [first, ...chosen, on(`DELETE ${of}`), ...chosen, on(`DELETE ${of}`)];
  });

/** The same learner before and after staff change who they are. */
const roleChange: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.constantFrom('PUT /admin/update-status', 'PUT /admin/users/:userId/status', 'PUT /admin/update-role'),
    fc.array(fc.constantFrom(...routes), { minLength: 1, maxLength: 3 }),
  )
  .map(([route, uses]) => {
    const asLearner = uses.map((use): Step => ({ route: use, as: 'enrolled', about: 'own', changes: [] }));
    return [...asLearner, { route, as: 'grand', about: 'own', changes: [] } as Step, ...asLearner];
  });

/** What one sequence does, from a fresh world. */
export const sequence: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 6, arbitrary: fc.array(step, { minLength: 1, maxLength: 20, size: 'max' }) },
  { weight: 2, arbitrary: lifecycle },
  { weight: 1, arbitrary: roleChange },
);

interface Property {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  anyOf?: Property[];
}

const propertiesOf = (() => {
  const known = new Map<unknown, Record<string, Property>>();
  return (schema: Call['body']): Record<string, Property> => {
    if (!schema) return {};
    const found = known.get(schema);
    if (found) return found;
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
      properties?: Record<string, Property>;
    };
    known.set(schema, json.properties ?? {});
    return json.properties ?? {};
  };
})();

/** What the schema says a field may be, and what lies one beside it. */
function examplesOf(property: Property): unknown[] {
  const { minimum: low, maximum: high, minLength, maxLength } = property;
  return [
    ...(property.enum ?? []),
    ...(property.const === undefined ? [] : [property.const]),
    ...(property.type === 'boolean' ? [true, false] : []),
    ...(low === undefined ? [] : [low - 1, low]),
    ...(high === undefined ? [] : [high, high + 1]),
    ...(minLength ? ['x'.repeat(minLength), 'x'.repeat(minLength - 1)] : []),
    ...(maxLength ? ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)] : []),
    ...(property.type === 'array' ? [[], ['x']] : []),
    ...(property.anyOf ?? []).flatMap(examplesOf),
  ];
}

/** What is sent: the body as text, so that a key can stand in it twice. */
export interface Sent {
  asked: Asked;
  text: string | undefined;
  type: string;
}

/** The request that a step makes; `made` are the ids that the sequence has made, newest first. */
export function toRequest(step: Step, call: Call, world: World, made: readonly string[]): Sent {
  const { at, into } = placesOf(world, step.about);
  const {
    params = {},
    query = {},
    body,
  } = REQUESTS[step.route]?.(at, into, world.callers[step.as].person?.id ?? 'nobody') ?? {};
  const asked = {
    params: { ...params },
    query: { ...query } as Record<string, string>,
    body: body && typeof body === 'object' ? { ...body } : body,
  };
  const ids = Object.values(world.own).concat(Object.values(world.other));
  const resolve = (value: Value, property: Property = {}): unknown => {
    if (value.kind === 'plain') return value.value;
    if (value.kind === 'repeated') return value.sign.repeat(value.times);
    if (value.kind === 'nested') return nest(value.depth);
    if (value.kind === 'id') return ids[value.pick % ids.length];
    if (value.kind === 'made') return made[value.pick % Math.max(1, made.length)] ?? 'never-made';
    const examples = examplesOf(property);
    return examples[value.pick % Math.max(1, examples.length)] ?? ids[value.pick % ids.length];
  };
  let raw: { text: string; type: string } | undefined;
  const fieldOf = (properties: Record<string, Property>, field: number) => {
    const names = Object.keys(properties);
    return names[field % Math.max(1, names.length)];
  };
  for (const one of step.changes) {
    if (one.of === 'raw') raw = one;
    else if (one.of === 'param') {
      const name = Object.keys(asked.params)[one.field % Math.max(1, Object.keys(asked.params).length)];
      const value = resolve(one.value);
      // The parser of addresses takes '.' and '..' for folders: that would be another call.
      if (name && value !== '.' && value !== '..' && value !== '')
        asked.params[name] = toText(value).slice(0, 3000);
    } else if (one.of === 'query') {
      const properties = propertiesOf(call.query);
      const name = fieldOf(properties, one.field);
      if (name) asked.query[name] = toText(resolve(one.value, properties[name])).slice(0, 3000);
    } else if (call.body) {
      const properties = propertiesOf(call.body);
      const record = { ...(asked.body as Record<string, unknown> | undefined) };
      const name = one.of === 'extra' ? one.name : fieldOf(properties, one.field);
      if (name === undefined) continue;
      if (one.of === 'drop') delete record[name];
      else {
        const value = resolve(one.value, properties[name]);
        Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
      }
      asked.body = record;
    }
  }
  const text = raw?.text ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
  return { asked, text, type: raw?.type ?? 'application/json' };
}

const toText = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

function nest(depth: number): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value };
  return value;
}
