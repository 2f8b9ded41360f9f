import type { RESOURCE_PROGRESS_ERRORS } from '#contract/resource-progress.ts';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { toResourceQueueKey } from '../data/optimistic-update.ts';
import { $outbox, removeFromOutbox } from '../data/outbox-actions.ts';

const NOTE_CHANGED: keyof typeof RESOURCE_PROGRESS_ERRORS = 'NOTE_CHANGED';

/** True for a note refused because of a newer version. */
export const isForChoice = ({ refusal }: OutboxAction): boolean => refusal?.code === NOTE_CHANGED;

export function listKeptNotes(
  resourceId: string,
  actions: readonly OutboxAction[] = $outbox.get(),
): OutboxAction[] {
  const queueKey = toResourceQueueKey(resourceId);
  return actions.filter(({ lane, call }) => lane === queueKey && call === 'saveNote');
}

/** Notes refused for another reason, to send again or drop. */
export function listReturnedNotes(resourceId: string, actions?: readonly OutboxAction[]): OutboxAction[] {
  return listKeptNotes(resourceId, actions).filter((note) => note.refusal !== null && !isForChoice(note));
}

export function toNoteText({ body }: Pick<OutboxAction, 'body'>): string {
  return typeof body?.personalNote === 'string' ? body.personalNote : '';
}

export function findRefusedNote(resourceId: string): string | null {
  const note = listKeptNotes(resourceId).filter(isForChoice).at(-1);
  return note ? toNoteText(note) : null;
}

export function dropRefusedNote(resourceId: string): void {
  for (const note of listKeptNotes(resourceId).filter(isForChoice)) removeFromOutbox(note);
}
