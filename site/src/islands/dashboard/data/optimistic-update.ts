import { cleanProse } from '#contract/text.ts';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { type LeagueView, withProgress } from './league-view.ts';
import type { ResourceProgress } from './progress.ts';

export function toResourceQueueKey(resourceId: string): string {
  return `resource:${resourceId}`;
}

// Keeps the note (docs/product.md OPEN-22).
function resetProgress(progress: ResourceProgress): ResourceProgress {
  return { ...progress, isCompleted: false, markedForRevision: false, timeSpent: null };
}

export function applyAction(
  progress: ResourceProgress,
  { call, body }: Pick<OutboxAction, 'call' | 'body'>,
): ResourceProgress {
  switch (call) {
    case 'completeResource':
      return { ...progress, isCompleted: true };
    case 'markForRevision':
      return { ...progress, markedForRevision: true };
    case 'resetResource':
      return resetProgress(progress);
    case 'saveNote':
      return { ...progress, personalNote: cleanProse(String(body?.personalNote ?? '')) };
    default:
      return progress;
  }
}

export function withOptimisticUpdates(league: LeagueView, actions: readonly OutboxAction[]): LeagueView {
  return actions
    .filter(({ leagueId, refusal }) => leagueId === league.id && refusal === null)
    .reduce(
      (view, action) =>
        action.params.resourceId
          ? withProgress(view, action.params.resourceId, (progress) => applyAction(progress, action))
          : view,
      league,
    );
}
