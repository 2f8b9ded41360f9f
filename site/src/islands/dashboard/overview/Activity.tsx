import {
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ActivityYear } from '#contract/learning.ts';
import { Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { countOf, toNumber } from '../../shared/format/text.ts';
import {
  type CalendarDay,
  LEVEL_FROM,
  streakOf,
  toCalendarWeeks,
  toStreakHint,
  toZoneNote,
} from './calendar.ts';

export function Activity({ activity }: { activity: ActivityYear }) {
  const streak = streakOf(activity);
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
            {toStreakHint(streak)} {zoneNote}
          </p>
        </div>
        <dl className="flex flex-wrap gap-x-4 gap-y-2 text-sm sm:gap-x-8">
          <Figure label="Current streak" value={countOf(streak.days, 'day')} />
          <Figure label="Longest streak" value={countOf(streak.longest, 'day')} />
          <Figure label="Active days" value={toNumber(activity.activeDays)} />
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

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function ActivityCalendar({ activity }: { activity: ActivityYear }) {
  const weeks = useMemo(() => toCalendarWeeks(activity), [activity]);
  const scroller = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // The observer's first call comes after layout; reading the width here would force a second layout.
    const observer = new ResizeObserver(() => {
      element.scrollLeft = element.scrollWidth;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <section
        ref={scroller}
        aria-label="Activity calendar"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-sm pb-2"
      >
        {/* A fixed width spares the browser from measuring every cell. */}
        <table className="w-[calc(2rem+53*0.8125rem+55*3px)] table-fixed border-separate border-spacing-[3px] text-[0.6875rem] leading-none text-muted">
          <caption className="sr-only">Resources completed a day, over the last year</caption>
          <thead>
            <tr>
              <td className="sticky start-0 z-1 w-8 bg-surface p-0 after:absolute after:inset-y-0 after:start-full after:-end-3 after:bg-linear-to-r after:from-surface after:from-40%" />
              {weeks.map(({ start, name, month }) => (
                <th
                  key={start}
                  scope="col"
                  className="relative h-4 w-[0.8125rem] text-start font-medium whitespace-nowrap"
                >
                  <span className="sr-only">{name}</span>
                  {month ? <span aria-hidden="true">{month}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((weekday, index) => (
              <tr key={weekday}>
                <th
                  scope="row"
                  className="sticky start-0 bg-surface pe-1 text-start font-medium whitespace-nowrap"
                >
                  <span className="sr-only">{weekday}</span>
                  {index % 2 === 0 ? <span aria-hidden="true">{weekday.slice(0, 3)}</span> : null}
                </th>
                {weeks.map(({ start, days }) => (
                  <Day key={start} day={days[index] ?? null} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Legend hasBreak={weeks.some(({ days }) => days.some((day) => day?.rest))} />
    </>
  );
}

// Squares grow and darken with the count, so that colour is not the only sign.
const DAY = 'size-[0.8125rem] rounded-[3px] border bg-clip-content';
const LEVELS = [
  'border-line p-0',
  'border-line-strong bg-brand-text/70 p-[3px]',
  'border-line-strong bg-brand-text/85 p-[2px]',
  'border-line-strong bg-brand-text p-px',
  'border-strong bg-strong p-0',
];
const REST = 'border-dashed border-line-strong';

// One element per day, since there are about 370; its number is for screen readers only.
function Day({ day }: { day: CalendarDay | null }) {
  if (!day) return <td />;
  const rest = day.rest ? `, ${day.rest}` : '';
  return (
    <td
      className={`${DAY} ${LEVELS[day.level]} ${rest && REST} overflow-clip text-[1px] text-transparent`}
      title={`${countOf(day.count, 'resource')}, ${day.date}${rest}`}
    >
      {day.count}
      {rest}
    </td>
  );
}

function Legend({ hasBreak }: { hasBreak: boolean }) {
  const steps = LEVEL_FROM.map((from, index) => {
    const next = LEVEL_FROM[index + 1];
    return next ? `${from} to ${next - 1}` : `${from} or more`;
  });
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted" aria-label="Resources a day">
      <li>Resources a day:</li>
      {['none', ...steps].map((label, index) => (
        <li key={label} className="flex items-center gap-1.5">
          <span className={`${DAY} ${LEVELS[index]}`} aria-hidden="true" />
          {label}
        </li>
      ))}
      {hasBreak ? (
        <li className="flex items-center gap-1.5">
          <span className={`${DAY} ${REST}`} aria-hidden="true" />
          break
        </li>
      ) : null}
    </ul>
  );
}
