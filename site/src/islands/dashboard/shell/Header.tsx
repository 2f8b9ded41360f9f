import { useStore } from '@nanostores/react';
import type { FormEvent } from 'react';
import type { User } from '#contract/users.ts';
import { Avatar } from '#site/islands/ui/Avatar.tsx';
import { $route, openPath, PATHS, type Screen } from '../routing/router.ts';
import { headerName } from './greeting.ts';
import { MobileMenu } from './MobileMenu.tsx';
import { SearchBox } from './SearchBox.tsx';
import { $search, setSearch } from './search.ts';

/** The top bar: greeting, search, and who is signed in (LAYOUT-05 to 08). */
export function Header({ screen, user }: { screen: Screen; user: User }) {
  return (
    <header className="z-30 border-b border-line bg-page lg:sticky lg:top-0">
      <div className="flex min-h-16 items-center gap-x-4 gap-y-2 px-4 max-sm:flex-wrap max-sm:py-2 sm:px-6 lg:px-8">
        <MobileMenu screen={screen} user={user} />
        <p className="min-w-0 truncate font-display text-lg font-bold text-strong max-sm:flex-1 max-sm:basis-0">
          Hello, {headerName(user.name)}
        </p>
        <SearchField className={SEARCHED.includes(screen) ? '' : 'max-sm:hidden'} />
        <Account user={user} />
      </div>
    </header>
  );
}

/** On a phone the search takes a line of its own, so it is there only where it changes the screen. */
const SEARCHED: readonly Screen[] = ['overview', 'leagues'];

function SearchField({ className }: { className: string }) {
  const search = useStore($search);
  const showMatches = (event: FormEvent) => {
    event.preventDefault();
    const screen = $route.get()?.route;
    if (screen !== 'overview' && screen !== 'leagues') openPath(PATHS.leagues);
  };
  return (
    <search className={`max-sm:order-last max-sm:w-full sm:ml-auto sm:w-full sm:max-w-xs ${className}`}>
      <form onSubmit={showMatches}>
        <SearchBox label="Search leagues" value={search} onType={setSearch} />
      </form>
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
