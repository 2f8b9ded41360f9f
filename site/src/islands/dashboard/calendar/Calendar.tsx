import {
  CALENDAR_LABELS,
  type CalendarEntry,
  type CalendarKind,
  type getCalendar,
} from '#contract/calendar.ts';
import type { DataOf } from '#contract/call.ts';
import { calendar as eventIcon, file } from '#site/icons/learning.ts';
import { users } from '#site/icons/people.ts';
import { hourglass } from '#site/icons/states.ts';
import { groupByDay, toHours, toOtherHours, toZoneText } from '#site/islands/shared/mentoring/sessions.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { PATHS } from '../routing/router.ts';
import { Loaded } from '../shell/Loaded.tsx';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { calendar } from './calendar.ts';
import { FeedCard } from './FeedCard.tsx';

export function Calendar() {
  return (
    <>
      <ScreenHeading title="Calendar" />
      <p className="mt-2 max-w-measure text-muted">
        What is due, your events and sessions, and when your leagues end.
      </p>
      <Loaded query={calendar} noun="calendar" skeleton="mt-6 h-96">
        {(data) => <Days {...data} />}
      </Loaded>
    </>
  );
}

function Days({ entries, timeZone, feedPath }: DataOf<typeof getCalendar>) {
  return (
    <>
      <p className="max-w-measure text-muted">{toZoneText(timeZone)}</p>
      {entries.length === 0 ? (
        <EmptyState
          className="mt-6"
          title="Nothing in your calendar yet"
          action={<ButtonLink href={PATHS.leagues}>Find a league</ButtonLink>}
        >
          Due dates of your leagues, events you register for and sessions with a mentor show up here.
        </EmptyState>
      ) : null}
      <div className="mt-6 grid gap-6 empty:hidden">
        {groupByDay(entries).map(([day, own]) => (
          <section key={day} aria-label={day}>
            <h2 className="font-sans text-sm text-muted">{day}</h2>
            <ul className="@container mt-2 grid gap-px overflow-clip rounded-lg border border-line bg-line">
              {own.map((entry) => (
                <Entry key={entry.id} entry={entry} timeZone={timeZone} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <FeedCard path={feedPath} />
    </>
  );
}

const ICONS: Record<CalendarKind, string> = {
  DUE: file,
  EVENT: eventIcon,
  SESSION: users,
  LEAGUE_END: hourglass,
};

function Entry({ entry, timeZone }: { entry: CalendarEntry; timeZone: string }) {
  const { kind, title, startsAt, place, path } = entry;
  // A due date is a moment.
  const span = { startsAt, endsAt: entry.endsAt ?? startsAt };
  const other = toOtherHours(span, timeZone);
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 bg-surface p-4 has-[a.row:hover]:bg-hover sm:gap-x-4 sm:px-5">
      <span className="grid size-9 place-items-center rounded-full bg-sunken text-strong">
        <Icon path={ICONS[kind]} size={18} />
      </span>
      <div className="min-w-0 wrap-anywhere @max-[14rem]:col-span-2">
        <p className="flex flex-wrap gap-x-2 text-sm text-muted">
          <time dateTime={startsAt} className="font-semibold text-strong tabular-nums">
            {toHours(span)}
          </time>
          {other ? <span>{other}</span> : null}
        </p>
        <a
          href={path}
          className="row font-semibold leading-snug text-strong after:absolute after:inset-0 hover:underline"
        >
          {title}
        </a>
        <p className="text-sm text-muted">
          {CALENDAR_LABELS[kind]}
          {place ? `, ${place}` : null}
        </p>
      </div>
    </li>
  );
}
