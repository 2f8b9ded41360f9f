import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { Button } from '#site/islands/ui/Button.tsx';
import { Matches } from './lazy-matches.ts';
import { leaveSearch } from './leave-search.ts';
import { $search } from './search.ts';

/** Says what is searched for, with a way out (DASH-02), and what matches inside the leagues. */
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
