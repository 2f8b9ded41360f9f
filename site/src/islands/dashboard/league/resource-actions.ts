import { atom, type ReadableAtom } from 'nanostores';
import { COMPLETION_PULSE_MS } from '#contract/constants.ts';
import { announce, warn } from '../notices.ts';
import { dashboard } from '../overview/dashboard.ts';
import { isMissing, leagueOf } from './league.ts';
import { findPlace, findSection, type Place, type ResourceView, withProgress } from './league-view.ts';
import { type ResourceProgress, toResourceProgress } from './progress.ts';
import { progressCalls } from './resource-progress.ts';

const $busyIds = atom<ReadonlySet<string>>(new Set());
/** The resources whose controls wait for an answer (LPROG-33). */
export const $busyResources: ReadableAtom<ReadonlySet<string>> = $busyIds;

const $celebratedId = atom<string | null>(null);
/** The resource completed a moment ago, for its pulse (LPROG-27). */
export const $celebrated: ReadableAtom<string | null> = $celebratedId;

/** The question before a tick is taken back (LPROG-28). */
export function toUntickQuestion(title: string): string {
  return `Are you sure you want to mark "${title}" as not done? This will reset your progress for this resource.`;
}

/** Marks a resource completed and celebrates it (LPROG-26, 27). True when the server took it. */
export async function tick(leagueId: string, resourceId: string): Promise<boolean> {
  const done = await act(leagueId, resourceId, ({ title }) => ({
    change: (progress) => ({ ...progress, isCompleted: true }),
    send: () => progressCalls.complete(resourceId),
    failure: `Failed to mark "${title}" as complete. Please try again.`,
    success: `Well done! "${title}" is completed.`,
  }));
  if (done) celebrate(resourceId);
  return done;
}

/** Takes a tick back, which resets the resource's progress; asked before (LPROG-29). */
export function untick(leagueId: string, resourceId: string): Promise<boolean> {
  return act(leagueId, resourceId, ({ title }) => ({
    change: reset,
    send: () => progressCalls.reset(resourceId),
    failure: `Failed to mark "${title}" as incomplete. The resource is still marked as complete. Please try again.`,
    success: `"${title}" is marked as not done.`,
  }));
}

/** Marks a resource for revision (LPROG-31). */
export function markForRevision(leagueId: string, resourceId: string): Promise<boolean> {
  return act(leagueId, resourceId, ({ title }) => ({
    change: (progress) => ({ ...progress, markedForRevision: true }),
    send: () => progressCalls.markForRevision(resourceId),
    failure: `Failed to mark "${title}" for revision. Please try again.`,
    success: `"${title}" is marked for revision.`,
  }));
}

/** Takes the revision mark off, which resets the resource's progress (LPROG-32). */
export function unmarkForRevision(leagueId: string, resourceId: string): Promise<boolean> {
  return act(leagueId, resourceId, ({ title }) => ({
    change: reset,
    send: () => progressCalls.reset(resourceId),
    failure: `Failed to unmark "${title}" for revision. Please try again.`,
    success: `"${title}" is no longer marked for revision. Its progress was reset.`,
  }));
}

export const NOTE_FAILURE = 'Failed to update note. Please try again.';

/** Saves a note; the form it was typed into tells of a failure, where the words are still at hand (LPROG-39). */
export function saveNote(leagueId: string, resourceId: string, note: string): Promise<boolean> {
  return act(leagueId, resourceId, () => ({
    change: (progress) => ({ ...progress, personalNote: note.trim() }),
    send: () => progressCalls.saveNote(resourceId, note),
    failure: null,
    success: 'Note saved.',
  }));
}

/** What a reset does: the note is the learner's own words and stays (design section 3, OPEN-22). */
function reset(progress: ResourceProgress): ResourceProgress {
  return { ...progress, isCompleted: false, markedForRevision: false, timeSpent: null };
}

interface Act {
  change: (progress: ResourceProgress) => ResourceProgress;
  send: () => Promise<unknown>;
  /** Null where the caller tells of the failure. */
  failure: string | null;
  success: string;
}

/**
 * Shows a change at once, sends it, and puts back exactly what was there when it fails (LPROG-34). One action a
 * resource at a time; a second one meanwhile does nothing.
 */
async function act(
  leagueId: string,
  resourceId: string,
  describe: (resource: Place['resource']) => Act,
): Promise<boolean> {
  const place = findIn(leagueId, resourceId);
  if (!place || $busyIds.get().has(resourceId)) return false;
  const before = place.resource.progress;
  const { change, send, failure, success } = describe(place.resource);
  setBusy(resourceId, true);
  put(leagueId, resourceId, change);
  try {
    await send();
    // Both carry sums of what was changed just now (OPEN-51).
    dashboard.drop();
    announce(success);
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    put(leagueId, resourceId, () => before);
    if (failure) warn(failure);
    void reconcileSection(leagueId, place.section.id);
    return false;
  } finally {
    setBusy(resourceId, false);
  }
}

/**
 * Asks what the server holds after a failure, because a write without an answer may have arrived all the same. Rows
 * that changed meanwhile are left alone. A failure of this question is only logged (LPROG-40).
 */
export async function reconcileSection(leagueId: string, sectionId: string): Promise<void> {
  const asked = new Map(resourcesIn(leagueId, sectionId).map(({ id, progress }) => [id, progress]));
  try {
    const { resources } = await progressCalls.listSection(sectionId);
    for (const { id, progress } of resources) {
      put(leagueId, id, (current) => (current === asked.get(id) ? toResourceProgress(progress) : current));
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
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
