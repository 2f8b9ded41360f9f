import { atom, type ReadableAtom } from 'nanostores';
import { COMPLETION_PULSE_MS } from '#contract/constants.ts';
import { listHistory, undoChange } from '#contract/history.ts';
import type { RESOURCE_PROGRESS_ERRORS } from '#contract/resource-progress.ts';
import { type ApiFailure, callApi, toMessage } from '#site/islands/shared/http/api.ts';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { announce, offerUndo, warn } from '#site/islands/shared/toast/toast.ts';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { isMissing, leagueOf } from '../data/league.ts';
import {
  findPlace,
  findSection,
  type Place,
  type ResourceView,
  resourcesOf,
  withProgress,
} from '../data/league-view.ts';
import { applyAction, toResourceQueueKey } from '../data/optimistic-update.ts';
import {
  $outbox,
  type OfflineCall,
  onSettled,
  perform,
  putBackIntoOutbox,
  removeFromOutbox,
  SYNCS_LATER,
} from '../data/outbox-actions.ts';
import { type ResourceProgress, toResourceProgress } from '../data/progress.ts';
import { rowId } from '../data/row.ts';
import { publishStoredChange } from '../data/stored-changes.ts';
import { isNoteConflict, listUnsentNotes, toNoteText } from '../offline/unsent-notes.ts';
import { listSection, toProgressFailure } from './resource-progress.ts';

const $busyIds = atom<ReadonlySet<string>>(new Set());
export const $busyResources: ReadableAtom<ReadonlySet<string>> = $busyIds;

const $celebratedId = atom<string | null>(null);
export const $celebrated: ReadableAtom<string | null> = $celebratedId;

export function toUntickQuestion(title: string): string {
  return `Are you sure you want to mark "${title}" as not done? This will reset your progress for this resource.`;
}

/** Text of what a reset removes (docs/product.md OPEN-22). */
export function toResetText({
  markedForRevision,
  personalNote,
}: Pick<ResourceProgress, 'markedForRevision' | 'personalNote'>): string {
  const gone = `Your tick${markedForRevision ? ' and revision mark' : ''} will be removed`;
  return personalNote ? `${gone}; your note stays.` : `${gone}.`;
}

/** Returns true on success, also offline. */
export async function tick(leagueId: string, resourceId: string): Promise<boolean> {
  const done = await act(leagueId, resourceId, ({ title }, week) => ({
    call: 'completeResource',
    body: {},
    failure: `Failed to mark "${title}" as complete. Please try again.`,
    success: isLastOpen(week, resourceId)
      ? `Well done! You completed the module "${week.name}".`
      : `Well done! "${title}" is completed.`,
  }));
  if (!done) return false;
  leagueOf(leagueId).change((league) => (isMissing(league) ? league : { ...league, lastDoneId: resourceId }));
  celebrate(resourceId);
  return true;
}

function isLastOpen(week: Place['week'], resourceId: string): boolean {
  return resourcesOf(week).every(({ id, progress }) => progress.isCompleted || id === resourceId);
}

/** Resets the resource's progress; the caller confirms first. */
export function untick(leagueId: string, resourceId: string): Promise<boolean> {
  return reset(leagueId, resourceId, (title) => ({
    failure: `Failed to mark "${title}" as incomplete. The resource is still marked as complete. Please try again.`,
    success: `"${title}" is marked as not done.`,
  }));
}

export function markForRevision(leagueId: string, resourceId: string): Promise<boolean> {
  return act(leagueId, resourceId, ({ title }) => ({
    call: 'markForRevision',
    body: {},
    failure: `Failed to mark "${title}" for revision. Please try again.`,
    success: `"${title}" is marked for revision.`,
  }));
}

/** Removing the revision mark also resets the resource's progress. */
export function unmarkForRevision(leagueId: string, resourceId: string): Promise<boolean> {
  return reset(leagueId, resourceId, (title) => ({
    failure: `Failed to unmark "${title}" for revision. Please try again.`,
    success: `"${title}" is no longer marked for revision. Its progress was reset.`,
  }));
}

function reset(
  leagueId: string,
  resourceId: string,
  describe: (title: string) => Pick<Act, 'failure' | 'success'>,
): Promise<boolean> {
  return act(leagueId, resourceId, ({ title, progress }) => ({
    call: 'resetResource',
    body: null,
    ...describe(title),
    undo: () => undoReset(leagueId, resourceId, progress),
  }));
}

