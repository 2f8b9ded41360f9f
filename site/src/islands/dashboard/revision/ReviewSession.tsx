import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { emblemFor } from '#contract/emblems.ts';
import type { RevisionEntry } from '#contract/revision.ts';
import { arrowOut } from '#site/icons/arrows.ts';
import { checkCircle } from '#site/icons/states.ts';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { SmallButton } from '#site/islands/ui/SmallButton.tsx';
import { countOf } from '../../shared/format/text.ts';
import { dashboard } from '../data/dashboard.ts';
import { toNextTimeText } from './due-texts.ts';
import { HiddenNote, PlaceText } from './EntryText.tsx';
import { $isWorking, removeMark, review, toRemoveLabel, undoLast } from './revision.ts';

interface Props {
  due: readonly RevisionEntry[];
  total: number;
  nextAt: string | undefined;
}

/** The keys R, K and U work while the focus is inside. */
export function ReviewSession({ due, total, nextAt }: Props) {
  const [entry] = due;
  const isWorking = useStore($isWorking);
  const card = useRef<HTMLElement>(null);
  const answered = useRef(false);
  const shownId = entry?.resource.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each card that appears
  useEffect(() => {
    if (answered.current) card.current?.focus();
    answered.current = false;
  }, [shownId]);
  const answer = (rating: 'REMEMBERED' | 'KEEP') => {
    if (!entry || isWorking) return;
    answered.current = true;
    void review(entry, rating);
  };
  const remove = () => {
    if (!entry || isWorking) return;
    answered.current = true;
    void removeMark(entry);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const key = event.key.toLowerCase();
    if (key === 'r') answer('REMEMBERED');
    else if (key === 'k') answer('KEEP');
    else if (key === 'u') {
      answered.current = true;
      void undoLast();
    } else return;
    event.preventDefault();
  };
  return (
    <section aria-labelledby="due-now" className="mt-8" onKeyDown={onKeyDown}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="due-now" tabIndex={-1} className="text-xl">
          Due today
        </h2>
        {entry ? <p className="text-sm text-muted">{countOf(total, 'resource')} to go</p> : null}
      </div>
      {entry ? (
        <article
          key={shownId}
          ref={card}
          tabIndex={-1}
          aria-label={entry.resource.title}
          data-league={emblemFor(entry.resource.section.week.league.name)}
          className="mt-4 overflow-clip rounded-lg border border-line-strong bg-surface"
        >
          <div className="flex flex-wrap items-start gap-4 p-5 sm:p-6">
            <LeagueEmblem league={entry.resource.section.week.league.name} className="size-12 shrink-0" />
            <div className="min-w-0 flex-1 basis-40">
              <h3 className="text-xl [overflow-wrap:anywhere]">{entry.resource.title}</h3>
              <PlaceText entry={entry} />
              <HiddenNote note={entry.progress.personalNote} />
              <div className="mt-3 flex flex-wrap gap-3">
                <ButtonLink
                  href={entry.resource.url}
                  target="_blank"
                  rel="noopener noreferrer"
                  variant="secondary"
                  size="small"
                  className="max-lg:min-h-11"
                >
                  Look at it<span className="sr-only"> in a new tab</span>
                  <Icon path={arrowOut} size={16} />
                </ButtonLink>
                <SmallButton
                  variant="ghost"
                  className="max-sm:-ms-3"
                  aria-disabled={isWorking}
                  onClick={remove}
                >
                  {toRemoveLabel(entry)}
                </SmallButton>
              </div>
            </div>
          </div>
          <div className="flex flex-wrap gap-3 border-t border-line bg-sunken px-5 py-4 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:px-4 max-sm:py-3 max-sm:gap-2 max-sm:*:flex-auto sm:sticky sm:bottom-0 sm:px-6">
            <Button onClick={() => answer('REMEMBERED')} aria-disabled={isWorking} aria-keyshortcuts="R">
              Remembered <Key letter="R" />
            </Button>
            <Button
              variant="secondary"
              onClick={() => answer('KEEP')}
              aria-disabled={isWorking}
              aria-keyshortcuts="K"
            >
              Keep for tomorrow <Key letter="K" />
            </Button>
          </div>
        </article>
      ) : (
        <article
          ref={card}
          tabIndex={-1}
          aria-label="Nothing is due"
          className="mt-4 flex items-center gap-4 rounded-lg border border-line bg-surface p-5 focus:outline-none sm:p-6"
        >
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-success-tint text-success">
            <Icon path={checkCircle} />
          </span>
          <div>
            <p className="font-semibold text-strong">That is all for today.</p>
            <p className="text-sm text-muted">
              {nextAt ? `Next review: ${toNextTimeText(nextAt)}. ` : null}
              <Streak />
            </p>
          </div>
        </article>
      )}
    </section>
  );
}

function Streak(): ReactNode {
  const { activity } = useStore(dashboard.$state).data ?? {};
  const days = activity?.streak?.days ?? activity?.currentStreak ?? 0;
  useEffect(() => void dashboard.ensure(), []);
  return days > 0 ? `Your streak: ${countOf(days, 'day')}.` : null;
}

function Key({ letter }: { letter: string }) {
  return (
    <span
      aria-hidden="true"
      className="hidden rounded-sm border border-current px-1.5 font-sans text-xs font-semibold opacity-70 sm:inline"
    >
      {letter}
    </span>
  );
}
