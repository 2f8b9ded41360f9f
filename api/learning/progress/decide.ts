/** Time is in seconds. */
export type ProgressChange =
  | { kind: 'COMPLETED'; personalNote?: string | undefined; timeSpentSeconds?: number | undefined }
  | { kind: 'MARKED_FOR_REVISION'; personalNote?: string | undefined }
  | { kind: 'NOTED'; personalNote: string }
  | { kind: 'RESET' }
  | { kind: 'UNMARKED' }
  | { kind: 'RESTORED'; restored: ProgressState; undoesId: number };

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
 * The first completion and the first mark keep their moment; a reset keeps only the note (docs/product.md OPEN-22).
 * expected-counters.ts repeats this rule.
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

export function toEventFields(change: ProgressChange) {
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
  /** An earlier event with the request's key; `isHere` for the same resource or section. */
  keyed?: {
    kind: string;
    isHere: boolean;
    personalNote: string | null;
    timeSpentSeconds: number | null;
  } | null;
  /** The note the writer last saw, null for none; undefined skips the check. */
  expectedNote?: string | null | undefined;
}

export type Decision =
  | { outcome: 'WRITE'; becomes: ProgressState; isCompletionChanged: boolean }
  | { outcome: 'UNCHANGED' | 'REPEATED' }
  | { outcome: 'KEY_REUSED' }
  | { outcome: 'NOTE_CHANGED'; currentNote: string };

export function decide(
  record: ProgressState,
  change: ProgressChange,
  { at, keyed, expectedNote }: Circumstances,
): Decision {
  const becomes = applyChange(record, change, at);
  if (!FACETS.some((facet) => isChanged(facet, record, becomes))) return { outcome: 'UNCHANGED' };
  const words = toEventFields(change);
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
