import { NOTE_PREVIEW_LENGTH, NOTE_SCREEN_MAX_LENGTH, NOTE_WARNING_LENGTH } from '#contract/constants.ts';

const NOTE_EMPTY = 'Note cannot be empty';
export const NOTE_CUT = `A note holds ${NOTE_SCREEN_MAX_LENGTH} characters: the end of what you pasted was left out.`;
export const NOTE_LIMIT_HINT = 'Character limit approaching';

/** Error text, or null (docs/product.md OPEN-41). */
export function findNoteFault(note: string): string | null {
  return note.trim() === '' ? NOTE_EMPTY : null;
}

export function isNoteNearLimit(note: string): boolean {
  return note.length > NOTE_WARNING_LENGTH;
}

export function toNoteCounter(note: string): string {
  return `${note.length}/${NOTE_SCREEN_MAX_LENGTH}`;
}

/** Cuts by code points, so that no character is split. */
export function toNotePreview(note: string): string {
  const characters = [...note];
  if (characters.length <= NOTE_PREVIEW_LENGTH) return note;
  return `${characters.slice(0, NOTE_PREVIEW_LENGTH).join('')}…`;
}

/** The other note first; if one contains the other, only the longer. */
export function joinNotes(theirs: string, mine: string): string {
  const [first, second] = [theirs.trim(), mine.trim()];
  if (first.includes(second)) return first;
  return second.includes(first) ? second : `${first}\n\n${second}`;
}
