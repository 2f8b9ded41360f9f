import { forgetDraft, keepDraft, readDraft } from '#site/islands/shared/offline/draft.ts';
import { findOwner } from '#site/islands/shared/session/session.ts';

/** What was typed into the note of a resource, and the note it was typed over: another one may stand there by now. */
interface NoteDraft {
  note: string;
  over: string;
}

const keyOf = (resourceId: string) => ({ name: `note-${resourceId}`, owner: findOwner() ?? '' });

/** Keeps a note that is being typed, for the same account after the end of the session (docs/security.md P45). */
export function keepNoteDraft(resourceId: string, { note, over }: NoteDraft): void {
  if (note === over) dropNoteDraft(resourceId);
  else keepDraft(keyOf(resourceId), { note, over });
}

export function findNoteDraft(resourceId: string): NoteDraft | null {
  const { note, over } = readDraft(keyOf(resourceId)) ?? {};
  return note === undefined || over === undefined ? null : { note, over };
}

export function dropNoteDraft(resourceId: string): void {
  forgetDraft(keyOf(resourceId));
}
