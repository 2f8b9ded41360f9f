import { type ReactNode, Suspense, useState } from 'react';
import type { MentorSlot } from '#contract/mentoring.ts';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { lazyPart } from '../lazy-part.ts';
import { hasBegun, toDay, toHours, toOtherHours, toOtherName } from './sessions.ts';

const NoteDialog = lazyPart(async () => (await import('./NoteDialog.tsx')).NoteDialog);

interface Props {
  slot: MentorSlot;
  /** Of the community. */
  timeZone: string;
  actions: ReactNode;
  children?: ReactNode;
}

/** The time, its session, and what can be done about it. */
export function SlotRow({ slot, timeZone, actions, children }: Props) {
  const [isNoting, setNoting] = useState(false);
  const { session, place, topics } = slot;
  const other = toOtherHours(slot, timeZone);
  const day = toDay(slot.startsAt);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-2 p-4 sm:grid-cols-[10rem_minmax(0,1fr)] sm:px-5 lg:grid-cols-[10rem_minmax(0,1fr)_auto]">
      <p className="tabular-nums">
        <time dateTime={slot.startsAt} className="block font-semibold text-strong">
          {day}
        </time>
        <span className="block text-strong">{toHours(slot)}</span>
        {other ? <span className="block text-sm text-muted">{other}</span> : null}
      </p>
      <div className="grid min-w-0 content-start gap-1 text-sm wrap-anywhere" dir="auto">
        {session ? <span className="text-base font-semibold text-strong">{toOtherName(session)}</span> : null}
        <span>{topics}</span>
        {slot.isOnline && place ? (
          <a href={place} target="_blank" rel="noopener noreferrer" className="link link-alone">
            {place}
          </a>
        ) : (
          <span className="text-muted">{place}</span>
        )}
        <Words label="Question" text={session?.question} />
        <Words label="Your note" text={session?.note} />
        {children}
      </div>
      <div className="flex flex-wrap items-start gap-2 empty:hidden sm:col-start-2 lg:col-start-3 lg:justify-end">
        {session && hasBegun(slot) ? (
          <SmallButton onClick={() => setNoting(true)}>
            {session.note ? 'Edit note' : 'Write note'}
            <span className="sr-only">
              {' '}
              on the session with {toOtherName(session)}, {day}
            </span>
          </SmallButton>
        ) : null}
        {actions}
      </div>
      <Suspense>
        {session && isNoting ? (
          <NoteDialog session={session} day={day} onClose={() => setNoting(false)} />
        ) : null}
      </Suspense>
    </li>
  );
}

function Words({ label, text }: { label: string; text: string | null | undefined }) {
  return text ? (
    <p className="whitespace-pre-line">
      <span className="font-semibold text-strong">{label}:</span> {text}
    </p>
  ) : null;
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}

/** Absent without rows. */
export function Rows({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-base">{title}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">{children}</ul>
    </section>
  );
}

interface FirstProps<Item> {
  items: readonly Item[];
  count: number;
  /** 'free times'. */
  noun: ReactNode;
  children: (shown: readonly Item[]) => ReactNode;
}

/** The first of a long list, and a button for all. */
export function First<Item>({ items, count, noun, children }: FirstProps<Item>) {
  const [isAllShown, setAllShown] = useState(false);
  return (
    <>
      {children(isAllShown ? items : items.slice(0, count))}
      {items.length > count ? (
        <SmallButton
          aria-expanded={isAllShown}
          className="justify-self-start"
          onClick={() => setAllShown(!isAllShown)}
        >
          {isAllShown ? 'Show fewer of' : 'Show all'} {items.length} {noun}
        </SmallButton>
      ) : null}
    </>
  );
}
