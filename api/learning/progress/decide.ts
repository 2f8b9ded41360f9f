/** What a learner does to their record on a resource. Time is in seconds. */
export type ProgressChange =
  | { kind: 'COMPLETED'; personalNote?: string | undefined; timeSpentSeconds?: number | undefined }
  | { kind: 'MARKED_FOR_REVISION'; personalNote?: string | undefined }
  | { kind: 'NOTED'; personalNote: string }
  | { kind: 'RESET' }
  /** Takes the revision mark off and leaves the rest. */
  | { kind: 'UNMARKED' }
  /** Undoes an earlier event: the record becomes `restored`. */
  | { kind: 'RESTORED'; restored: ProgressState; undoesId: number };

/** A learner's record on a resource, as resource_progress keeps it. */
export interface ProgressState {
  completedAt: Date | null;
  markedForRevisionAt: Date | null;
  personalNote: string | null;
  timeSpentSeconds: number | null;
}

export const UNTOUCHED: ProgressState = {
  completedAt: null,
  markedForRevisionAt: null,
  personalNote: null,
  timeSpentSeconds: null,
};

export const FACETS = ['completedAt', 'markedForRevisionAt', 'personalNote', 'timeSpentSeconds'] as const;
export type Facet = (typeof FACETS)[number];

export function isChanged(facet: Facet, one: ProgressState, other: ProgressState): boolean {
  return one[facet]?.valueOf() !== other[facet]?.valueOf();
}

/**
 * The record after a change. The first completion and the first mark keep their moment; a reset clears all but the
 * learner's own words (docs/product.md OPEN-22). The verifier has a wording of its own (expected-counters.ts).
 */
export function applyChange(state: ProgressState, change: ProgressChange, at: Date): ProgressState {
  if (change.kind === 'RESET') return { ...UNTOUCHED, personalNote: state.personalNote };
  if (change.kind === 'RESTORED') return { ...change.restored };
  if (change.kind === 'UNMARKED') return { ...state, markedForRevisionAt: null };
  const next = { ...state, personalNote: change.personalNote ?? state.personalNote };
  if (change.kind === 'MARKED_FOR_REVISION') next.markedForRevisionAt ??= at;
  if (change.kind === 'COMPLETED') {
    next.completedAt ??= at;
    next.timeSpentSeconds = change.timeSpentSeconds ?? state.timeSpentSeconds;
  }
  return next;
}

/** What the event of a change carries, beside its kind. */
export function toEventWords(change: ProgressChange) {
  const { personalNote = null, timeSpentSeconds = null } =
    change.kind === 'RESTORED' ? change.restored : (change as Partial<ProgressState>);
  const { restored = null, undoesId = null } = change.kind === 'RESTORED' ? change : {};
  return {
    personalNote,
    timeSpentSeconds,
    restoredCompletedAt: restored?.completedAt ?? null,
    restoredMarkedAt: restored?.markedForRevisionAt ?? null,
    undoesId,
  };
}

interface Circumstances {
  at: Date;
  /** An event that carries the key of this request already; `isHere` for one of the same resource or section. */
  keyed?: {
    kind: string;
    isHere: boolean;
    personalNote: string | null;
    timeSpentSeconds: number | null;
  } | null;
  /** The note the writer last saw, null for none; left out where the writer does not care. */
  expectedNote?: string | null | undefined;
}

export type Decision =
  | { outcome: 'WRITE'; becomes: ProgressState; isCompletionChanged: boolean }
  /** Leaves no event: nothing would change, or the event of this very request is there. */
  | { outcome: 'UNCHANGED' | 'REPEATED' }
  | { outcome: 'KEY_REUSED' }
  /** Another note stands there by now, and is not overwritten unseen. */
  | { outcome: 'NOTE_CHANGED'; currentNote: string };

/** Decides what a change makes of a record. */
export function decide(
  record: ProgressState,
  change: ProgressChange,
  { at, keyed, expectedNote }: Circumstances,
): Decision {
  const becomes = applyChange(record, change, at);
  if (!FACETS.some((facet) => isChanged(facet, record, becomes))) return { outcome: 'UNCHANGED' };
  const words = toEventWords(change);
  if (keyed) {
    const isRepeat =
      keyed.isHere &&
      keyed.kind === change.kind &&
      keyed.personalNote === words.personalNote &&
      keyed.timeSpentSeconds === words.timeSpentSeconds;
    return { outcome: isRepeat ? 'REPEATED' : 'KEY_REUSED' };
  }
  const currentNote = record.personalNote;
  if (
    expectedNote !== undefined &&
    currentNote !== null &&
    currentNote !== words.personalNote &&
    currentNote !== expectedNote
  ) {
    return { outcome: 'NOTE_CHANGED', currentNote };
  }
  return { outcome: 'WRITE', becomes, isCompletionChanged: !record.completedAt !== !becomes.completedAt };
}
