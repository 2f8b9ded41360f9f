import type { HistoryEntry, HistoryKind } from '#contract/history.ts';
import { countOf } from '../../shared/format/text.ts';

export const KIND_OPTIONS: readonly { value: HistoryKind; label: string }[] = [
  { value: 'TICKS', label: 'Ticks and resets' },
  { value: 'NOTES', label: 'Notes' },
  { value: 'REVISION', label: 'Revision marks' },
  { value: 'SUBMISSIONS', label: 'Submissions' },
  { value: 'UNDONE', label: 'Undone changes' },
];

export function toChangeText(entry: HistoryEntry): string {
  switch (entry.kind) {
    case 'COMPLETED':
      return entry.switched.completed ? 'Completed' : entry.note ? 'Note changed' : 'Time added';
    case 'RESET':
      return 'Progress reset';
    case 'MARKED_FOR_REVISION':
      return entry.switched.marked ? 'Marked for revision' : 'Note changed';
    case 'SECTION_MARKED':
      return 'Topic marked for revision';
    case 'UNMARKED':
      return 'Revision mark removed';
    case 'SECTION_UNMARKED':
      return 'Revision mark of a topic removed';
    case 'NOTED':
    case 'SECTION_NOTED':
      return toNoteText(entry);
    case 'RESTORED':
      return 'Change undone';
    case 'SUBMITTED':
      return entry.submission && entry.submission.number > 1 ? 'Handed in again' : 'Handed in';
  }
}

function toNoteText({ note, undoes }: HistoryEntry): string {
  if (undoes) return 'Note brought back';
  if (note?.after == null) return 'Note removed';
  return note.before == null ? 'Note written' : 'Note changed';
}

export function toSubject({ kind, resource, section, assignment }: HistoryEntry): string {
  if (kind === 'SUBMITTED') return assignment?.title ?? 'An assignment';
  if (kind.startsWith('SECTION_')) return section?.name ?? 'A topic that is no longer there';
  return resource?.title ?? 'A resource that is no longer there';
}

export function toEffects({ kind, switched }: HistoryEntry): string[] {
  const effects: string[] = [];
  if (kind !== 'COMPLETED' && switched.completed !== undefined) {
    effects.push(switched.completed ? 'Completed again.' : 'No longer completed.');
  }
  if (kind === 'RESTORED' || kind === 'RESET') {
    if (switched.marked !== undefined) {
      effects.push(switched.marked ? 'Marked for revision again.' : 'No longer marked for revision.');
    }
  }
  if (kind === 'RESET') effects.push('Your note was kept.');
  return effects;
}

/** Why a change has no Undo button; null if it has one. */
export function toUndoFailure({ undo, kind }: HistoryEntry): string | null {
  switch (undo) {
    case 'possible':
      return null;
    case 'undone':
      return 'Undone';
    case 'superseded':
      return 'Changed again since';
    case 'gone':
      return 'No longer in the curriculum';
    case 'never':
      return kind === 'SUBMITTED' ? 'An answer cannot be unsent' : null;
  }
}

export function toAttemptText({ submission }: HistoryEntry): string {
  if (!submission) return '';
  const { number, attempts } = submission;
  return attempts > 1 ? `Attempt ${number} of ${attempts}` : `Attempt ${number}`;
}

export function toShownText(count: number): string {
  return `Showing ${countOf(count, 'change')}`;
}
