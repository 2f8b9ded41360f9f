import { useStore } from '@nanostores/react';
import type { RevisionEntry } from '#contract/revision.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { toNextTimeText, toResumedText, toTimes } from './due-texts.ts';
import { NoteText, PlaceText } from './EntryText.tsx';
import { $isWorking, removeMark, toRemoveLabel } from './revision.ts';

interface Props {
  entries: readonly RevisionEntry[];
  hasDue: boolean;
  pausedAt: string | null;
}

export function MarkedList({ entries, hasDue, pausedAt }: Props) {
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

export function findEntry(index: number): HTMLElement | null {
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
        <Button
          size="small"
          variant="secondary"
          className="max-lg:min-h-11"
          aria-disabled={isWorking}
          onClick={() => void remove()}
        >
          {toRemoveLabel(entry)}
          <span className="sr-only"> for {resource.title}</span>
        </Button>
      </div>
    </li>
  );
}
