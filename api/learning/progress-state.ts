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

/**
 * The record after a change. The first completion and the first mark keep their moment; a reset clears all but the
 * learner's own words (docs/product.md OPEN-22). What is written follows the same rule in SQL, `record_change` of the
 * migrations; what is verified a third wording, in expected-counters.ts.
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

/** Note and time that the event of a change carries. */
export function toEventWords(
  change: ProgressChange,
): Pick<ProgressState, 'personalNote' | 'timeSpentSeconds'> {
  const { personalNote = null, timeSpentSeconds = null } =
    change.kind === 'RESTORED' ? change.restored : (change as Partial<ProgressState>);
  return { personalNote, timeSpentSeconds };
}
