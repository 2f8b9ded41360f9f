import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { lettersOf } from '#site/islands/shared/format/text.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { Spinner } from '#site/islands/ui/Spinner.tsx';
import { openPath, PATHS } from '../routing/router.ts';
import { type Match, toMarkedParts } from './match-groups.ts';
import { $matches, followSearch, moveActive, retrySearch } from './matches.ts';
import { toFoldedWords } from './offline-search.ts';
import { $matchList, clearSearch, type MatchList, openList, setSearch } from './search.ts';

/** Matches of the header search: as a popup a combobox listbox, else part of the page. The focus stays in the box. */
export function Matches({ isPopup = false }: { isPopup?: boolean }) {
  const { groups, isSearching, failure, isOffline, searchTerm } = useStore($matches);
  const id = useId();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const matches = groups.flatMap((group) => group.matches);
  const active = matches.find(({ key }) => key === activeKey) ?? null;
  // While a search runs, a single match may be one of the words before.
  const chosen = active ?? (matches.length === 1 && !isSearching ? matches[0] : null);
  const toId = (key: string) => `${id}-${key}`;
  const words = toFoldedWords(searchTerm);
  useEffect(() => followSearch(), []);
  const isShown = matches.length > 0;
  const activeId = active ? toId(active.key) : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && (isPopup || active)) {
      event.preventDefault();
      setActiveKey(null);
      openList(false);
    } else if (event.key === 'Escape') clearSearch();
    else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      chooseMatch(chosen);
    } else {
      const moved = moveActive(event, matches, active);
      if (moved === undefined) return;
      event.preventDefault();
      setActiveKey(moved?.key ?? null);
    }
  };
  useBox({ id: isShown ? id : undefined, activeId, isSearching, onKeyDown });
  const isEmpty = searchTerm !== '' && !isShown && !failure && !isSearching;
  const isFailed = Boolean(failure);
  // A screen that filters its own leagues needs no 'nothing found' here.
  const hasPanel = isShown || isFailed || (isPopup && (searchTerm !== '' || isSearching));
  const said =
    isSearching || isFailed ? '' : toStatus(matches.length, isOffline, isPopup && isEmpty ? searchTerm : '');
  return (
    <>
      {/* A live region must exist before its text changes, or it is not announced. */}
      <p role="status" className="sr-only">
        {said}
      </p>
      {hasPanel ? (
        <div
          className={
            isPopup
              ? 'absolute inset-x-4 top-full z-40 mt-1 overflow-hidden rounded-lg border border-line-strong bg-raised shadow-float sm:inset-x-auto sm:end-0 sm:w-[26rem]'
              : 'border-t border-line bg-surface'
          }
        >
          {isShown ? (
            <div
              id={id}
              role="listbox"
              aria-label="Matches"
              aria-busy={isSearching}
              // The list in the page scrolls, so it must be reachable with Tab; a combobox listbox must not.
              {...(isPopup ? {} : { tabIndex: 0, 'aria-activedescendant': activeId, onKeyDown })}
              // Keeps the focus in the box during a click or scroll.
              onMouseDown={(event) => event.preventDefault()}
              className="focus-inside max-h-[min(70dvh,32rem)] overflow-y-auto overscroll-contain"
            >
              {groups.map(({ heading, matches: own }) => (
                // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, and no fieldsets
                <div key={heading} role="group" aria-labelledby={toId(heading)} className="px-2 pb-2">
                  <p
                    id={toId(heading)}
                    role="presentation"
                    className="px-2 pt-3 pb-1 text-xs font-semibold text-muted"
                  >
                    {heading}
                  </p>
                  {own.map((match) => (
                    <Option
                      key={match.key}
                      id={toId(match.key)}
                      match={match}
                      words={words}
                      isActive={match === active}
                    />
                  ))}
                </div>
              ))}
            </div>
          ) : null}
          {isSearching && !isShown ? (
            <p className="appear-late flex items-center gap-3 px-4 py-3 text-sm text-muted">
              <Spinner size={18} /> Searching…
            </p>
          ) : null}
          {isEmpty ? (
            <p className="px-4 py-3 text-sm text-muted wrap-anywhere">
              Nothing found for “{searchTerm}”. Modules, topics and resources are found in your own leagues.
            </p>
          ) : null}
          {failure ? (
            <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
              <p role="alert" className="min-w-0 flex-1 basis-40 text-sm font-medium text-danger">
                The search failed: {failure}
              </p>
              <Button variant="secondary" size="small" onClick={() => void retrySearch()}>
                Try Again
              </Button>
            </div>
          ) : null}
          {isOffline ? (
            <p className="border-t border-line px-4 py-2 text-xs text-muted">
              You're offline. These are from leagues you opened before.
            </p>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

function toStatus(count: number, isOffline: boolean, notFound: string): string {
  if (count === 0) return notFound && `Nothing found for “${notFound}”.`;
  const found = count === 1 ? '1 match' : `${count} matches`;
  return `${found}${isOffline ? ' on this device' : ''}. Arrow keys move among them.`;
}

function useBox({ id, activeId, isSearching, onKeyDown }: MatchList): void {
  const listen = useRef(onKeyDown);
  listen.current = onKeyDown;
  useEffect(() => {
    $matchList.set({ id, activeId, isSearching, onKeyDown: (event) => listen.current(event) });
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [id, activeId, isSearching]);
  useEffect(() => () => $matchList.set(null), []);
}

interface OptionProps {
  id: string;
  match: Match;
  words: readonly string[];
  isActive: boolean;
}

function Option({ id, match, words, isActive }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={() => chooseMatch(match)}
      className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-[8px] py-1.5 hover:bg-hover aria-selected:bg-brand aria-selected:text-on-brand"
    >
      <LeagueEmblem league={match.league} className="size-8 shrink-0" />
      <span className="min-w-0 flex-1 basis-32 leading-snug">
        <span
          dir="auto"
          data-letters={lettersOf(match.name)}
          className={`line-clamp-2 font-semibold wrap-anywhere ${isActive ? '' : 'text-strong'}`}
        >
          {toMarkedParts(match.name, words).map(({ at, text, isMatch }) =>
            isMatch ? (
              <mark
                key={at}
                className="bg-transparent text-inherit underline decoration-2 underline-offset-4"
              >
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
        {match.path.length > 0 ? (
          <span className={`line-clamp-2 text-sm wrap-anywhere ${isActive ? '' : 'text-muted'}`}>
            {match.path.join(' › ')}
          </span>
        ) : null}
      </span>
    </div>
  );
}

// Opens the chosen match; a league that the learner has not joined opens in the catalogue.
function chooseMatch({ address, name }: Match): void {
  openList(false);
  if (address === null) {
    setSearch(name);
    openPath(PATHS.leagues);
    return;
  }
  clearSearch();
  openPath(address);
  // Notifies an already open league page of the new fragment.
  dispatchEvent(new HashChangeEvent('hashchange'));
}
