import { useStore } from '@nanostores/react';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '#site/islands/shared/lazy-part.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { $matchList, $search, leaveSearch } from './search.ts';

export function SearchBanner() {
  const search = useStore($search).trim();
  if (!search) return null;
  return (
    <div className="enter mt-5 overflow-hidden rounded-md border border-line bg-brand-tint">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-2">
        <p role="status" className="min-w-0 text-strong [overflow-wrap:anywhere]">
          Search results for “{search}”
        </p>
        <Button variant="secondary" onClick={leaveSearch}>
          Clear<span className="sr-only"> search</span>
        </Button>
      </div>
      <Suspense fallback={null}>
        <Matches />
      </Suspense>
    </div>
  );
}

/** Shows its children unless the banner above has matches or is still searching. */
export function UnlessMatches({ children }: { children: ReactNode }) {
  const list = useStore($matchList);
  if (!list?.id) return list?.isSearching ? null : children;
  return <p className="mt-6 text-muted">No name here has these words. The matches are listed above.</p>;
}

/** If loading fails, only the league filter works. */
export const Matches = lazyPart(async () => (await import('./Matches.tsx')).Matches);
