import { useLayoutEffect, useMemo, useRef } from 'react';
import type { ActivityYear } from '#contract/learning.ts';
import { countOf } from '../../shared/format/text.ts';
import { type CalendarDay, LEVEL_FROM, toCalendarWeeks } from './calendar.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function ActivityCalendar({ activity }: { activity: ActivityYear }) {
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
        className="calendar-scroll"
      >
        <table className="calendar">
          <caption className="sr-only">Resources completed a day, over the last year</caption>
          <thead>
            <tr>
              <td />
              {weeks.map(({ start, name, month }) => (
                <th key={start} scope="col">
                  <span className="sr-only">{name}</span>
                  {month ? <span aria-hidden="true">{month}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((weekday, index) => (
              <tr key={weekday}>
                <th scope="row">
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
      <Legend />
    </>
  );
}

// One element per day, since there are about 370.
function Day({ day }: { day: CalendarDay | null }) {
  if (!day) return <td />;
  return (
    <td className={`day day-${day.level}`} title={`${countOf(day.count, 'resource')}, ${day.date}`}>
      {day.count}
    </td>
  );
}

function Legend() {
  const steps = LEVEL_FROM.map((from, index) => {
    const next = LEVEL_FROM[index + 1];
    return next ? `${from} to ${next - 1}` : `${from} or more`;
  });
  return (
    <ul
      className="calendar-legend mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted"
      aria-label="Resources a day"
    >
      <li>Resources a day:</li>
      {['none', ...steps].map((label, index) => (
        <li key={label} className="flex items-center gap-1.5">
          <span className={`day day-${index}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}
