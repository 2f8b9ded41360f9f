import type { HistoryEntry, UndoState } from '#contract/history.ts';
import { applyChange, FACETS, type Facet, isChanged, type ProgressState, UNTOUCHED } from './decide.ts';
import { type ProgressEvent, toChange } from './events.ts';

/** What one event did to the record it was about. */
export interface ChangeFacts {
  before: ProgressState;
  after: ProgressState;
  undo: UndoState;
}

/**
 * Replays every event of one resource (or one section) in order and says what each did. An event can be undone while
 * something it changed is still as the event left it, and once.
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
      const isStanding = standingFacets(before, after, now).length > 0;
      return [
        id,
        { before, after, undo: undone.has(id) ? 'undone' : isStanding ? 'possible' : 'superseded' },
      ];
    }),
  );
}

/** The present record with everything taken back that the event changed and nobody changed again. */
export function takeBack({ before, after }: ChangeFacts, now: ProgressState): ProgressState {
  const restored: ProgressState = { ...now };
  for (const facet of standingFacets(before, after, now)) Object.assign(restored, { [facet]: before[facet] });
  return restored;
}

/** The record after the last of some events. */
export function replay(events: readonly ProgressEvent[]): ProgressState {
  return events.reduce(applyEvent, UNTOUCHED);
}

/** What the history shows of a change: the note before and after, and what was switched. */
export function toShown({ before, after }: ChangeFacts): Pick<HistoryEntry, 'note' | 'switched'> {
  const switched: HistoryEntry['switched'] = {};
  if (isChanged('completedAt', before, after)) switched.completed = after.completedAt !== null;
  if (isChanged('markedForRevisionAt', before, after)) switched.marked = after.markedForRevisionAt !== null;
  const isNoted = isChanged('personalNote', before, after);
  return { note: isNoted ? { before: before.personalNote, after: after.personalNote } : null, switched };
}

/** Section events use the note and the mark alone; a null note there clears it. */
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

function standingFacets(before: ProgressState, after: ProgressState, now: ProgressState): Facet[] {
  return FACETS.filter((facet) => isChanged(facet, before, after) && !isChanged(facet, after, now));
}
