import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { getPublicStructure } from '#contract/public-structure.ts';
import { ApiFailure, callApiForReply, REQUEST_FAILED } from '#site/islands/shared/http/api.ts';

const LOAD_FAILED = 'Failed to load cohort data';
export const NO_DATA = 'No cohort data available';
/** A card names so many modules and counts the others (COHORT-16, COHORT-17). */
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
 * The first programme of the reply (docs/product.md OPEN-03). A bare list of leagues is taken as one programme; an
 * empty list is 'empty', absent data a failure (docs/product.md OPEN-04).
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

/** The words for a failed call: the status when refused (ERR-01), else the server's message (ERR-02, COHORT-06). */
export function toFailureMessage(error: unknown): string {
  if (!(error instanceof ApiFailure)) return LOAD_FAILED;
  if (error.status >= 400) return `HTTP error! status: ${error.status}`;
  const said = error.reply?.error || error.reply?.message;
  if (typeof said === 'string' && said) return said;
  return error.kind === 'refused' ? REQUEST_FAILED : error.message || LOAD_FAILED;
}

export const $programme = atom<ProgrammeState>({ kind: 'loading' });

/** Loads the programme into `$programme`; never throws. */
export async function loadProgramme(): Promise<void> {
  $programme.set({ kind: 'loading' });
  try {
    const reply = await callApiForReply(getPublicStructure);
    $programme.set(toProgrammeState(reply.data));
  } catch (error) {
    $programme.set({ kind: 'failed', message: toFailureMessage(error) });
  }
}

/** The first modules by order and how many more there are. */
export function pickModules(weeks: League['weeks']): { shown: League['weeks']; more: number } {
  const shown = [...weeks].sort((a, b) => a.order - b.order).slice(0, MODULES_SHOWN);
  return { shown, more: weeks.length - shown.length };
}

/** 'n things', singular for one (COHORT-12). */
export const toCount = (count: number, singular: string) => `${count} ${singular}${count === 1 ? '' : 's'}`;
