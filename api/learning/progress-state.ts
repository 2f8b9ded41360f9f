import type { ProgressRow, ResourceProgress } from '#contract/resource-progress.ts';

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
 * learner's own words (docs/product.md OPEN-22). The same rule stands in SQL in expected-counters.ts.
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

/** True when a change changed nothing: no event is worth keeping. */
export function isSameState(one: ProgressState, other: ProgressState): boolean {
  return (
    one.completedAt?.getTime() === other.completedAt?.getTime() &&
    one.markedForRevisionAt?.getTime() === other.markedForRevisionAt?.getTime() &&
    one.personalNote === other.personalNote &&
    one.timeSpentSeconds === other.timeSpentSeconds
  );
}

interface StoredRow extends ProgressState {
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A record as the wire carries it; defaults where nothing was ever recorded (docs/api.md 1.7). */
export function toProgressRow(
  keys: { userId: string; resourceId: string },
  state: ProgressState,
  row: Pick<StoredRow, 'id' | 'createdAt' | 'updatedAt'> | null,
): ProgressRow {
  return {
    id: row?.id ?? null,
    ...keys,
    ...toResourceProgress(state),
    createdAt: row?.createdAt.toISOString() ?? null,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}

function toResourceProgress(state: ProgressState): ResourceProgress {
  return {
    isCompleted: state.completedAt !== null,
    completedAt: state.completedAt?.toISOString() ?? null,
    markedForRevision: state.markedForRevisionAt !== null,
    personalNote: state.personalNote,
    timeSpent: state.timeSpentSeconds,
  };
}
