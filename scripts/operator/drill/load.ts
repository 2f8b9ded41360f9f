import { pathOf } from '#contract/call.ts';
import { completeResource, resetResource, saveNote } from '#contract/resource-progress.ts';

/** The notes of one learner on one resource, numbered from 1: when each was sent and when it was acknowledged. */
export interface WrittenNote {
  person: number;
  resource: string;
  sentAt: number[];
  /** Missing where no answer came, or a refusal. */
  acknowledgedAt: (number | undefined)[];
}

export interface Load {
  notes: WrittenNote[];
  /** Milliseconds that each call took, and when it ended. */
  times: { endedAt: number; took: number }[];
  /** Calls that were not answered with success. */
  failed: number;
  stop(): Promise<void>;
}

const AT_ONCE = 8;

/** Learners at work until they are stopped: each ticks a resource, writes a numbered note on it, unticks it, and goes on. */
export function startLoad(origin: string, tokens: readonly string[], resources: readonly string[]): Load {
  let isOver = false;
  const load: Load = { notes: [], times: [], failed: 0, stop: async () => {} };
  async function call(method: string, path: string, token: string, body?: unknown): Promise<boolean> {
    const startedAt = performance.now();
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(() => null);
    await response?.arrayBuffer().catch(() => null);
    load.times.push({ endedAt: Date.now(), took: performance.now() - startedAt });
    if (!response?.ok) load.failed++;
    return response?.ok ?? false;
  }
  async function work(person: number): Promise<void> {
    const token = tokens[person] ?? '';
    for (let round = 0; !isOver; round++) {
      const at = round % resources.length;
      const resource = resources[at] ?? '';
      const params = { resourceId: resource };
      await call('POST', pathOf(completeResource, params), token, {});
      let note = load.notes.find((one) => one.person === person && one.resource === resource);
      if (!note) {
        note = { person, resource, sentAt: [], acknowledgedAt: [] };
        load.notes.push(note);
      }
      const number = note.sentAt.push(Date.now());
      const isSaved = await call('PUT', pathOf(saveNote, params), token, { personalNote: toNote(number) });
      note.acknowledgedAt.push(isSaved ? Date.now() : undefined);
      if (round % 2 === 1) await call('DELETE', pathOf(resetResource, params), token);
    }
  }
  const workers = Array.from({ length: Math.min(AT_ONCE, tokens.length) }, (_, person) => work(person));
  load.stop = async () => {
    isOver = true;
    await Promise.all(workers);
  };
  return load;
}

const toNote = (number: number) => `drill ${number}`;

/** The number of a note as it was found, 0 for none. */
export const readNote = (text: string | null | undefined) =>
  Number(/^drill (\d+)$/.exec(text ?? '')?.[1] ?? 0);

/**
 * What a copy may hold of a note, by number: at least the newest that was acknowledged before its moment, at most the
 * newest that was sent by then.
 */
export function expectNote(note: WrittenNote, moment: number): { from: number; to: number } {
  const from = note.acknowledgedAt.findLastIndex((at) => at !== undefined && at < moment) + 1;
  const to = note.sentAt.findLastIndex((at) => at <= moment) + 1;
  return { from, to };
}

/** The slowest of a hundred calls between two moments, in milliseconds. */
export function slowest(load: Load, from: number, to: number): number {
  const times = load.times.filter(({ endedAt }) => endedAt >= from && endedAt <= to).map(({ took }) => took);
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
