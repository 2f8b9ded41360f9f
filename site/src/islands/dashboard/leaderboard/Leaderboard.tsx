import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { LEADERBOARD_DEPTH, type OwnStanding } from '#contract/leaderboard.ts';
import type { User } from '#contract/users.ts';
import { chevronLeft, chevronRight } from '#site/icons/arrows.ts';
import { offline } from '#site/icons/states.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { TabLinks } from '#site/islands/ui/TabLinks.tsx';
import { countOf, toNumber } from '../../shared/format/text.ts';
import { toDayAndTime } from '../offline/as-of.ts';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { LastWeek } from './LastWeek.tsx';
import { LeaderboardTable } from './LeaderboardTable.tsx';
import { $board, type Board, followBoard, loadBoard } from './leaderboard.ts';
import { type Movement, toMovement } from './MoveMark.tsx';
import { Toolbar } from './Toolbar.tsx';
import { listPages, pageOfRank, toOrdinal, type View, viewPath, WHOLE } from './view.ts';

export function Leaderboard({ user }: { user: User }) {
  const board = useStore($board);
  useEffect(() => followBoard(), []);
  const { view, isLoading, failure, rows, own, totalUsers, place, isWeek, lastWeek } = board;
  const isOfLeague = place === 'league' && !view.isWeek;
  const isListed = rows?.some((row) => row.user.id === user.id) ?? false;
  const isUnfiltered = !view.search && !view.league && view.page === 1;
  const isCounted = hasWeek(rows);
  const isEmptyBoard = rows?.length === 0 && isUnfiltered;
  const hasToolbar = rows ? !isEmptyBoard : failure !== null && !isUnfiltered;
  return (
    <>
      <ScreenHeading title="Leaderboard">Top Performers</ScreenHeading>
      <p className="mt-2 max-w-measure text-muted">
        Ranked by resources completed
        {view.isWeek ? ' since Monday' : isOfLeague ? ' in this league' : ''}. Ties go to whoever was active
        {isOfLeague ? ' in it' : ''} last.
      </p>
      <Announcer own={own} isWeek={isWeek} />
      <Periods view={view} />
      {isWeek && lastWeek ? <LastWeek winners={lastWeek} /> : null}
      {hasToolbar ? <Toolbar view={view} /> : null}
      {failure && !rows ? (
        <ErrorState
          className="mt-8"
          title="Unable to Load Leaderboard"
          onRetry={() => void loadBoard(view)}
          retryLabel="Try Again"
          busy={isLoading}
        >
          {failure}
        </ErrorState>
      ) : null}
      {isLoading && !rows ? <LeaderboardSkeleton /> : null}
      {isEmptyBoard ? (
        <EmptyState className="mt-8" title={isWeek ? 'The week is new' : 'No Data Available'}>
          {isWeek ? 'The first tick leads it.' : 'Leaderboard will populate as students complete tasks.'}
        </EmptyState>
      ) : null}
      {rows && !isEmptyBoard ? (
        <section
          aria-labelledby="community-leaderboard"
          aria-busy={isLoading || undefined}
          className={`mt-8 transition-opacity ${isLoading ? 'opacity-60' : ''}`}
        >
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
            <h2 id="community-leaderboard" className="text-lg">
              Community Leaderboard
            </h2>
            {own ? (
              <OwnPlace
                own={own}
                movement={isCounted ? toMovement(own.movement) : null}
                view={view}
                pages={board.pages}
                totalUsers={totalUsers}
                isListed={isListed}
                isWeek={isWeek}
              />
            ) : null}
          </div>
          <Found board={board} />
          {rows.length > 0 ? (
            <>
              <LeaderboardTable
                rows={rows}
                ownId={user.id}
                place={place}
                ownRow={!isListed && own && own.rank !== null ? { ...own, rank: own.rank } : null}
                moves={board.moves}
                hasWeek={isCounted}
                isWeek={isWeek}
              />
              <PageLinks view={view} pages={board.pages} />
            </>
          ) : (
            <NobodyFound board={board} />
          )}
          <Foot board={board} />
        </section>
      ) : null}
    </>
  );
}

function Periods({ view }: { view: View }) {
  return (
    <TabLinks
      label="Period"
      className="mt-6"
      tabs={['All time', 'This week'].map((label, index) => {
        const isWeek = index === 1;
        return { label, href: viewPath({ ...WHOLE, isWeek }), isCurrent: view.isWeek === isWeek };
      })}
    />
  );
}

// False when every row is new this week; the board then hides movement.
function hasWeek(rows: Board['rows']): boolean {
  return rows?.some(({ movement }) => typeof movement === 'number') ?? false;
}

function Found({ board: { view, found, isCut, place, isLoading } }: { board: Board }) {
  if (!view.search) return null;
  return (
    <p role="status" className="mt-2 text-sm text-muted [overflow-wrap:anywhere]">
      {isLoading
        ? 'Searching…'
        : `${isCut ? 'More than ' : ''}${countOf(found, 'student')} named “${view.search}”.`}
      {found > 0 && !isLoading
        ? ` Their ranks are ${place === 'league' ? 'in this league' : 'among everybody'}.`
        : ''}
      {isCut && !isLoading ? ' Type more of the name to narrow it down.' : ''}
    </p>
  );
}