const UNDONE = 'Undone.';
const UNDO_FAILURE = 'This could not be undone. Please try again.';

// Online, undoes through the history, so the completion keeps its date. Offline, ticks again.
async function undoReset(leagueId: string, resourceId: string, before: ResourceProgress): Promise<void> {
  const queueKey = toResourceQueueKey(resourceId);
  if ($outbox.get().some(({ lane }) => lane === queueKey)) {
    const again: OfflineCall[] = [];
    if (before.isCompleted) again.push('completeResource');
    if (before.markedForRevision) again.push('markForRevision');
    for (const call of again) {
      await act(leagueId, resourceId, () => ({ call, body: {}, failure: UNDO_FAILURE, success: UNDONE }));
    }
  } else {
    try {
      const { entries } = await callApi(listHistory, { query: { leagueId, kind: 'TICKS' } });
      const last = entries.find(({ kind, resource }) => kind === 'RESET' && resource?.id === resourceId);
      await callApi(undoChange, { params: { changeId: last?.id ?? '' } });
      put(leagueId, resourceId, ({ personalNote }) => ({ ...before, personalNote }));
      publishStoredChange();
      announce(UNDONE);
    } catch (error) {
      warn(toMessage(error, UNDO_FAILURE));
    }
  }
  focusLater(() => document.getElementById(rowId(resourceId))?.querySelector('input') ?? null);
}

export const NOTE_FAILURE = 'Failed to update note. Please try again.';

/** Returns the newer note if `seenNote` is outdated. Removes the refused notes contained in `note` from the device. */
export async function saveNote(
  leagueId: string,
  resourceId: string,
  note: string,
  seenNote?: string | null,
  takenBackIds: ReadonlySet<string> = new Set(),
): Promise<NoteOutcome> {
  const refused: { failure: ApiFailure | null } = { failure: null };
  const before = listUnsentNotes(resourceId).filter(
    (kept) =>
      kept.refusal && (isNoteConflict(kept) || takenBackIds.has(kept.id) || toNoteText(kept) === note),
  );
  let unsent: OutboxAction[] = [];
  const isSaved = await act(leagueId, resourceId, ({ progress }) => {
    unsent = takeUnsentNotes(resourceId);
    const earlier = unsent[0]?.body?.expectedNote;
    const seen = isKnownNote(earlier) ? earlier : seenNote !== undefined ? seenNote : progress.personalNote;
    return {
      call: 'saveNote',
      body: { personalNote: note, expectedNote: seen },
      replaced: unsent.at(-1)?.body ?? before.at(-1)?.replaced ?? null,
      failure: null,
      success: 'Note saved.',
      onRefused: (failure) => {
        refused.failure = failure;
      },
    };
  });
  const currentNote = toChangedNote(refused.failure);
  // The new note contains their text.
  if (isSaved || currentNote !== undefined) for (const kept of before) removeFromOutbox(kept);
  if (isSaved) return { kind: 'saved' };
  if (currentNote === undefined) {
    for (const kept of unsent) putBackIntoOutbox(kept);
    return { kind: 'failed' };
  }
  put(leagueId, resourceId, (progress) => ({ ...progress, personalNote: currentNote }));
  return { kind: 'changed', currentNote };
}

export type NoteOutcome =
  | { kind: 'saved' }
  | { kind: 'failed' }
  // Another note was saved meanwhile; null if it was deleted.
  | { kind: 'changed'; currentNote: string | null };

const NOTE_CHANGED: keyof typeof RESOURCE_PROGRESS_ERRORS = 'NOTE_CHANGED';

function toChangedNote(failure: ApiFailure | null): string | null | undefined {
  if (failure?.code !== NOTE_CHANGED) return undefined;
  const note = failure.reply?.currentNote;
  return typeof note === 'string' ? note : null;
}

function takeUnsentNotes(resourceId: string): OutboxAction[] {
  const unsent = listUnsentNotes(resourceId).filter(({ tries, refusal }) => tries === 0 && !refusal);
  for (const note of unsent) removeFromOutbox(note);
  return unsent;
}

const isKnownNote = (note: unknown): note is string | null => typeof note === 'string' || note === null;

export function showWaiting(leagueId: string, resourceId: string): void {
  put(leagueId, resourceId, (progress) => withWaiting(resourceId, progress));
}

interface Act {
  call: OfflineCall;
  body: Record<string, unknown> | null;
  /** Unsent action of the same kind that this one replaces. */
  replaced?: Record<string, unknown> | null;
  failure: string | null;
  success: string;
  undo?: () => void;
  onRefused?: (failure: ApiFailure) => void;
}

