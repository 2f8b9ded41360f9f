import { Spinner } from '#site/islands/ui/Spinner.tsx';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';

const WEEKS = ['a', 'b', 'c', 'd'];

export function LeagueSkeleton() {
  return (
    <div aria-busy="true">
      <ScreenHeading title="League" className="sr-only">
        Loading league
      </ScreenHeading>
      <div className="appear-late">
        <Spinner label="Loading league…" />
      </div>
      <div className="mt-6 flex gap-6" aria-hidden="true">
        <div className="skeleton size-14 shrink-0 rounded-lg sm:size-20" />
        <div className="grid flex-1 content-start gap-3">
          <div className="skeleton h-10 w-3/5" />
          <div className="skeleton h-5 w-4/5" />
        </div>
      </div>
      <div className="skeleton mt-8 h-12" aria-hidden="true" />
      <div className="mt-6 grid gap-3" aria-hidden="true">
        {WEEKS.map((week) => (
          <div key={week} className="skeleton h-28 rounded-lg" />
        ))}
      </div>
    </div>
  );
}
