import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import type { ActivityYear } from '#contract/learning.ts';
import { Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { countOf, toNumber } from '../../shared/format/text.ts';
import { ActivityCalendar } from './ActivityCalendar.tsx';
import { toStreakHint, toZoneNote } from './calendar.ts';

export function Activity({ activity }: { activity: ActivityYear }) {
  const { currentStreak, longestStreak, activeDays } = activity;
  const [zoneNote] = useState(() => toZoneNote(activity.timeZone));
  return (
    <section
      aria-labelledby="activity"
      className="mt-6 min-w-0 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div>
          <h2 id="activity" className="text-xl">
            Your last year
          </h2>
          <p className="mt-1 text-sm text-muted">
            {toStreakHint(activity)} {zoneNote}
          </p>
        </div>
        <dl className="flex flex-wrap gap-x-4 gap-y-2 text-sm sm:gap-x-8">
          <Figure label="Current streak" value={countOf(currentStreak, 'day')} />
          <Figure label="Longest streak" value={countOf(longestStreak, 'day')} />
          <Figure label="Active days" value={toNumber(activeDays)} />
        </dl>
      </div>
      {/* Reserves the calendar's height, so that the content below does not move. */}
      <div className="mt-5 min-h-50 sm:min-h-44.25">
        <NearWindow fallback={<Skeleton className="h-36 w-full" />}>
          <ActivityCalendar activity={activity} />
        </NearWindow>
      </div>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="whitespace-nowrap font-display text-lg font-bold tabular-nums text-strong sm:text-xl">
        {value}
      </dd>
    </div>
  );
}

function NearWindow({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // A transition, because the calendar is most of the page and would block other updates.
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true));
      },
      { rootMargin: '400px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={place}>{isNear ? children : fallback}</div>;
}
