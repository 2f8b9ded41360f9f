import type { RESOURCE_PROGRESS_ERRORS } from '#contract/resource-progress.ts';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { toResourceQueueKey } from '../data/optimistic-update.ts';
import { $outbox, removeFromOutbox } from '../data/outbox-actions.ts';

const NOTE_CHANGED: keyof typeof RESOURCE_PROGRESS_ERRORS = 'NOTE_CHANGED';

/** True for a note refused because of another one. */
export const isForChoice = ({ refusal }: OutboxAction): boolean => refusal?.code === NOTE_CHANGED;

/** Stored notes on a resource, oldest first. */
export function listKeptNotes(
  resourceId: string,
  actions: readonly OutboxAction[] = $outbox.get(),
): OutboxAction[] {
  const queueKey = toResourceQueueKey(resourceId);
  return actions.filter(({ lane, call }) => lane === queueKey && call === 'saveNote');
}

/** Notes refused for another reason: sent again or dropped. */
export function listReturnedNotes(resourceId: string, actions?: readonly OutboxAction[]): OutboxAction[] {
  return listKeptNotes(resourceId, actions).filter((note) => note.refusal !== null && !isForChoice(note));
}

/** The words of a kept note. */
export function toNoteText({ body }: Pick<OutboxAction, 'body'>): string {
  return typeof body?.personalNote === 'string' ? body.personalNote : '';
}

/** The latest note that waits for a decision, because another one was written elsewhere; or null. */
export function findRefusedNote(resourceId: string): string | null {
  const note = listKeptNotes(resourceId).filter(isForChoice).at(-1);
  return note ? toNoteText(note) : null;
}

/** Takes such notes off this device: the one from elsewhere stays. */
export function dropRefusedNote(resourceId: string): void {
  for (const note of listKeptNotes(resourceId).filter(isForChoice)) removeFromOutbox(note);
}
