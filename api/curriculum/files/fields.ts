import type * as z from 'zod/mini';
import { type Findings, note } from './folder.ts';
import { withoutMark } from './prose.ts';

/** Where a value stands: 'modules/01-intro/module.json', 'resources[2].url'. */
export interface Where {
  file: string;
  /** Before the name of a field: 'resources[2].'. */
  within?: string;
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The object in a JSON file; null, and a finding, when there is none. */
export function readObject(text: string, file: string, findings: Findings): Record<string, unknown> | null {
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(text));
  } catch {
    note(
      findings,
      file,
      null,
      /^(?:<{7}|={7}|>{7})/m.test(text) ? 'JSON without the marks of a merge' : 'valid JSON',
    );
    return null;
  }
  if (isObject(value)) return value;
  note(findings, file, null, 'a JSON object: { … }');
  return null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Other keys of one object that are told. */
const TOLD_KEYS_MAX = 20;

/** A key typed wrong would read as one left out. */
export function refuseOtherKeys(
  facts: Record<string, unknown>,
  allowed: readonly string[],
  { file, within = '' }: Where,
  findings: Findings,
): void {
  const others = Object.keys(facts).filter((key) => !allowed.includes(key));
  for (const key of others.slice(0, TOLD_KEYS_MAX)) {
    note(findings, file, `${within}${key}`, `no such field; known are ${allowed.join(', ')}`);
  }
}

/** An id, or null for a new thing. */
export function readId(value: unknown, { file, within = '' }: Where, findings: Findings): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && ID.test(value)) return value;
  note(findings, file, `${within}id`, '1 to 64 letters, digits, - or _; left out for something new');
  return null;
}

interface Field<Value> {
  name: string;
  value: unknown;
  /** The rule of the single call that writes this field, so that both take and refuse the same. */
  rule: z.ZodMiniType<Value>;
  /** What is stored now: the same is taken as it is, whatever today's rules say about it. */
  stored?: Value | undefined;
}

/** A value by its rule; undefined, and a finding for each broken rule, when it is refused. */
export function readField<Value>(
  { name, value, rule, stored }: Field<Value>,
  { file, within = '' }: Where,
  findings: Findings,
): Value | undefined {
  if (stored !== undefined && value === stored) return stored;
  const parsed = rule.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { message } of parsed.error.issues) {
    note(findings, file, `${within}${name}`, message === 'Invalid input' ? `a valid ${name}` : message);
  }
  return undefined;
}
