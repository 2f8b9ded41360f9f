import type { sql } from 'drizzle-orm';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import { cleanProse } from '#contract/text.ts';
import { queryRows } from '../platform/db/client.ts';
import { distinctName, type Subject } from './cleaner.ts';
import type { Move } from './context.ts';

export const PROSE = { max: DESCRIPTION_MAX_LENGTH, clean: cleanProse };

export async function readNames(move: Move, query: ReturnType<typeof sql>): Promise<Set<string>> {
  const rows = await queryRows<{ name: string }>(move.tx, query);
  return new Set(rows.map(({ name }) => name.normalize('NFC')));
}

export function toDistinctName(move: Move, subject: Subject, name: string, taken: Set<string>): string {
  const free = distinctName(name, taken, NAME_MAX_LENGTH);
  if (free !== name) move.cleaner.changed(subject, 'name', name, free, 'Another one has this name');
  return free;
}
