import { RESOURCE_PROGRESS_ERRORS } from '#contract/resource-progress.ts';
import { toResourceLane } from './overlay.ts';
import { $unsent, dropUnsent } from './unsent-actions.ts';

function listRefused(resourceId: string) {
  const lane = toResourceLane(resourceId);
  return $unsent
    .get()
    .filter(
      (action) =>
        action.lane === lane &&
        action.call === 'saveNote' &&
        action.refusal?.code === RESOURCE_PROGRESS_ERRORS.NOTE_CHANGED.reason,
    );
}

/** The latest note on a resource that waits for a decision, because another one was written elsewhere; null with none. */
export function findRefusedNote(resourceId: string): string | null {
  const words = listRefused(resourceId).at(-1)?.body?.personalNote;
  return typeof words === 'string' ? words : null;
}

/** Takes such notes off this device: the one from elsewhere stays. */
export function dropRefusedNote(resourceId: string): void {
  for (const action of listRefused(resourceId)) dropUnsent(action);
}
