import { atom, type ReadableAtom } from 'nanostores';
import {
  HISTORY_PAGE_SIZE,
  HISTORY_PAGE_SIZE_MAX,
  type HistoryEntry,
  type HistoryKind,
  listHistory,
  undoChange,
} from '#contract/history.ts';
import { saveNote } from '#contract/resource-progress.ts';
import { callApi, toMessage } from '#site/islands/shared/http/api.ts';
import { createLatest } from '#site/islands/shared/query/latest.ts';
import { announce, warn } from '#site/islands/shared/toast/toast.ts';
import { leagueOf } from '../data/league.ts';
import { publishStoredChange } from '../data/stored-changes.ts';

export interface HistoryFilter {
  leagueId: string;
  kind: HistoryKind | '';
}

interface HistoryState {
  readonly filter: HistoryFilter;
  readonly isLoading: boolean;
  readonly entries: readonly HistoryEntry[] | null;
  readonly nextCursor: string | null;
  readonly failure: string | null;
  readonly workingId: string | null;
}

const EMPTY: HistoryState = {
  filter: { leagueId: '', kind: '' },
  isLoading: false,
  entries: null,
  nextCursor: null,
  failure: null,
  workingId: null,
};
const $state = atom<HistoryState>(EMPTY);
export const $history: ReadableAtom<HistoryState> = $state;

const latest = createLatest();

export async function openHistory(filter: HistoryFilter = $state.get().filter): Promise<void> {
  const isOther = filter !== $state.get().filter;
  $state.set({ ...$state.get(), filter, ...(isOther ? { entries: null, nextCursor: null } : {}) });
  await load(null);
}

export async function showOlder(): Promise<void> {
  const { nextCursor } = $state.get();
  if (nextCursor) await load(nextCursor);
}

// Loads the page at `cursor`, or pages from the newest until `atLeast` entries are loaded.
async function load(cursor: string | null, atLeast = 0): Promise<void> {
  const signal = latest.begin();
  const { filter } = $state.get();
  $state.set({ ...$state.get(), isLoading: true, failure: null });
  try {
    const entries = cursor ? [...($state.get().entries ?? [])] : [];
    let nextCursor = cursor;
    do {
      const page = await callApi(listHistory, {
        query: {
          cursor: nextCursor ?? undefined,
          limit: atLeast > HISTORY_PAGE_SIZE ? String(HISTORY_PAGE_SIZE_MAX) : undefined,
          leagueId: filter.leagueId || undefined,
          kind: filter.kind || undefined,
        },
        signal,
      });
      if (signal.aborted) return;
      entries.push(...page.entries);
      nextCursor = page.nextCursor;
    } while (nextCursor && entries.length < atLeast);
    $state.set({ ...$state.get(), isLoading: false, entries, nextCursor });
  } catch (error) {
    if (signal.aborted) return;
    $state.set({
      ...$state.get(),
      isLoading: false,
      failure: toMessage(error, 'The history could not be loaded.'),
    });
  }
}

export function undo(entry: HistoryEntry): Promise<boolean> {
  return change(entry, 'This could not be undone. Please try again.', 'Undone.', () =>
    callApi(undoChange, { params: { changeId: entry.id } }),
  );
}

export function bringBackNote(entry: HistoryEntry): Promise<boolean> {
  return change(entry, 'The note could not be brought back. Please try again.', 'Your note is back.', () =>
    callApi(saveNote, {
      params: { resourceId: entry.resource?.id ?? '' },
      body: { personalNote: entry.note?.after ?? '' },
    }),
  );
}

async function change(
  entry: HistoryEntry,
  failure: string,
  success: string,
  send: () => Promise<unknown>,
): Promise<boolean> {
  if ($state.get().workingId) return false;
  $state.set({ ...$state.get(), workingId: entry.id });
  try {
    await send();
    publishStoredChange();
    if (entry.league) void leagueOf(entry.league.id).refresh();
    // Reloads as many entries as before, so that the reader keeps their place.
    await load(null, $state.get().entries?.length);
    announce(success);
    return true;
  } catch (error) {
    warn(toMessage(error, failure));
    return false;
  } finally {
    $state.set({ ...$state.get(), workingId: null });
  }
}
