import { RESOURCE_PROGRESS_ERRORS } from '#contract/resource-progress.ts';
import { toResourceQueueKey } from '../data/optimistic-update.ts';
import { $outbox, dropFromOutbox } from '../data/outbox-actions.ts';

function listRefused(resourceId: string) {
  const queueKey = toResourceQueueKey(resourceId);
  return $outbox
    .get()
    .filter(
      (action) =>
        action.lane === queueKey &&
        action.call === 'saveNote' &&
        action.refusal?.code === RESOURCE_PROGRESS_ERRORS.NOTE_CHANGED.reason,
    );
}

/** The latest note on a resource that waits for a decision, because another one was written elsewhere; null with none. */
export function findRefusedNote(resourceId: string): string | null {
  const note = listRefused(resourceId).at(-1)?.body?.personalNote;
  return typeof note === 'string' ? note : null;
}

/** Takes such notes off this device: the one from elsewhere stays. */
export function dropRefusedNote(resourceId: string): void {
  for (const action of listRefused(resourceId)) dropFromOutbox(action);
}