export const STORED_ON_DEVICE = `Saved on this device. ${SYNCS_LATER}`;

// Applies a change optimistically and reverts it on a refusal. One action per resource at a time.
async function act(
  leagueId: string,
  resourceId: string,
  describe: (resource: Place['resource'], week: Place['week']) => Act,
): Promise<boolean> {
  const place = findIn(leagueId, resourceId);
  if (!place || $busyIds.get().has(resourceId)) return false;
  const { title, progress: before } = place.resource;
  const {
    call,
    body,
    replaced = null,
    failure,
    success,
    undo,
    onRefused,
  } = describe(place.resource, place.week);
  setBusy(resourceId, true);
  put(leagueId, resourceId, (progress) => applyAction(progress, { call, body }));
  try {
    const queueKey = toResourceQueueKey(resourceId);
    const draft = { lane: queueKey, call, params: { resourceId }, body, leagueId, title, replaced };
    const outcome = await perform(draft);
    if (outcome.kind === 'refused') {
      onRefused?.(outcome.failure);
      throw outcome.failure;
    }
    // Applied again, because a reply to an earlier request may have overwritten it.
    put(leagueId, resourceId, (progress) => applyAction(progress, { call, body }));
    const words = outcome.kind === 'sent' ? success : STORED_ON_DEVICE;
    if (undo) offerUndo(words, undo);
    else announce(words);
    return true;
  } catch (error) {
    console.error(toProgressFailure(error));
    put(leagueId, resourceId, () => before);
    if (failure) warn(failure);
    void reconcileSection(leagueId, place.section.id);
    return false;
  } finally {
    setBusy(resourceId, false);
  }
}

export function followOutbox(): () => void {
  return onSettled((action, { kind }) => {
    const { call, leagueId } = action;
    const resourceId = action.params.resourceId ?? '';
    if (kind === 'refused') {
      const place = findIn(leagueId, resourceId);
      if (place) void reconcileSection(leagueId, place.section.id);
    } else if (call === 'enrollInLeague') {
      leagueOf(leagueId).invalidate();
    } else if (call === 'submitAssignment') {
      void leagueOf(leagueId).refresh();
    } else if (resourceId) {
      // A reply to an earlier request may still arrive.
      put(leagueId, resourceId, (progress) => applyAction(progress, action));
    }
  });
}

// Reloads a section after a failure, because a write without a reply may have succeeded. Skips rows that changed
// meanwhile.
async function reconcileSection(leagueId: string, sectionId: string): Promise<void> {
  const asked = new Map(resourcesIn(leagueId, sectionId).map(({ id, progress }) => [id, progress]));
  try {
    const { resources } = await listSection(sectionId);
    for (const { id, progress } of resources) {
      put(leagueId, id, (current) =>
        current === asked.get(id) ? withWaiting(id, toResourceProgress(progress)) : current,
      );
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

function withWaiting(resourceId: string, progress: ResourceProgress): ResourceProgress {
  const queueKey = toResourceQueueKey(resourceId);
  return $outbox
    .get()
    .filter((action) => action.lane === queueKey && action.refusal === null)
    .reduce(applyAction, progress);
}

function resourcesIn(leagueId: string, sectionId: string): ResourceView[] {
  const league = leagueOf(leagueId).$state.get().data;
  if (!league || isMissing(league)) return [];
  return findSection(league, sectionId)?.resources ?? [];
}

function findIn(leagueId: string, resourceId: string): Place | null {
  const league = leagueOf(leagueId).$state.get().data;
  return league && !isMissing(league) ? findPlace(league, ({ id }) => id === resourceId) : null;
}

function put(
  leagueId: string,
  resourceId: string,
  change: (progress: ResourceProgress) => ResourceProgress,
): void {
  leagueOf(leagueId).change((league) =>
    isMissing(league) ? league : withProgress(league, resourceId, change),
  );
}

function setBusy(resourceId: string, isBusy: boolean): void {
  const busy = new Set($busyIds.get());
  if (isBusy) busy.add(resourceId);
  else busy.delete(resourceId);
  $busyIds.set(busy);
}

let pulse: ReturnType<typeof setTimeout> | undefined;

function celebrate(resourceId: string): void {
  clearTimeout(pulse);
  $celebratedId.set(resourceId);
  pulse = setTimeout(() => $celebratedId.set(null), COMPLETION_PULSE_MS);
}
