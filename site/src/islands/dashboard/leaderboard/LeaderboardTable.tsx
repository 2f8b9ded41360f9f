import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { OwnStanding } from '#contract/leaderboard.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { Avatar } from '#site/islands/ui/Avatar.tsx';
import { RoleBadge } from '#site/islands/ui/Badge.tsx';
import { ProgressBar } from '#site/islands/ui/ProgressBar.tsx';
import { toTimeAgo } from '../../shared/format/dates.ts';
import { MoveMark } from './MoveMark.tsx';
import { type Moves, type StandingRow, toShortId } from './ranking.ts';

type Row = StandingRow;
type Place = OwnStanding['place'];

interface Props {
  rows: readonly Row[];
  ownId: string;
  place: Place;
  /** The reader's row, if the page does not include it. */
  ownRow: (Row & { place: Place }) | null;
  moves: Moves;
  hasWeek: boolean;
}

const COLUMNS = [
  ['rank', 'Rank'],
  ['student', 'Student'],
  ['role', 'Role'],
  ['tasks', 'Tasks'],
  ['progress', 'Progress'],
  ['badges', 'Badges'],
  ['activity', 'Recent Activity'],
] as const;

/** Explicit ARIA roles, because browsers drop table semantics when CSS changes `display`, as on phones. */
export function LeaderboardTable({ rows, ownId, place, ownRow, moves, hasWeek }: Props) {
  const body = useRowMotion(rows);
  const weekOf = ({ movement }: Row) => (hasWeek ? movement : undefined);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <div className="@container mt-3">
      <table
        role="table"
        aria-labelledby="community-leaderboard"
        className="standings block w-full border-separate border-spacing-0 text-sm md:table"
      >
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            {COLUMNS.map(([cell, label]) => (
              <th
                key={cell}
                role="columnheader"
                scope="col"
                data-cell={cell}
                className="border-b border-line-strong text-start text-xs font-semibold whitespace-nowrap text-muted"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body} className="block md:table-row-group">
          {rows.map((row) => (
            <LeaderboardLine
              key={row.user.id}
              row={row}
              isOwn={row.user.id === ownId}
              place={place}
              move={moves.get(row.user.id) ?? 0}
              movement={weekOf(row)}
            />
          ))}
          {ownRow ? (
            <LeaderboardLine row={ownRow} isOwn place={ownRow.place} move={0} movement={weekOf(ownRow)} />
          ) : null}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

interface LineProps {
  row: Row;
  isOwn: boolean;
  place: Place;
  move: number;
  movement: Row['movement'];
}

function LeaderboardLine({ row, isOwn, place, move, movement }: LineProps) {
  const { user, stats, rank } = row;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see LeaderboardTable
    // biome-ignore-start lint/a11y/useSemanticElements: see LeaderboardTable
    <tr
      role="row"
      data-row={user.id}
      data-own={isOwn || undefined}
      data-medal={rank <= MEDALS.length ? rank : undefined}
    >
      <td role="cell" data-cell="rank">
        <span className="place">
          {rank <= MEDALS.length ? (
            <Medal rank={rank} />
          ) : (
            <span className="font-display font-bold text-strong">{toNumber(rank)}</span>
          )}
          <MoveMark movement={movement} move={move} />
        </span>
      </td>
      <th role="rowheader" scope="row" data-cell="student" className="text-start font-normal">
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={user.name} id={user.id} size={36} />
          <span className="min-w-0">
            <span className="block font-semibold text-strong [overflow-wrap:anywhere]">
              {user.name}
              {isOwn ? (
                <span className="ml-2 inline-block rounded-sm bg-brand px-1.5 py-0.5 text-xs text-on-brand">
                  You
                </span>
              ) : null}
            </span>
            <span className="block text-xs text-muted">{toShortId(user.id)}</span>
          </span>
        </span>
      </th>
      <td role="cell" data-cell="role">
        <RoleBadge role={user.role} />
      </td>
      <td role="cell" data-cell="tasks" className="whitespace-nowrap">
        <span className="font-semibold text-strong">{stats.resourcesCompleted}</span>
        <span className="text-muted">/{stats.totalResources}</span>
        <span data-only="phone" className="text-muted">
          {' '}
          tasks
        </span>
      </td>
      <td role="cell" data-cell="progress">
        <span className="flex items-center gap-3 md:gap-2 2xl:gap-3">
          <span className="w-11 font-semibold md:text-end text-strong">{stats.completionPercentage}%</span>
          <ProgressBar
            value={stats.completionPercentage}
            label={`Progress of ${user.name}`}
            size="small"
            className="flex-1 md:min-w-14 2xl:min-w-24"
          />
        </span>
        <span className="block text-xs text-muted">
          of {place === 'league' ? 'this league' : 'all leagues'}
        </span>
      </td>
      <td role="cell" data-cell="badges" className="whitespace-nowrap">
        {stats.badgesEarned}
        <span data-only="phone" className="text-muted">
          {stats.badgesEarned === 1 ? ' badge' : ' badges'}
        </span>
      </td>
      <td role="cell" data-cell="activity">
        <Activity row={row} />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/useSemanticElements: see LeaderboardTable
    // biome-ignore-end lint/a11y/noRedundantRoles: see LeaderboardTable
  );
}

function Activity({ row }: { row: Row }) {
  const last = row.recentActivity.lastCompletedResource;
  if (!last) return <span className="whitespace-nowrap text-muted">No recent activity</span>;
  return (
    <>
      <span className="block truncate" title={last.name}>
        {last.name}
      </span>
      <time dateTime={last.completedAt} className="text-xs text-muted">
        {toTimeAgo(last.completedAt)}
      </time>
    </>
  );
}

const MEDALS = ['Gold medal', 'Silver medal', 'Bronze medal'] as const;

function Medal({ rank }: { rank: number }) {
  return (
    <span className="medal" data-rank={rank}>
      <svg viewBox="0 0 32 36" className="size-9" role="img" aria-label={`${MEDALS[rank - 1]}, rank ${rank}`}>
        <path d="M9 1h5l4 11h-6zM23 1h-5l-4 11h6z" className="medal-ribbon" />
        <circle cx="16" cy="22" r="12" className="medal-face" />
        <text x="16" y="27" textAnchor="middle" className="medal-number">
          {rank}
        </text>
      </svg>
    </span>
  );
}

const GLIDE_MS = 320;

/** Animates rows (data-row) to their new positions, except under reduced motion. */
function useRowMotion(rows: readonly unknown[]): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const tops = useRef(new Map<string, number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew whenever the rows are others
  useLayoutEffect(() => {
    const before = tops.current;
    const after = new Map<string, number>();
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const row of body.current?.querySelectorAll<HTMLElement>('tr[data-row]:not([data-own])') ?? []) {
      const id = row.dataset.row ?? '';
      const top = row.offsetTop;
      after.set(id, top);
      const was = before.get(id);
      if (isCalm || was === undefined || was === top) continue;
      row.animate([{ transform: `translateY(${was - top}px)` }, { transform: 'none' }], {
        duration: GLIDE_MS,
        easing: 'ease-out',
      });
    }
    tops.current = after;
  }, [rows]);
  return body;
}
