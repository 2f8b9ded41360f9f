import type { RESOURCE_PROGRESS_ERRORS } from '#contract/resource-progress.ts';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { toResourceQueueKey } from '../data/optimistic-update.ts';
import { $outbox, removeFromOutbox } from '../data/outbox-actions.ts';

const NOTE_CHANGED: keyof typeof RESOURCE_PROGRESS_ERRORS = 'NOTE_CHANGED';

/** True for a note that was refused because another one was written elsewhere. */
export const isForChoice = ({ refusal }: OutboxAction): boolean => refusal?.code === NOTE_CHANGED;

/** The notes on a resource that this device keeps, the oldest first. */
export function listKeptNotes(
  resourceId: string,
  actions: readonly OutboxAction[] = $outbox.get(),
): OutboxAction[] {
  const queueKey = toResourceQueueKey(resourceId);
  return actions.filter(({ lane, call }) => lane === queueKey && call === 'saveNote');
}

/** Those among kept notes that were refused for a reason of their own: they are sent again or dropped, nothing else. */
export function listReturnedNotes(resourceId: string, actions?: readonly OutboxAction[]): OutboxAction[] {
  return listKeptNotes(resourceId, actions).filter((note) => note.refusal !== null && !isForChoice(note));
}

/** The words of a kept note. */
export function toNoteText({ body }: Pick<OutboxAction, 'body'>): string {
  return typeof body?.personalNote === 'string' ? body.personalNote : '';
}

/** The latest note on a resource that waits for a decision, because another one was written elsewhere; null with none. */
export function findRefusedNote(resourceId: string): string | null {
  const note = listKeptNotes(resourceId).filter(isForChoice).at(-1);
  return note ? toNoteText(note) : null;
}

/** Takes such notes off this device: the one from elsewhere stays. */
export function dropRefusedNote(resourceId: string): void {
  for (const note of listKeptNotes(resourceId).filter(isForChoice)) removeFromOutbox(note);
}
