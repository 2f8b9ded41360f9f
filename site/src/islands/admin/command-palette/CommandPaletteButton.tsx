import { lazy, Suspense, useEffect, useState } from 'react';
import type { Role } from '#contract/roles.ts';
import { search } from '#site/icons/actions.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { AreaBoundary } from '../areas/AreaBoundary.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('./CommandPalette.tsx')).CommandPalette,
}));

export function CommandPaletteButton({ role }: { role: Role }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || event.repeat) return;
      event.preventDefault();
      setIsOpen((wasOpen) => !wasOpen && !document.querySelector('dialog[open]'));
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
        className="inline-flex size-11 items-center justify-center gap-2 rounded-md text-muted transition-colors hover:bg-hover hover:text-strong md:h-9 md:w-auto md:border md:border-line-strong md:bg-surface md:px-3"
      >
        <Icon path={search} size={18} />
        <span className="text-sm max-md:sr-only">Search</span>
        <span
          className="rounded-sm border border-line bg-sunken px-1.5 font-mono text-xs whitespace-nowrap @max-4xl:hidden"
          aria-hidden="true"
        >
          Ctrl K
        </span>
      </button>
      {isOpen ? (
        <AreaBoundary>
          <Suspense>
            <CommandPalette role={role} onClose={() => setIsOpen(false)} />
          </Suspense>
        </AreaBoundary>
      ) : null}
    </>
  );
}
