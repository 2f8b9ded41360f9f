import { NOTE_PREVIEW_LENGTH, NOTE_SCREEN_MAX_LENGTH, NOTE_WARNING_LENGTH } from '#contract/constants.ts';

const NOTE_EMPTY = 'Note cannot be empty';
export const NOTE_CUT = `A note holds ${NOTE_SCREEN_MAX_LENGTH} characters: the end of what you pasted was left out.`;
export const NOTE_LIMIT_HINT = 'Character limit approaching';

/** What stands against saving a note, or null (docs/product.md OPEN-41). */
export function findNoteFault(note: string): string | null {
  return note.trim() === '' ? NOTE_EMPTY : null;
}

/** Whether the counter turns red and the hint shows (NOTE-03, 04). */
export function isNoteNearLimit(note: string): boolean {
  return note.length > NOTE_WARNING_LENGTH;
}

/** The counter beside a note (NOTE-02). */
export function toNoteCounter(note: string): string {
  return `${note.length}/${NOTE_SCREEN_MAX_LENGTH}`;
}

/** The beginning of a note, in whole characters (NOTE-05). */
export function toNotePreview(note: string): string {
  const characters = [...note];
  if (characters.length <= NOTE_PREVIEW_LENGTH) return note;
  return `${characters.slice(0, NOTE_PREVIEW_LENGTH).join('')}…`;
}

/** The other note first; one that contains the other is enough. */
export function joinNotes(theirs: string, mine: string): string {
  const [first, second] = [theirs.trim(), mine.trim()];
  if (first.includes(second)) return first;
  return second.includes(first) ? second : `${first}\n\n${second}`;
}
