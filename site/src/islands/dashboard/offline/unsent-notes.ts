import type { RESOURCE_PROGRESS_ERRORS } from '#contract/resource-progress.ts';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { toResourceQueueKey } from '../data/optimistic-update.ts';
import { $outbox, removeFromOutbox } from '../data/outbox-actions.ts';

const NOTE_CHANGED: keyof typeof RESOURCE_PROGRESS_ERRORS = 'NOTE_CHANGED';

/** True for a note refused because of a newer version. */
export const isNoteConflict = ({ refusal }: OutboxAction): boolean => refusal?.code === NOTE_CHANGED;

export function listUnsentNotes(
  resourceId: string,
  actions: readonly OutboxAction[] = $outbox.get(),
): OutboxAction[] {
  const queueKey = toResourceQueueKey(resourceId);
  return actions.filter(({ lane, call }) => lane === queueKey && call === 'saveNote');
}

/** Notes refused for another reason, to send again or drop. */
export function listRefusedNotes(resourceId: string, actions?: readonly OutboxAction[]): OutboxAction[] {
  return listUnsentNotes(resourceId, actions).filter(
    (note) => note.refusal !== null && !isNoteConflict(note),
  );
}

export function toNoteText({ body }: Pick<OutboxAction, 'body'>): string {
  return typeof body?.personalNote === 'string' ? body.personalNote : '';
}

export function findConflictingNote(resourceId: string): string | null {
  const note = listUnsentNotes(resourceId).filter(isNoteConflict).at(-1);
  return note ? toNoteText(note) : null;
}

export function dropConflictingNotes(resourceId: string): void {
  for (const note of listUnsentNotes(resourceId).filter(isNoteConflict)) removeFromOutbox(note);
}