function NobodyFound({ board: { view } }: { board: Board }) {
  return (
    <EmptyState
      className="mt-4"
      as="h3"
      title={view.search ? 'Nobody found' : view.page > 1 ? 'This page is empty' : 'Nobody here yet'}
      action={
        <ButtonLink href={viewPath({ ...WHOLE, isWeek: view.isWeek })} variant="secondary">
          Show everybody
        </ButtonLink>
      }
    >
      {view.search
        ? `No student${view.league ? ' in this league' : ''} has a name starting with “${view.search}”.`
        : view.page > 1
          ? 'The leaderboard ends before this page.'
          : 'This league has no ranking yet.'}
    </EmptyState>
  );
}

function Foot({ board: { rows, failure, asOf, isCut, view, found } }: { board: Board }) {
  return (
    <footer className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-muted">
      <p>
        Showing {countOf(rows?.length ?? 0, 'student')}
        {isCut && !view.search ? `; only the first ${toNumber(found)} are listed` : ''}
      </p>
      {hasWeek(rows) ? <p>▲ ▼ places since Monday</p> : null}
      {failure && asOf ? (
        <p className="flex items-center gap-2">
          <Icon path={offline} size={16} className="shrink-0" />
          <span>
            As of <time dateTime={new Date(asOf).toISOString()}>{toDayAndTime(asOf)}</time>. Trying again…
          </span>
        </p>
      ) : (
        <p className="flex items-center gap-2">
          <span className="size-2 rounded-full bg-success" aria-hidden="true" />
          Rankings update in real-time
        </p>
      )}
    </footer>
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function LeaderboardSkeleton() {
  return (
    <Loading label="Loading leaderboard…" visible className="mt-8">
      <div className="grid gap-2">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-14 w-full rounded-md" />
        ))}
      </div>
    </Loading>
  );
}

function Announcer({ own, isWeek }: { own: OwnStanding | null; isWeek: boolean }) {
  const before = useRef<{ rank: number; place: string } | null>(null);
  const [message, setMessage] = useState('');
  const rank = own?.rank ?? null;
  const place = `${own?.place} ${isWeek}`;
  useEffect(() => {
    const was = before.current;
    before.current = rank === null ? null : { rank, place };
    if (!was || rank === null || was.place !== place || was.rank === rank) return;
    setMessage(`You moved ${rank < was.rank ? 'up' : 'down'} to ${toOrdinal(rank)}.`);
  }, [rank, place]);
  return (
    <p role="status" className="sr-only">
      {message}
    </p>
  );
}

interface Props {
  own: OwnStanding;
  movement: Movement | null;
  view: View;
  pages: number;
  totalUsers: number;
  isListed: boolean;
  isWeek: boolean;
}

function OwnPlace({ own, movement, view, pages, totalUsers, isListed, isWeek }: Props) {
  if (own.rank === null) return null;
  const page = pageOfRank(own.rank);
  const isElsewhere = !isListed && (own.place === 'league') === (view.league !== '');
  const target = viewPath({ ...view, page, search: '', league: own.place === 'league' ? view.league : '' });
  const canGo = !isListed && (view.search !== '' || page <= pages || !isElsewhere);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="font-display text-lg font-bold text-strong">
        You: <span className="rounded-sm bg-brand px-1.5 text-on-brand">{toOrdinal(own.rank)}</span>
      </span>
      <span className="text-sm text-muted">
        {own.place === 'league'
          ? 'in this league'
          : `of ${countOf(totalUsers, 'student')}${isWeek ? ' this week' : ''}`}
        {own.isInLeague === false ? '; you are not in this league' : ''}
        {movement ? `, ${movement.words}` : ''}
      </span>
      {canGo && own.rank <= LEADERBOARD_DEPTH ? (
        <a className="link link-alone text-sm" href={target}>
          Show my place
        </a>
      ) : null}
    </p>
  );
}

const LINK =
  'inline-grid min-h-11 min-w-9 place-items-center sm:min-w-11 rounded-md px-2 font-semibold tabular-nums text-strong no-underline hover:bg-hover aria-[current]:bg-brand aria-[current]:text-on-brand';

function PageLinks({ view, pages }: { view: View; pages: number }) {
  if (pages <= 1) return null;
  const current = Math.min(view.page, pages);
  const to = (page: number) => viewPath({ ...view, page });
  return (
    <nav aria-label="Leaderboard pages" className="mt-4">
      <ul className="flex flex-wrap items-center justify-center sm:gap-1">
        <li>
          {current > 1 ? (
            <a className={`${LINK} grid-flow-col gap-1`} href={to(current - 1)} rel="prev">
              <Icon path={chevronLeft} size={18} />
              <span className="max-sm:sr-only">Previous page</span>
            </a>
          ) : null}
        </li>
        {listPages(current, pages).map((page, index) => (
          <li key={page ?? `gap-${index}`}>
            {page === null ? (
              <span className="px-1 text-muted" aria-hidden="true">
                …
              </span>
            ) : (
              <a className={LINK} href={to(page)} aria-current={page === current ? 'page' : undefined}>
                <span className="sr-only">Page </span>
                {toNumber(page)}
              </a>
            )}
          </li>
        ))}
        <li>
          {current < pages ? (
            <a className={`${LINK} grid-flow-col gap-1`} href={to(current + 1)} rel="next">
              <span className="max-sm:sr-only">Next page</span>
              <Icon path={chevronRight} size={18} />
            </a>
          ) : null}
        </li>
      </ul>
    </nav>
  );
}
