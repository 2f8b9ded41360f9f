import { Suspense, useState } from 'react';
import type { DataOf } from '#contract/call.ts';
import {
  type BookedSlot,
  type getMentoring,
  type Mentor,
  type MentorSlot,
  OPEN_SESSIONS_MAX,
} from '#contract/mentoring.ts';
import { toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { First, Part, Rows, SlotRow } from '#site/islands/shared/mentoring/SlotRow.tsx';
import {
  groupByDay,
  hasBegun,
  isOver,
  mentoring,
  toDay,
  toHours,
  toOtherHours,
  toOtherName,
  toZoneText,
} from '#site/islands/shared/mentoring/sessions.ts';
import { Avatar } from '#site/islands/ui/Avatar.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { SmallButton } from '#site/islands/ui/SmallButton.tsx';
import { lazyPart } from '../../shared/lazy-part.ts';
import { Loaded } from '../shell/Loaded.tsx';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';

const TimesOffered = lazyPart(
  async () => (await import('#site/islands/shared/mentoring/TimesOffered.tsx')).TimesOffered,
);
const BookDialog = lazyPart(async () => (await import('./BookDialogs.tsx')).BookDialog);
const CancelDialog = lazyPart(async () => (await import('./BookDialogs.tsx')).CancelDialog);
const MoveDialog = lazyPart(async () => (await import('./BookDialogs.tsx')).MoveDialog);

export function Mentoring() {
  return (
    <>
      <ScreenHeading title="Mentoring" />
      <Loaded query={mentoring} noun="sessions" skeleton="mt-6 h-96">
        {(data) => <Sessions {...data} />}
      </Loaded>
    </>
  );
}

function Sessions({ sessions, mentors, slots, isMentor, timeZone }: DataOf<typeof getMentoring>) {
  const [booking, setBooking] = useState<{ mentor: Mentor; slot: MentorSlot } | null>(null);
  const [moving, setMoving] = useState<{ mentor: Mentor; slot: BookedSlot } | null>(null);
  const [cancelling, setCancelling] = useState<BookedSlot | null>(null);
  const coming = sessions.filter((slot) => !isOver(slot));
  const isFull = coming.length >= OPEN_SESSIONS_MAX;
  const row = (slot: BookedSlot) => {
    const mentor = mentors.find(({ id }) => id === slot.mentorId);
    const isChangeable = Date.now() < Date.parse(slot.changeableUntil);
    const which = (
      <span className="sr-only">
        {' '}
        the session with {toOtherName(slot.session)}, {toDay(slot.startsAt)}
      </span>
    );
    return (
      <SlotRow
        key={slot.session.id}
        slot={slot}
        timeZone={timeZone}
        actions={
          <>
            {isChangeable && mentor ? (
              <SmallButton onClick={() => setMoving({ mentor, slot })}>Move{which}</SmallButton>
            ) : null}
            {isChangeable ? (
              <SmallButton onClick={() => setCancelling(slot)}>Cancel{which}</SmallButton>
            ) : null}
          </>
        }
      >
        {hasBegun(slot) ? null : (
          <span className="text-muted">
            {isChangeable
              ? `You can move or cancel until ${toShortDateTime(slot.changeableUntil)}.`
              : 'Too late to move or cancel. If you cannot come, tell your mentor.'}
          </span>
        )}
      </SlotRow>
    );
  };
  return (
    <>
      <p className="mt-2 max-w-measure text-muted">
        Ask a mentor, one to one. You {isFull ? 'have' : 'can have'} two sessions to come
        {isFull ? ': cancel one, or wait until one is over, to book another' : null}. {toZoneText(timeZone)}
      </p>
      <div className="mt-6 grid gap-8">
        {sessions.length > 0 ? (
          <Part title="Your sessions">
            <Rows title="To come">{coming.map(row)}</Rows>
            <Rows title="Past">{sessions.filter((slot) => isOver(slot)).map(row)}</Rows>
          </Part>
        ) : null}
        <Part title="Mentors">
          {mentors.length === 0 ? (
            <EmptyState as="h3" title="No free times at the moment">
              They appear here as soon as a mentor offers some.
            </EmptyState>
          ) : null}
          {mentors.map((mentor) => (
            <MentorCard
              key={mentor.id}
              mentor={mentor}
              timeZone={timeZone}
              onBook={isFull ? null : (slot) => setBooking({ mentor, slot })}
            />
          ))}
        </Part>
        <Suspense>{isMentor ? <TimesOffered slots={slots} timeZone={timeZone} /> : null}</Suspense>
      </div>
      <Suspense>
        {booking ? <BookDialog {...booking} timeZone={timeZone} onClose={() => setBooking(null)} /> : null}
        {moving ? <MoveDialog {...moving} timeZone={timeZone} onClose={() => setMoving(null)} /> : null}
        {cancelling ? (
          <CancelDialog slot={cancelling} timeZone={timeZone} onClose={() => setCancelling(null)} />
        ) : null}
      </Suspense>
    </>
  );
}

interface MentorProps {
  mentor: Mentor;
  timeZone: string;
  /** Null while no more can be booked. */
  onBook: ((slot: MentorSlot) => void) | null;
}

function MentorCard({ mentor: { id, name, slots }, timeZone, onBook }: MentorProps) {
  const topics = [...new Set(slots.map((slot) => slot.topics))];
  return (
    <article aria-label={name} className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex items-center gap-3">
        <Avatar name={name} id={id} size={44} />
        <div className="min-w-0 wrap-anywhere" dir="auto">
          <h3 className="text-lg">{name}</h3>
          <p className="text-sm text-muted">{topics.join(' · ')}</p>
        </div>
      </div>
      <First items={groupByDay(slots)} count={4} noun={`days of ${name}`}>
        {(days) => (
          <ul className="grid gap-3">
            {days.map(([day, free]) => (
              <li key={day} className="grid gap-x-5 gap-y-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
                <span className="font-semibold text-strong sm:pt-2">{day}</span>
                <ul className="flex flex-wrap gap-2">
                  {free.map((slot) => (
                    <li key={slot.id} className="min-w-0">
                      <SmallButton disabled={!onBook} onClick={() => onBook?.(slot)}>
                        <span className="sr-only">Book {day}, </span>
                        <span className="grid text-start tabular-nums">
                          {toHours(slot)}
                          <Aside>{toOtherHours(slot, timeZone)}</Aside>
                          <Aside>{topics.length > 1 ? slot.topics : null}</Aside>
                        </span>
                      </SmallButton>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </First>
    </article>
  );
}

function Aside({ children }: { children: string | null }) {
  return children ? <span className="text-xs font-normal text-muted">{children}</span> : null;
}
