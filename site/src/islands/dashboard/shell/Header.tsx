import { useStore } from '@nanostores/react';
import { type FormEvent, type MouseEvent, Suspense, useEffect, useRef } from 'react';
import type { User } from '#contract/users.ts';
import { close as closeIcon, menu } from '#site/icons/actions.ts';
import { useDrawer } from '#site/islands/shared/drawer.ts';
import { Bell } from '#site/islands/shared/news/Bell.tsx';
import { Avatar } from '#site/islands/ui/Avatar.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { $openModals } from '#site/islands/ui/open-modals.ts';
import { $route, openPath, PATHS, type Screen } from '../routing/router.ts';
import { Matches } from '../search/SearchBanner.tsx';
import { SearchBox } from '../search/SearchBox.tsx';
import { $isListOpen, $matchList, $search, openList, setSearch } from '../search/search.ts';
import { headerName } from './greeting.ts';
import { SidebarContent } from './SidebarContent.tsx';

export function Header({ screen, user }: { screen: Screen; user: User }) {
  return (
    <header className="relative z-30 border-b border-line bg-page lg:sticky lg:top-0">
      <div className="flex min-h-16 items-center gap-x-4 gap-y-2 px-4 max-sm:flex-wrap max-sm:py-2 sm:px-6 lg:px-8">
        <MobileMenu screen={screen} user={user} />
        <p className="min-w-0 truncate font-display text-lg font-bold text-strong max-sm:flex-1 max-sm:basis-0">
          Hello, {headerName(user.name)}
        </p>
        <SearchField isFilter={FILTERED.includes(screen)} />
        {user.status === 'PENDING' ? null : <Bell href={PATHS.news} unread={user.unreadNews} />}
        <Account user={user} />
      </div>
    </header>
  );
}

// Screens that filter their leagues by the search and show its matches in the page.
const FILTERED: readonly Screen[] = ['overview', 'leagues'];

function SearchField({ isFilter }: { isFilter: boolean }) {
  const search = useStore($search);
  const list = useStore($matchList);
  const isOpen = useStore($isListOpen) && !isFilter && search.trim() !== '';
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isWanted = key === 'k' ? ctrlKey || metaKey : key === '/' && !ctrlKey && !metaKey && !altKey;
      const isTyping = target instanceof Element && target.matches('input, textarea, select, dialog *');
      if (!isWanted || isTyping || $openModals.get().length > 0) return;
      event.preventDefault();
      place.current?.querySelector('input')?.focus();
    };
    addEventListener('keydown', focusSearch);
    return () => removeEventListener('keydown', focusSearch);
  }, []);
  const showMatches = (event: FormEvent) => {
    event.preventDefault();
    openList(false);
    if (!isFilter) openPath(PATHS.leagues);
  };
  return (
    <search
      ref={place}
      className="max-sm:order-last max-sm:w-full sm:relative sm:ml-auto sm:w-full sm:max-w-xs"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) openList(false);
      }}
    >
      <form onSubmit={showMatches}>
        <SearchBox
          label="Search leagues and what is in them"
          value={search}
          onType={(text) => {
            setSearch(text);
            openList(true);
          }}
          list={{
            ...(isFilter
              ? {}
              : { type: 'text', role: 'combobox', 'aria-expanded': isOpen && list?.id !== undefined }),
            'aria-keyshortcuts': '/ Control+K',
            'aria-autocomplete': 'list',
            'aria-controls': list?.id,
            'aria-activedescendant': list?.activeId,
            onKeyDown: (event) =>
              list ? list.onKeyDown(event) : event.key === 'ArrowDown' && openList(true),
          }}
        />
      </form>
      {isOpen ? (
        <Suspense>
          <Matches isPopup />
        </Suspense>
      ) : null}
    </search>
  );
}

function Account({ user }: { user: User }) {
  return (
    <a
      href={PATHS.profile}
      className="ml-auto flex min-w-0 items-center gap-3 rounded-md p-1 hover:bg-hover sm:ml-0"
    >
      <span className="sr-only min-w-0 text-right leading-tight md:not-sr-only">
        <span className="block max-w-44 xl:max-w-64 truncate text-sm font-semibold text-strong">
          {user.name}
        </span>
        <span className="block max-w-44 xl:max-w-64 truncate text-xs text-muted">{user.email}</span>
      </span>
      <span className="sr-only">Your account</span>
      <Avatar name={user.name} email={user.email} id={user.id} size={40} />
    </a>
  );
}

/** The sidebar below 1024 px, as a drawer. */
function MobileMenu({ screen, user }: { screen: Screen; user: User }) {
  const { ref, isOpen, open, close, onClose } = useDrawer(useStore($route)?.path);
  const closeOnLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) close();
  };
  return (
    <>
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className="-ml-2 grid size-11 place-items-center rounded-md text-strong hover:bg-hover lg:hidden"
        onClick={open}
      >
        <Icon path={menu} size={24} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link is pressed with Enter, which clicks */}
      <dialog
        ref={ref}
        aria-label="Menu"
        onClick={closeOnLink}
        onClose={onClose}
        className="m-0 h-dvh transition-[translate] duration-(--motion-enter) open:grid starting:open:-translate-x-full open:grid-rows-[minmax(0,1fr)_auto] max-h-none w-72 max-w-[85vw] bg-surface text-body backdrop:bg-veil"
      >
        <button
          type="button"
          aria-label="Close menu"
          className="absolute right-3 top-3 grid size-11 place-items-center rounded-md text-strong hover:bg-hover"
          onClick={close}
        >
          <Icon path={closeIcon} />
        </button>
        {isOpen ? <SidebarContent screen={screen} user={user} withAccount /> : null}
        <div data-toasts />
      </dialog>
    </>
  );
}
