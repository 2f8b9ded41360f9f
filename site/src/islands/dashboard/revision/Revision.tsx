import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { RevisionEntry } from '#contract/revision.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { ScreenSkeleton } from '#site/islands/ui/ShellSkeleton.tsx';
import { SmallButton } from '#site/islands/ui/SmallButton.tsx';
import { toLongDate } from '../../shared/format/dates.ts';
import { countOf } from '../../shared/format/text.ts';
import { PATHS } from '../routing/router.ts';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { toNextTimeText, toResumedText, toTimes } from './due-texts.ts';
import { NoteText, PlaceText } from './EntryText.tsx';
import { ReviewSession } from './ReviewSession.tsx';
import {
  $isWorking,
  $undoableAction,
  clearUndo,
  removeMark,
  revision,
  setPaused,
  showMore,
  toRemoveLabel,
  undoLast,
} from './revision.ts';

export function Revision() {
  const { isLoading, data, error } = useQuery(revision);
  useEffect(() => clearUndo, []);
  if (!data) {
    if (!error) return <ScreenSkeleton />;
    return (
      <>
        <ScreenHeading title="Revision" />
        <ErrorState
          className="mt-8"
          title="Unable to Load Your Revision"
          onRetry={() => void revision.ensure()}
          busy={isLoading}
        >
          Your marks are safe. ({error.message})
        </ErrorState>
      </>
    );
  }
  const { revision: entries, sums } = data;
  const due = entries.filter(({ isDue }) => isDue);
  const later = entries.filter(({ isDue }) => !isDue);
  const loadMore = async () => {
    const pressed = document.activeElement as HTMLElement | null;
    await showMore();
    // The button disappears with the last page.
    focusLater(
      () => findEntry(later.length) ?? (pressed?.isConnected ? pressed : document.getElementById('marked')),
    );
  };
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <ScreenHeading title="Revision" />
          <p className="mt-2 max-w-measure text-muted">
            What you mark comes back the next day, then at longer and longer gaps.
          </p>
        </div>
        {sums.marked > 0 || sums.pausedAt ? <PauseButton isPaused={sums.pausedAt !== null} /> : null}
      </div>
      {sums.pausedAt ? <Paused since={sums.pausedAt} /> : null}
      <Undoable />
      {sums.marked === 0 ? (
        <NothingMarked />
      ) : (
        <>
          {sums.pausedAt ? null : <ReviewSession due={due} total={sums.due} nextAt={later[0]?.dueAt} />}
          {later.length > 0 ? (
            <MarkedList entries={later} hasDue={due.length > 0} pausedAt={sums.pausedAt} />
          ) : null}
          {entries.length < sums.marked ? (
            <Button variant="secondary" className="mt-5" onClick={() => void loadMore()} busy={isLoading}>
              Show more of {countOf(sums.marked, 'mark')}
            </Button>
          ) : null}
        </>
      )}
    </>
  );
}

function PauseButton({ isPaused }: { isPaused: boolean }) {
  const isWorking = useStore($isWorking);
  return (
    <Button variant="secondary" busy={isWorking} onClick={() => void setPaused(!isPaused)}>
      {isPaused ? 'Resume revision' : 'Pause revision'}
    </Button>
  );
}

function Paused({ since }: { since: string }) {
  return (
    <div className="mt-6 rounded-lg border border-line-strong bg-sunken p-5" role="status">
      <p className="font-semibold text-strong">Paused since {toLongDate(since)}</p>
      <p className="mt-1 text-sm text-muted">
        Nothing is due while paused. Dates shift by the length of the pause.
      </p>
    </div>
  );
}

function Undoable() {
  const action = useStore($undoableAction);
  const isWorking = useStore($isWorking);
  const undo = async () => {
    // The button disappears after undoing.
    if (await undoLast()) {
      focusLater(() => document.getElementById('due-now') ?? document.getElementById('marked'));
    }
  };
  return (
    <div role="status" className={action ? 'mt-6' : ''}>
      {action ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg bg-sunken px-4 py-2.5">
          <p className="min-w-0 flex-1 basis-48 text-sm [overflow-wrap:anywhere]">{action.words}</p>
          <Button size="small" variant="secondary" busy={isWorking} onClick={() => void undo()}>
            Undo
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function NothingMarked() {
  return (
    <EmptyState
      className="mt-8"
      title="Nothing to revise yet"
      action={<ButtonLink href={PATHS.overview}>Go to your leagues</ButtonLink>}
    >
      Switch on <strong>Revision</strong> beside a resource of a league. It comes back here the next day, and
      again whenever you are about to forget it.
    </EmptyState>
  );
}

interface Props {
  entries: readonly RevisionEntry[];
  hasDue: boolean;
  pausedAt: string | null;
}

function MarkedList({ entries, hasDue, pausedAt }: Props) {
  return (
    <section aria-labelledby="marked" className="mt-10">
      <h2 id="marked" tabIndex={-1} className="text-xl">
        {hasDue ? 'Later' : 'Everything marked'}
      </h2>
      <ul className="mt-4 grid gap-px overflow-clip rounded-lg border border-line bg-line">
        {entries.map((entry) => (
          <Marked key={entry.resource.id} entry={entry} pausedAt={pausedAt} />
        ))}
      </ul>
    </section>
  );
}

function findEntry(index: number): HTMLElement | null {
  return document.querySelectorAll<HTMLElement>('#marked + ul a')[index] ?? null;
}

function Marked({ entry, pausedAt }: { entry: RevisionEntry; pausedAt: string | null }) {
  const isWorking = useStore($isWorking);
  const { resource, progress, reviews, dueAt } = entry;
  const remove = async () => {
    // The button disappears with its row.
    if (await removeMark(entry)) focusLater(() => document.getElementById('marked'));
  };
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-3 bg-surface p-4 sm:flex-nowrap sm:gap-x-4 sm:p-5">
      <LeagueEmblem league={resource.section.week.league.name} className="size-9 shrink-0 sm:size-10" />
      <div className="min-w-0 flex-1 basis-40 sm:basis-52">
        <h3 className="font-sans text-base font-semibold leading-snug [overflow-wrap:anywhere]">
          <a
            href={resource.url}
            target="_blank"
            rel="noopener noreferrer"
            className="text-strong underline decoration-line-strong underline-offset-4 hover:decoration-current max-lg:relative max-lg:inline-block max-lg:after:absolute max-lg:after:inset-x-0 max-lg:after:-inset-y-3"
          >
            {resource.title}
          </a>
        </h3>
        <PlaceText entry={entry} />
        <NoteText note={progress.personalNote} />
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full max-sm:ps-12 sm:flex-col sm:items-end lg:flex-row lg:items-center">
        <p className="text-sm text-muted sm:text-right">
          Comes back{' '}
          <strong className="text-strong">
            {pausedAt ? toResumedText(entry, pausedAt) : toNextTimeText(dueAt)}
          </strong>
          {reviews > 0 ? <span className="block">reviewed {toTimes(reviews)}</span> : null}
        </p>
        <SmallButton aria-disabled={isWorking} onClick={() => void remove()}>
          {toRemoveLabel(entry)}
          <span className="sr-only"> for {resource.title}</span>
        </SmallButton>
      </div>
    </li>
  );
}
