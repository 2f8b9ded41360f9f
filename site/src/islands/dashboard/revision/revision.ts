import { atom, type ReadableAtom } from 'nanostores';
import type { DataOf } from '#contract/call.ts';
import { undoChange } from '#contract/history.ts';
import {
  getRevision,
  pauseRevision,
  REVISION_SESSION_SIZE,
  type ReviewRating,
  type RevisionEntry,
  reviewResource,
  undoReview,
  unmarkForRevision,
} from '#contract/revision.ts';
import { callApi, toMessage } from '#site/islands/shared/http/api.ts';
import { announce, inform, warn } from '#site/islands/shared/toast/toast.ts';
import { createQuery } from '../../shared/query/query.ts';
import { leagueOf } from '../data/league.ts';
import { publishStoredChange } from '../data/stored-changes.ts';
import { toNextTimeText } from './due-texts.ts';

type RevisionList = DataOf<typeof getRevision>;

let limit = REVISION_SESSION_SIZE;

/** Reloads on each visit and keeps the old list on screen meanwhile. */
export const revision = createQuery('revision', () => callApi(getRevision, { query: { limit } }), {
  staleMs: 0,
});

export type UndoableAction =
  | { kind: 'review'; reviewId: string; resourceId: string; words: string }
  | { kind: 'unmark'; eventId: string; leagueId: string; words: string };

const $lastAction = atom<UndoableAction | null>(null);
export const $undoableAction: ReadableAtom<UndoableAction | null> = $lastAction;
const $working = atom(false);
export const $isWorking: ReadableAtom<boolean> = $working;

// Idempotency keys, reused until the reply arrives, so that a retry counts once.
const keys = new Map<string, string>();

export async function showMore(): Promise<void> {
  limit += REVISION_SESSION_SIZE;
  if (await revision.refresh()) return;
  limit -= REVISION_SESSION_SIZE;
  warn(toMessage(revision.$state.get().error, 'More of your marks could not be loaded. Please try again.'));
}

/** Records a review. A review from another tab wins. */
export function review({ resource, lastReviewedAt }: RevisionEntry, rating: ReviewRating): Promise<boolean> {
  return act('Your answer could not be saved. Please try again.', async () => {
    const slot = `${resource.id} ${rating} ${lastReviewedAt}`;
    const idempotencyKey = keys.get(slot) ?? crypto.randomUUID();
    keys.set(slot, idempotencyKey);
    const { reviewId, entry } = await callApi(reviewResource, {
      params: { resourceId: resource.id },
      body: { rating, expectedLastReviewedAt: lastReviewedAt },
      idempotencyKey,
    });
    keys.delete(slot);
    put(resource.id, entry);
    const next = entry ? ` See it again ${toNextTimeText(entry.dueAt)}.` : '';
    if (reviewId === null) {
      inform(`“${resource.title}” was reviewed already.${next}`);
      return;
    }
    const words = `${rating === 'REMEMBERED' ? 'Remembered' : 'Kept'}: “${resource.title}”.${next}`;
    $lastAction.set({ kind: 'review', reviewId, resourceId: resource.id, words });
  });
}

/** Removes only the mark, unlike the switch on the league page, which resets the resource. */
export function toRemoveLabel({ progress }: RevisionEntry): string {
  return progress.isCompleted ? 'Remove mark, keep tick' : 'Remove mark';
}

export function removeMark({ resource, progress }: RevisionEntry): Promise<boolean> {
  return act('The mark could not be removed. Please try again.', async () => {
    const { eventId } = await callApi(unmarkForRevision, { params: { resourceId: resource.id } });
    put(resource.id, null);
    const leagueId = resource.section.week.league.id;
    void leagueOf(leagueId).refresh();
    const words = `“${resource.title}” is no longer marked.${progress.isCompleted ? ' Its tick stays.' : ''}`;
    $lastAction.set(eventId ? { kind: 'unmark', eventId, leagueId, words } : null);
  });
}

export function undoLast(): Promise<boolean> {
  return act('This could not be undone. Please try again.', async () => {
    const action = $lastAction.get();
    if (!action) return;
    if (action.kind === 'review') {
      const { entry } = await callApi(undoReview, { params: { reviewId: action.reviewId } });
      put(action.resourceId, entry);
    } else {
      await callApi(undoChange, { params: { changeId: action.eventId } });
      void leagueOf(action.leagueId).refresh();
    }
    $lastAction.set(null);
    await reload();
    announce('Undone.');
  });
}

export function setPaused(isPaused: boolean): Promise<boolean> {
  return act(`Revision could not be ${isPaused ? 'paused' : 'resumed'}. Please try again.`, async () => {
    await callApi(pauseRevision, { body: { isPaused } });
    await reload();
    announce(
      isPaused ? 'Revision is paused.' : 'Revision goes on. Dates shifted by the length of the pause.',
    );
  });
}

export function clearUndo(): void {
  $lastAction.set(null);
}

// Invalidates first, since a reply already on its way predates the write.
function reload(): Promise<boolean> {
  revision.invalidate();
  return revision.refresh();
}

async function act(failure: string, work: () => Promise<void>): Promise<boolean> {
  if ($working.get()) return false;
  $working.set(true);
  try {
    await work();
    publishStoredChange();
    return true;
  } catch (error) {
    warn(toMessage(error, failure));
    return false;
  } finally {
    $working.set(false);
  }
}

// Null removes the entry.
function put(resourceId: string, entry: RevisionEntry | null): void {
  revision.change((list) => withEntry(list, resourceId, entry));
}

export function withEntry(list: RevisionList, resourceId: string, entry: RevisionEntry | null): RevisionList {
  const before = list.revision.find(({ resource }) => resource.id === resourceId);
  if (!before) return list;
  return {
    ...list,
    revision: list.revision
      .flatMap((one) => (one !== before ? one : (entry ?? [])))
      .toSorted((one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt)),
    sums: {
      ...list.sums,
      marked: list.sums.marked - (entry ? 0 : 1),
      due: list.sums.due + Number(entry?.isDue ?? false) - Number(before.isDue),
    },
  };
}
