import type { HistoryEntry, UndoState } from '#contract/history.ts';
import { applyChange, FACETS, type Facet, isChanged, type ProgressState, UNTOUCHED } from './decide.ts';
import { type ProgressEvent, toChange } from './events.ts';

export interface ChangeFacts {
  before: ProgressState;
  after: ProgressState;
  undo: UndoState;
}

/**
 * Replays all events of one resource or section. An event can be undone once, while a field still has the value it set.
 */
export function toChangeFacts(events: readonly ProgressEvent[]): Map<number, ChangeFacts> {
  const undone = new Set(events.map(({ undoesId }) => undoesId));
  const steps: { id: number; before: ProgressState; after: ProgressState }[] = [];
  let state = UNTOUCHED;
  for (const event of events) {
    const after = applyEvent(state, event);
    steps.push({ id: event.id, before: state, after });
    state = after;
  }
  const now = state;
  return new Map(
    steps.map(({ id, before, after }) => {
      const isRevertible = listRevertibleFacets(before, after, now).length > 0;
      return [
        id,
        { before, after, undo: undone.has(id) ? 'undone' : isRevertible ? 'possible' : 'superseded' },
      ];
    }),
  );
}

/** Restores the fields that the event changed and no later event changed again. */
export function revertFacets({ before, after }: ChangeFacts, now: ProgressState): ProgressState {
  const restored: ProgressState = { ...now };
  for (const facet of listRevertibleFacets(before, after, now))
    Object.assign(restored, { [facet]: before[facet] });
  return restored;
}

export function replay(events: readonly ProgressEvent[]): ProgressState {
  return events.reduce(applyEvent, UNTOUCHED);
}

export function toShown({ before, after }: ChangeFacts): Pick<HistoryEntry, 'note' | 'switched'> {
  const switched: HistoryEntry['switched'] = {};
  if (isChanged('completedAt', before, after)) switched.completed = after.completedAt !== null;
  if (isChanged('markedForRevisionAt', before, after)) switched.marked = after.markedForRevisionAt !== null;
  const isNoted = isChanged('personalNote', before, after);
  return { note: isNoted ? { before: before.personalNote, after: after.personalNote } : null, switched };
}

// Section events use only note and mark; a null note clears it.
function applyEvent(state: ProgressState, event: ProgressEvent): ProgressState {
  switch (event.kind) {
    case 'SECTION_NOTED':
      return { ...state, personalNote: event.personalNote };
    case 'SECTION_MARKED':
      return { ...state, markedForRevisionAt: event.restoredMarkedAt ?? event.occurredAt };
    case 'SECTION_UNMARKED':
      return { ...state, markedForRevisionAt: null };
    default:
      return applyChange(state, toChange(event), event.occurredAt);
  }
}

function listRevertibleFacets(before: ProgressState, after: ProgressState, now: ProgressState): Facet[] {
  return FACETS.filter((facet) => isChanged(facet, before, after) && !isChanged(facet, after, now));
}
