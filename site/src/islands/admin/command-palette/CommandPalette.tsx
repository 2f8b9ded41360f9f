import { useStore } from '@nanostores/react';
import { Command } from 'cmdk';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  STAFF_SEARCH_MAX_LENGTH,
  STAFF_SEARCH_MIN_LENGTH,
  type StaffSearchData,
  searchStaff,
} from '#contract/command-palette.ts';
import type { Role } from '#contract/roles.ts';
import { search as searchIcon } from '#site/icons/actions.ts';
import { toActionFailure } from '#site/islands/shared/action/failures.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { announce } from '#site/islands/shared/toast/toast.ts';
import { useClickBeside } from '#site/islands/ui/click-beside.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { openModal } from '#site/islands/ui/open-modals.ts';
import { Spinner } from '#site/islands/ui/Spinner.tsx';
import { $access } from '../access/access.ts';
import { openPage } from '../areas/router.ts';
import { exportList } from '../list/csv-export.ts';
import { createTypedSearch, type TypedSearch } from '../list/typed-search.ts';
import { type CommandPaletteEntry, type CommandPaletteGroup, listGroups } from './entries.ts';

/** Mount it only while it is open. */
export function CommandPalette({ role, onClose }: { role: Role; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const access = useStore($access);
  const [search] = useState(() => createCommandPaletteSearch(access?.may(searchStaff) ?? false));
  const { words, found, isSearching, failure } = useStore(search.$search);
  const groups = access ? listGroups({ role, access }, words, found) : [];
  const selection = useSelection(groups);
  useClickBeside(dialog, onClose);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element) openModal(element);
    element?.querySelector('input')?.focus();
    return () => {
      search.close();
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [search]);

  const [saving, setSaving] = useState<{ what: string | null; failure: string | null }>({
    what: null,
    failure: null,
  });
  const save = async ({ call, what }: NonNullable<CommandPaletteEntry['exports']>) => {
    if (saving.what) return;
    setSaving({ what, failure: null });
    try {
      announce(`Saved as ${await exportList(call, {})}.`);
      onClose();
    } catch (error) {
      setSaving({ what: null, failure: toActionFailure(`export ${what}`, error) });
    }
  };
  const choose = ({ path, leaves, exports }: CommandPaletteEntry) => {
    if (exports) {
      void save(exports);
      return;
    }
    onClose();
    if (path && leaves) location.assign(path);
    else if (path) openPage(path);
  };
  const first = groups[0]?.entries[0];
  const waiting = useWaitingEnter({
    isEarly: isSearching && !selection.isMoved && first?.isFound === true,
    isSearching,
    answer: () => {
      if (first && !failure) choose(first);
    },
  });
  return (
    <dialog
      ref={dialog}
      aria-label="Command palette"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      className="enter mx-auto mt-[10dvh] mb-auto w-[calc(100%-1.5rem)] max-w-xl overflow-hidden rounded-lg border border-line-strong bg-raised p-0 text-body shadow-float backdrop:bg-veil"
    >
      <Command
        label="Search the staff area"
        shouldFilter={false}
        loop
        vimBindings={false}
        value={selection.selected}
        onValueChange={selection.select}
        onKeyDownCapture={(event) => {
          if (MOVES.has(event.key)) selection.beginMove();
          waiting.hearKey(event);
        }}
        onPointerMoveCapture={selection.beginMove}
      >
        <div className="flex items-center gap-3 border-b border-line px-4">
          {isSearching || saving.what ? <Spinner size={20} /> : <Icon path={searchIcon} />}
          <Command.Input
            value={words}
            onValueChange={(typed) => {
              selection.reset();
              search.type(typed);
            }}
            placeholder="Search people, leagues, actions"
            className="h-14 min-w-0 flex-1 bg-transparent text-strong focus-visible:shadow-none focus-visible:outline-none"
          />
        </div>
        <Command.List className="max-h-[60dvh] overflow-y-auto p-2" label="Suggestions">
          {groups.map(({ heading, entries }) => (
            <Command.Group
              key={heading}
              heading={heading}
              className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
            >
              {entries.map((entry) => (
                <Command.Item
                  key={entry.key}
                  value={entry.key}
                  onSelect={() => choose(entry)}
                  className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-md px-3 py-1.5 text-strong aria-selected:bg-brand aria-selected:text-on-brand md:min-h-9"
                >
                  <span className="min-w-0 font-semibold wrap-anywhere">{entry.label}</span>
                  {entry.detail ? (
                    <span className="min-w-0 text-sm wrap-anywhere opacity-80">{entry.detail}</span>
                  ) : null}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
        {saving.what ? (
          <p role="status" className="border-t border-line px-4 py-3 text-sm text-muted">
            Exporting {saving.what}…
          </p>
        ) : null}
        <p role="status" className={groups.length === 0 ? 'px-4 pb-5 text-center text-muted' : 'sr-only'}>
          {toStatus(groups, isSearching, words)}
        </p>
        {[failure && `The search failed: ${failure}`, saving.failure].map((text) =>
          text ? (
            <p
              key={text}
              role="alert"
              className="border-t border-line px-4 py-3 text-sm font-medium text-danger"
            >
              {text}
            </p>
          ) : null,
        )}
      </Command>
      <div data-toasts />
    </dialog>
  );
}

const MOVES: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End']);

/** Selects the first result until the user moves. The library would keep an earlier first result. */
function useSelection(groups: readonly CommandPaletteGroup[]) {
  const keys = groups.flatMap(({ entries }) => entries.map(({ key }) => key));
  const [moved, setMoved] = useState<string | null>(null);
  const isMoving = useRef(false);
  return {
    selected: moved !== null && keys.includes(moved) ? moved : (keys[0] ?? ''),
    isMoved: moved !== null,
    select: (key: string) => {
      if (isMoving.current) setMoved(key);
    },
    beginMove: () => {
      isMoving.current = true;
    },
    reset: () => {
      isMoving.current = false;
      setMoved(null);
    },
  };
}

/** Enter during a search waits for the results; another key cancels it. */
function useWaitingEnter({
  isEarly,
  isSearching,
  answer,
}: {
  /** The shown results belong to an earlier text. */
  isEarly: boolean;
  isSearching: boolean;
  answer: () => void;
}) {
  const [isWaiting, setIsWaiting] = useState(false);
  const latest = useRef(answer);
  latest.current = answer;
  useEffect(() => {
    if (!isWaiting || isSearching) return;
    setIsWaiting(false);
    latest.current();
  }, [isWaiting, isSearching]);
  return {
    hearKey: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      const isHeld = event.key === 'Enter' && isEarly;
      setIsWaiting(isHeld);
      if (isHeld) event.preventDefault();
    },
  };
}

function toStatus(groups: readonly CommandPaletteGroup[], isSearching: boolean, searchTerm: string): string {
  if (isSearching) return 'Searching…';
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count === 0) return `Nothing found for “${searchTerm.trim()}”`;
  return searchTerm.trim() ? `${count} ${count === 1 ? 'suggestion' : 'suggestions'}` : '';
}

/** Pass false for roles whose search the API would refuse. */
export function createCommandPaletteSearch(
  asksServer: boolean,
  pauseMs?: number,
): TypedSearch<StaffSearchData> {
  return createTypedSearch({
    minLength: asksServer ? STAFF_SEARCH_MIN_LENGTH : Number.POSITIVE_INFINITY,
    load: (words, signal) =>
      callApi(searchStaff, { query: { q: words.slice(0, STAFF_SEARCH_MAX_LENGTH) }, signal }),
    pauseMs,
  });
}
