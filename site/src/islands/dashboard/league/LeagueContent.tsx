import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { emblemFor } from '#contract/emblems.ts';
import { arrowDown, arrowLeft } from '#site/icons/arrows.ts';
import { lazyPart } from '#site/islands/shared/lazy-part.ts';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import { placeToasts } from '#site/islands/shared/toast/ToastRegion.tsx';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { ProgressBar } from '#site/islands/ui/ProgressBar.tsx';
import { SmallButton } from '#site/islands/ui/SmallButton.tsx';
import { AssignmentSkeleton, NoAssignment } from '../assignments/AssignmentSkeleton.tsx';
import { toEndText } from '../data/expiry.ts';
import { findNextResource, hasNoContent, type LeagueView, toLeagueSum } from '../data/league-view.ts';
import { ASSIGNMENT_ANCHOR, type RowQuestion } from '../data/row.ts';
import { arrival } from '../routing/arrival.ts';
import { PATHS } from '../routing/router.ts';
import { NotOpened } from '../shell/NotOpened.tsx';
import { ScreenBoundary } from '../shell/ScreenBoundary.tsx';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { showAnchored, showPlace } from './anchor.ts';
import { LeagueLine } from './LeagueLine.tsx';
import { WeekPanel } from './WeekPanel.tsx';

const LeagueAward = lazyPart(async () => (await import('../awards/LeagueAward.tsx')).LeagueAward);

const loadDialogs = () => import('./RowDialogs.tsx');
const RowDialogs = lazyPart(async () => (await loadDialogs()).RowDialogs, NotOpened);

export function LeagueContent({ league, children }: { league: LeagueView; children?: ReactNode }) {
  const [question, setQuestion] = useState<RowQuestion | null>(null);
  useAnchors(league);
  useEffect(() => void loadDialogs().catch(() => undefined), []);
  return (
    <div data-league={emblemFor(league.name)}>
      <LeagueHead league={league} />
      {children}
      {league.isOver ? (
        <Alert title="This league has ended" announce={false} className="mt-6">
          {league.endedAt ? `${toEndText(league.endedAt)} ` : ''}It is closed for enrollment, but your
          progress stays. You can still read, tick, take notes and hand in answers, and it all counts.
        </Alert>
      ) : null}
      <ProgressStrip league={league} />
      {hasNoContent(league) ? null : <LeagueLine weeks={league.weeks} />}
      <AwardSlot league={league} />
      {hasNoContent(league) ? (
        <EmptyState className="mt-8" title="No Content Available">
          The modules of this league are being prepared. They will show up here.
        </EmptyState>
      ) : (
        <ol className="mt-6 grid grid-cols-1 gap-3">
          {league.weeks.map((week, index) => (
            <li key={week.id}>
              <WeekPanel
                leagueId={league.id}
                week={week}
                number={index + 1}
                isPreview={league.isPreview === true}
                onAsk={setQuestion}
              />
            </li>
          ))}
        </ol>
      )}
      <AssignmentSlot league={league} />
      {question ? (
        <Suspense>
          <RowDialogs league={league} question={question} onClose={() => setQuestion(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function AwardSlot({ league }: { league: LeagueView }) {
  const { completed, total } = toLeagueSum(league);
  const isComplete = total > 0 && completed === total;
  const [wasComplete] = useState(isComplete);
  if (!isComplete && !league.certificate) return null;
  return (
    <Suspense fallback={null}>
      <LeagueAward league={league} isComplete={isComplete} wasComplete={wasComplete} />
    </Suspense>
  );
}

// Follows links to a module or resource, and 'Continue Learning', but not on Back.
function useAnchors(league: LeagueView): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a league, whatever changes in it
  useEffect(() => {
    const show = () => void showAnchored(league, location.hash);
    const next = arrival.nextOf === league.id && findNextResource(league, league.lastDoneId);
    arrival.nextOf = '';
    if (next) showPlace(next);
    else if (!arrival.isReturn) show();
    addEventListener('hashchange', show);
    return () => removeEventListener('hashchange', show);
  }, [league.id]);
}

function LeagueHead({ league }: { league: LeagueView }) {
  const title = league.isPreview ? `Preview of ${league.name}` : league.name;
  return (
    <div className="flex flex-col gap-5">
      <div>
        <ButtonLink href={PATHS.overview} variant="ghost" size="small" className="-ml-3 max-lg:min-h-11">
          <Icon path={arrowLeft} size={16} />
          Back to Dashboard
        </ButtonLink>
      </div>
      <div className="flex flex-wrap items-start gap-4 sm:gap-6">
        <LeagueEmblem league={league.name} className="size-14 sm:size-20" />
        <div className="min-w-0 flex-1 basis-48">
          <ScreenHeading title={title} className="title" />
          {league.description ? (
            <Markdown text={league.description} className="mt-3 max-w-measure text-muted" />
          ) : null}
        </div>
      </div>
    </div>
  );
}

function ProgressStrip({ league }: { league: LeagueView }) {
  const { completed, total, percentage } = toLeagueSum(league);
  const next = findNextResource(league, league.lastDoneId);
  return (
    <div className="sticky top-0 z-20 -mx-4 mt-6 border-b border-line bg-page px-4 py-3 sm:-mx-6 sm:px-6 lg:top-16 lg:-mx-8 lg:px-8">
      <div className="progress-strip">
        <p className="flex flex-col sm:flex-row sm:items-baseline sm:gap-3">
          <span className="font-display text-lg font-bold sm:text-xl tabular-nums text-strong">
            {percentage}% complete
          </span>
          <span className="text-sm tabular-nums text-muted">
            {completed}/{total} resources
          </span>
        </p>
        <div ref={placeToasts} />
        {next && completed > 0 ? (
          <SmallButton onClick={() => showPlace(next)}>
            <span>
              Continue<span className="max-sm:sr-only"> where you left off</span>
            </span>
            <Icon path={arrowDown} size={16} />
          </SmallButton>
        ) : null}
      </div>
      <ProgressBar value={percentage} label="League progress" size="small" className="mt-2" />
    </div>
  );
}

const AssignmentPanel = lazy(async () => ({
  default: (await import('../assignments/AssignmentPanel.tsx')).AssignmentPanel,
}));

const SEEN = 0.5;
// Loads after this pause without scrolling, for screen readers and find-in-page.
const QUIET_MS = 2500;

function AssignmentSlot({ league }: { league: LeagueView }) {
  const mayExist = league.mayHaveAssignment;
  if (league.isOver && !mayExist) return null;
  return (
    <div id={ASSIGNMENT_ANCHOR} className="mt-8 scroll-mt-40">
      {mayExist ? <WhenReached>{panelOf(league)}</WhenReached> : <NoAssignment />}
    </div>
  );
}

function panelOf({ id, isPreview = false }: LeagueView) {
  return (
    <ScreenBoundary>
      <Suspense fallback={<AssignmentSkeleton />}>
        <AssignmentPanel leagueId={id} isPreview={isPreview} />
      </Suspense>
    </ScreenBoundary>
  );
}

function WhenReached({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isReached, setIsReached] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (isReached || !current) return;
    const reach = () => setIsReached(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reach();
      },
      { threshold: SEEN },
    );
    observer.observe(current);
    addEventListener('keydown', reach, { once: true });
    const timer = setTimeout(reach, QUIET_MS);
    return () => {
      observer.disconnect();
      removeEventListener('keydown', reach);
      clearTimeout(timer);
    };
  }, [isReached]);
  return <div ref={place}>{isReached ? children : <AssignmentSkeleton />}</div>;
}
