import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { getPublicStructure } from '#contract/public-structure.ts';
import { ApiFailure, callApiForReply, REQUEST_FAILED } from '#site/islands/shared/http/api.ts';

const LOAD_FAILED = 'Failed to load cohort data';
export const NO_DATA = 'No cohort data available';
const MODULES_SHOWN = 3;

const text = z.prefault(z.nullable(z.string()), null);
const League = z.object({
  id: z.string(),
  name: z.string(),
  description: text,
  weeks: z.prefault(z.array(z.object({ id: z.string(), name: z.string(), order: z.number() })), []),
});
export type League = z.infer<typeof League>;

const Programme = z.object({ description: text, leagues: z.array(League) });
export type Programme = z.infer<typeof Programme>;

export type ProgrammeState =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'empty' }
  | { kind: 'ready'; programme: Programme };

/**
 * Uses the first programme (docs/product.md OPEN-03), or a bare list of leagues. An empty list is 'empty'; missing data
 * is a failure (OPEN-04).
 */
export function toProgrammeState(data: unknown): ProgrammeState {
  if (data === undefined || data === null) return { kind: 'failed', message: NO_DATA };
  if (!Array.isArray(data)) return { kind: 'failed', message: LOAD_FAILED };
  if (data.length === 0) return { kind: 'empty' };
  const first = Programme.safeParse(data[0]);
  if (first.success) return { kind: 'ready', programme: first.data };
  const leagues = z.array(League).safeParse(data);
  if (leagues.success) return { kind: 'ready', programme: { description: null, leagues: leagues.data } };
  return { kind: 'failed', message: LOAD_FAILED };
}

export function toFailureMessage(error: unknown): string {
  if (!(error instanceof ApiFailure)) return LOAD_FAILED;
  if (error.status >= 400) return `HTTP error! status: ${error.status}`;
  const said = error.reply?.error || error.reply?.message;
  if (typeof said === 'string' && said) return said;
  return error.kind === 'refused' ? REQUEST_FAILED : error.message || LOAD_FAILED;
}

export const $programme = atom<ProgrammeState>({ kind: 'loading' });

/** Never throws. */
export async function loadProgramme(): Promise<void> {
  $programme.set({ kind: 'loading' });
  try {
    const reply = await callApiForReply(getPublicStructure);
    $programme.set(toProgrammeState(reply.data));
  } catch (error) {
    $programme.set({ kind: 'failed', message: toFailureMessage(error) });
  }
}

export function pickModules(weeks: League['weeks']): { shown: League['weeks']; more: number } {
  const shown = [...weeks].sort((a, b) => a.order - b.order).slice(0, MODULES_SHOWN);
  return { shown, more: weeks.length - shown.length };
}

export const toCount = (count: number, singular: string) => `${count} ${singular}${count === 1 ? '' : 's'}`;
